import TouchCore

/// The full description of a device, as in an evemu recording. Slot assembly needs less.
public struct RecordedDevice: Hashable, Sendable {
    public var name: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16
    /// The device's INPUT_PROP_… values, in ascending order.
    public var properties: [UInt16]
    /// The codes that the device can send, by event type, in ascending order. A type without codes is also declared.
    public var codes: [UInt16: [UInt16]]
    /// The ranges of the codes of `EventType.abs`.
    public var axes: [UInt16: AxisInfo]
    /// The states of lights (EV_LED) and switches (EV_SW), by code.
    public var lights: [UInt16: Int32]
    public var switches: [UInt16: Int32]

    public init(name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        properties = []
        codes = [:]
        axes = [:]
        lights = [:]
        switches = [:]
    }
}

extension RecordedDevice {
    /// Creates a device from a panel's description, which lacks everything that slot assembly does not need.
    public init(_ panel: PanelDescription) {
        self.init(name: panel.name, bus: panel.bus, vendor: panel.vendor, product: panel.product, version: panel.version)
        properties = [1]  // INPUT_PROP_DIRECT, because every panel is a touchscreen
        for code in 0..<UInt16(AbsCode.count) { axes[code] = panel[axis: code] }
        codes = [EventType.syn: [], EventType.abs: axes.keys.sorted()]
        if !panel.keys.isEmpty { codes[EventType.key] = panel.keys.sorted() }
    }
}

/// Writes evemu 1.3, which evemu-play and `Recording.load` read.
///
/// Times count from the first event, which gets 0.000001 as in evemu's own recordings, because the kernel ignores a time of 0.
public struct EvemuWriter {
    /// The lines written so far. The caller removes the bytes that it has saved.
    public var bytes: [UInt8] = []
    public private(set) var events = 0
    /// The number of SYN_REPORT events.
    public private(set) var frames = 0
    /// The number of SYN_DROPPED events. The kernel lost events at each of them, so the recording has a gap.
    public private(set) var drops = 0
    private var origin: Int64?
    private var lastReport: Int64 = 0

    public init() {}

    /// Writes the lines before the events.
    ///
    /// - Parameter comments: one line each, without `#`.
    public mutating func describe(_ device: RecordedDevice, comments: [String] = []) {
        line("# EVEMU 1.3")
        for comment in comments { line("# " + Self.oneLine(comment)) }
        // evemu does not accept an empty name.
        let name = Self.oneLine(device.name)
        line("N: " + (name.utf8.allSatisfy { $0 == UInt8(ascii: " ") } ? "Unnamed" : name))
        let identity = [device.bus, device.vendor, device.product, device.version]
        line("I: " + identity.map { Self.hex($0, 4) }.joined(separator: " "))
        bits("P:", device.properties)
        // Type 0 has the event types of the device, not the codes of EV_SYN, like the kernel's answer to EVIOCGBIT(0).
        bits("B: 00", device.codes.keys.sorted())
        for (type, codes) in device.codes.sorted(by: { $0.key < $1.key }) where type != EventType.syn {
            bits("B: " + Self.hex(type, 2), codes)
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            line("A: \(Self.hex(code, 2)) " + numbers.map(String.init).joined(separator: " "))
        }
        for (code, state) in device.lights.sorted(by: { $0.key < $1.key }) { line("L: \(Self.hex(code, 2)) \(state)") }
        for (code, state) in device.switches.sorted(by: { $0.key < $1.key }) { line("S: \(Self.hex(code, 2)) \(state)") }
    }

    /// Writes a comment, which readers skip.
    public mutating func comment(_ text: String) { line("# " + Self.oneLine(text)) }

    /// Writes an event. An event with a time before the first one's (because the clock was set back) gets the first one's time.
    ///
    /// - Parameter name: the name for the comment after the event, such as `EV_ABS / ABS_X`.
    public mutating func add(_ event: InputEvent, name: @autoclosure () -> String = "") {
        let origin = origin ?? event.time
        self.origin = origin
        let time = max(1, event.time - origin + 1)
        let fraction = String(time % 1_000_000)
        var text = "E: \(time / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
        text += " \(Self.hex(event.type, 4)) \(Self.hex(event.code, 4)) \(event.value)"
        events += 1
        if event.type == EventType.syn, event.code == SynCode.report {
            frames += 1
            text += "\t# ------------ SYN_REPORT (\(event.value)) ---------- +\(max(0, time - lastReport) / 1000)ms"
            lastReport = time
        } else {
            if event.type == EventType.syn, event.code == SynCode.dropped { drops += 1 }
            let name = name()
            if !name.isEmpty { text += "\t# \(name) \(event.value)" }
        }
        line(text)
    }

    /// Writes `set` as a bit field, eight bytes per line.
    private mutating func bits(_ head: String, _ set: [UInt16]) {
        var octets = [UInt8](repeating: 0, count: (Int(set.max() ?? 0) / 64 + 1) * 8)
        for bit in set { octets[Int(bit) / 8] |= 1 << UInt8(bit % 8) }
        for start in stride(from: 0, to: octets.count, by: 8) {
            line(head + " " + octets[start..<start + 8].map { Self.hex(UInt16($0), 2) }.joined(separator: " "))
        }
    }

    private mutating func line(_ text: String) {
        bytes += text.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func hex(_ value: UInt16, _ width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// Returns the text on one line. A device may have any name, so characters that would end the line become question marks.
    private static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            line.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7f ? "?" : scalar)
        }
        return line
    }
}
