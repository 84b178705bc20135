import Text
import TouchCore

/// A request from the daemon to the process that opens devices for it: one message of a few lines of text.
public enum DeviceRequest: Equatable, Sendable {
    /// Opens an event node for reading. `instance` says whose configuration counts: a device that it names may be opened even if udev does not
    /// classify the device as a touchscreen.
    case open(node: String, instance: String?)
    /// Opens an event node that belongs to the same USB device as a panel's node, which the daemon may have (`open`).
    case sibling(node: String, panel: String, instance: String?)
    /// Opens an event node that the configuration of the instance names as a keypad.
    case keypad(node: String, instance: String?)
    /// Creates a virtual panel.
    case make(VirtualPanelLayout)
    /// Creates a keyboard.
    case makeKeyboard(VirtualKeyboardLayout)

    /// The size of the largest message in bytes. The longest layout needs about 500.
    static let maximumSize = 4096
    /// The axes that a virtual panel may have.
    private static let axes: Set<UInt16> = [
        AbsCode.x, AbsCode.y, AbsCode.mtSlot, AbsCode.mtTrackingID, AbsCode.mtPositionX, AbsCode.mtPositionY, AbsCode.mtPressure,
        AbsCode.mtTouchMajor, AbsCode.mtTouchMinor, AbsCode.mtOrientation, AbsCode.mtToolType,
    ]
    private static let neededAxes: Set<UInt16> = [
        AbsCode.x, AbsCode.y, AbsCode.mtSlot, AbsCode.mtTrackingID, AbsCode.mtPositionX, AbsCode.mtPositionY,
    ]

    /// Whether the answer may depend on a configuration.
    public var isOfConfiguration: Bool { if case .make = self { false } else { true } }

    /// The instance whose configuration counts; nil for the service without an instance name.
    public var instance: String? {
        switch self {
        case .open(_, let instance), .sibling(_, _, let instance), .keypad(_, let instance): instance
        case .makeKeyboard(let layout): layout.instance
        case .make: nil
        }
    }

    var text: String {
        switch self {
        case .open(let node, let instance): return (["open \(node)"] + (instance.map { ["instance \($0)"] } ?? [])).joined(separator: "\n")
        case .sibling(let node, let panel, let instance):
            return (["sibling \(node)", "panel \(panel)"] + (instance.map { ["instance \($0)"] } ?? [])).joined(separator: "\n")
        case .keypad(let node, let instance): return (["keypad \(node)"] + (instance.map { ["instance \($0)"] } ?? [])).joined(separator: "\n")
        case .make(let layout):
            let axes = layout.axes.sorted { $0.key < $1.key }.map { code, axis in
                "axis \(code) \(axis.minimum) \(axis.maximum) \(axis.resolution)"
            }
            return (["make \(layout.phys)", "name \(layout.name)", "ids \(layout.vendor) \(layout.product) \(layout.version)"] + axes)
                .joined(separator: "\n")
        case .makeKeyboard(let layout): return "keyboard \(layout.phys)\nkeys \(Self.map(layout.keys))"
        }
    }

    /// Returns a bit map of keys: hexadecimal digits for four codes each, the lowest first.
    private static func map(_ keys: [UInt16]) -> String {
        var digits = [Int](repeating: 0, count: KeyName.count / 4)
        for key in keys { digits[Int(key) / 4] |= 1 << (Int(key) % 4) }
        return digits.map { String($0, radix: 16) }.joined()
    }

    /// Reads a keyboard. Refuses keys that are never typed, because the request may come from somebody who has taken over the daemon.
    private static func keyboard(phys: String, _ lines: ArraySlice<[String]>) -> VirtualKeyboardLayout? {
        guard let line = lines.first, lines.count == 1, line[0] == "keys", line[1].utf8.count == KeyName.count / 4,
            let screen = phys.split(at: "/", omittingEmptySubsequences: false).last.map(String.init), isDevice(phys),
            VirtualKeyboardLayout.isKeyboard(phys)
        else { return nil }
        var keys: [UInt16] = []
        for (number, byte) in line[1].utf8.enumerated() {
            guard let digit = Int(String(UnicodeScalar(byte)), radix: 16) else { return nil }
            for bit in 0..<4 where digit >> bit & 1 == 1 { keys.append(UInt16(number * 4 + bit)) }
        }
        guard let first = keys.first, first > 0, KeyboardRules.neverTyped.isDisjoint(with: keys) else { return nil }
        guard keys.allSatisfy(KeyName.isKey) else { return nil }
        return VirtualKeyboardLayout(screen: screen, phys: phys, keys: keys)
    }

    private static func isDevice(_ phys: String) -> Bool {
        phys.begins(with: VirtualPanelLayout.physPrefix) && phys.utf8.count <= 512
            && phys.split(at: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// Reads a message, which may come from anybody; nil if it is no request.
    init?(_ text: String) {
        let lines = text.split(at: "\n", omittingEmptySubsequences: false).map { line in
            line.split(at: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        guard lines.allSatisfy({ $0.count == 2 && Self.isPlain($0[1]) }), let first = lines.first else { return nil }
        switch first[0] {
        case "open", "keypad":
            guard lines.count == 1 || lines.count == 2 && lines[1][0] == "instance" else { return nil }
            let (node, instance) = (first[1], lines.count == 2 ? lines[1][1] : nil)
            self = first[0] == "open" ? .open(node: node, instance: instance) : .keypad(node: node, instance: instance)
        case "sibling":
            guard (2...3).contains(lines.count), lines[1][0] == "panel", lines.count == 2 || lines[2][0] == "instance" else { return nil }
            self = .sibling(node: first[1], panel: lines[1][1], instance: lines.count == 3 ? lines[2][1] : nil)
        case "make":
            guard let layout = Self.layout(phys: first[1], lines.dropFirst()) else { return nil }
            self = .make(layout)
        case "keyboard":
            guard let layout = Self.keyboard(phys: first[1], lines.dropFirst()) else { return nil }
            self = .makeKeyboard(layout)
        default: return nil
        }
    }

    /// Returns the reason why a message is no request.
    static func problem(_ text: String) -> String {
        let start = "make \(VirtualPanelLayout.physPrefix)"
        guard text.begins(with: start), let phys = text.split(at: "\n").first,
            phys.split(at: "/").contains(where: { $0 == "." || $0 == ".." })
        else { return "this is not a valid request" }
        return "a panel whose id is \".\" or \"..\" has no virtual panel; give it another id"
    }

    private static func layout(phys: String, _ lines: ArraySlice<[String]>) -> VirtualPanelLayout? {
        var (name, ids, axes) = ("", [UInt16](), [UInt16: AxisInfo]())
        for line in lines {
            let words = line[1].split(at: " ").map(String.init)
            switch line[0] {
            case "name" where name.isEmpty: name = line[1]
            case "ids" where ids.isEmpty: ids = words.compactMap { UInt16($0) }
            case "axis":
                let numbers = words.dropFirst().compactMap { Int32($0) }
                guard words.count == 4, numbers.count == 3, let code = UInt16(words[0]), Self.axes.contains(code), axes[code] == nil,
                    numbers[0] <= numbers[1], numbers[2] >= 0
                else { return nil }
                axes[code] = AxisInfo(minimum: numbers[0], maximum: numbers[1], resolution: numbers[2])
            default: return nil
            }
        }
        let parts = phys.split(at: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, isDevice(phys), name.begins(with: "touchd "), ids.count == 3,
            Self.neededAxes.isSubset(of: axes.keys), let slots = axes[AbsCode.mtSlot], slots.minimum == 0, slots.maximum < 1024
        else { return nil }
        return VirtualPanelLayout(
            panel: String(parts.last!), name: name, phys: phys, ids: (ids[0], ids[1], ids[2]), slots: Int(slots.maximum) + 1, axes: axes)
    }

    /// Whether a text has no control characters.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }
}
