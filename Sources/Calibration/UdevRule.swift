/// Rules that give a panel a property, and the virtual panel by which applications get its touches.
public struct UdevRule: Sendable {
    private let panel: CalibratedPanel
    private static let head = #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*""#

    public init(_ panel: CalibratedPanel) { self.panel = panel }

    /// Whether the panel can be told from others.
    public var isPossible: Bool { !panel.name.isEmpty || !panel.idPath.isEmpty || !panel.phys.isEmpty }

    /// The text of a file of rules; empty where a rule would be every panel's.
    public func text(_ comment: String, _ property: String, _ value: String) -> String {
        if !isPossible { return "" }
        // A device says what it is called, and must not write a line of its own.
        let comment = String(comment.map { $0.unicodeScalars.contains { $0.value < 0x20 } ? "?" : $0 })
        var text = "# \(comment)\n\(line(property, value))\n"
        if !panel.virtualPhys.isEmpty {
            text += "# The same for applications, which get its touches from touchd's virtual panel.\n"
            text += "\(Self.head), ATTRS{phys}==\"\(Self.pattern(panel.virtualPhys))\", ENV{\(property)}=\"\(value)\"\n"
        }
        return text
    }

    public func line(_ property: String, _ value: String) -> String { "\(Self.head), \(match), ENV{\(property)}=\"\(value)\"" }

    /// What udev has to compare: all of the ATTRS have to be of one device, the event node's parent.
    public var match: String {
        var keys: [String] = []
        if !panel.idPath.isEmpty { keys.append("ENV{ID_PATH}==\"\(Self.pattern(panel.idPath))\"") }
        if !panel.name.isEmpty { keys.append("ATTRS{name}==\"\(Self.pattern(panel.name))\"") }
        if let vendor = panel.vendor { keys.append("ATTRS{id/vendor}==\"\(Self.hex(vendor))\"") }
        if let product = panel.product { keys.append("ATTRS{id/product}==\"\(Self.hex(product))\"") }
        if panel.idPath.isEmpty && !panel.phys.isEmpty { keys.append("ATTRS{phys}==\"\(Self.pattern(panel.phys))\"") }
        return (keys + ["ENV{ID_INPUT_TOUCHSCREEN}==\"1\""]).joined(separator: ", ")
    }

    /// A text that udev compares literally: it knows wildcards, and no way to write a quotation mark.
    private static func pattern(_ text: String) -> String {
        String(text.map { $0.unicodeScalars.contains { $0.value < 0x20 } || "*?[]|\"\\".contains($0) ? "?" : $0 })
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
