import Text

/// An input device of the kernel, with udev's data about it.
struct EventDevice {
    let node: String
    let name: String
    let phys: String
    /// udev's properties (`E:`); nil if udev has no data about the device.
    let properties: [String: String]?
    /// udev's tags (`G:`, `Q:`).
    let tags: Set<String>
    /// Whether the device is a direct one (INPUT_PROP_DIRECT) that tracks fingers (ABS_MT_POSITION_X).
    let isDirectTouch: Bool
    /// The folder of the USB device that the node belongs to; nil if it belongs to none.
    let usbDevice: String?
    /// Whether udev says that people point with it, and not that they can type with it.
    var isPointer: Bool {
        func isSet(_ name: String) -> Bool { properties?["ID_INPUT_" + name] == "1" }
        return ["TOUCHSCREEN", "TOUCHPAD", "MOUSE", "TABLET", "POINTINGSTICK"].contains(where: isSet) && !isSet("KEYBOARD") && !isSet("KEY")
    }

    var isTouchscreen: Bool { properties?["ID_INPUT_TOUCHSCREEN"] == "1" }
}

extension EventDevice {
    static func all(_ system: any SystemView) -> [EventDevice] {
        (system.names(in: "/sys/class/input").value ?? []).filter { $0.begins(with: "event") }.map { EventDevice($0, system) }
    }

    private init(_ event: String, _ system: any SystemView) {
        let folder = "/sys/class/input/\(event)"
        node = "/dev/input/\(event)"
        name = system.line("\(folder)/device/name") ?? ""
        phys = system.line("\(folder)/device/phys") ?? ""
        isDirectTouch =
            Self.hasBit(1, system.line("\(folder)/device/properties")) && Self.hasBit(53, system.line("\(folder)/device/capabilities/abs"))
        let record = system.line("\(folder)/dev").flatMap { system.text("/run/udev/data/c\($0)").value }
        var properties: [String: String] = [:]
        var tags: Set<String> = []
        for line in record?.split(at: "\n") ?? [] {
            let rest = line.dropFirst(2)
            if line.begins(with: "E:") { properties.merge(system.assignments(String(rest))) { $1 } }
            if line.begins(with: "G:") { tags.insert(String(rest)) }
        }
        usbDevice = system.target(ofLink: folder).value.flatMap(Self.usbDevice)
        self.properties = record == nil ? nil : properties
        self.tags = tags
    }

    /// Returns the folder of the USB device in the path of a node's folder: `…/usb1/1-2` of `…/usb1/1-2/1-2:1.0/0003:…/input/input7/event7`. The
    /// folder of an interface has the device's name, a colon, and two numbers.
    private static func usbDevice(of path: String) -> String? {
        let parts = path.split(at: "/").map(String.init)
        guard
            let interface = parts.lastIndex(where: { part in
                part.cut(at: ":").map { $0.before.has("-") && $0.after.has(".") && !$0.after.has(":") } ?? false
            }), interface > 0, parts[interface].begins(with: parts[interface - 1] + ":")
        else { return nil }
        return parts[..<interface].joined(separator: "/")
    }

    /// Whether a bit is set in a bit set of the kernel: words of 64 bits in hexadecimal digits, the highest first.
    private static func hasBit(_ bit: Int, _ text: String?) -> Bool {
        let words = (text ?? "").split(at: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
        return bit / 64 < words.count && words[bit / 64] >> UInt64(bit % 64) & 1 == 1
    }
}
