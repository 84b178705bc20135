/// The udev rules that give a property to a panel and to the virtual panel that passes its touches to applications.
public struct UdevRule: Sendable {
    private let panel: CalibratedPanel
    private static let head = #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*""#

    public init(_ panel: CalibratedPanel) { self.panel = panel }

    /// True if the attributes that a rule can match distinguish the panel from others.
    public var isPossible: Bool { [panel.name, panel.idPath, panel.phys].contains(where: UdevText.identifies) }

    /// The text of a rule file; empty if the rule would match every panel.
    public func text(_ comment: String, _ property: String, _ value: String) -> String {
        if !isPossible { return "" }
        var text = "# \(UdevText.comment(comment))\n\(line(property, value))\n"
        if !panel.virtualPhys.isEmpty {
            text += "# The same for applications, which get its touches from touchd's virtual panel.\n"
            text += "\(Self.head), ATTRS{phys}==\"\(UdevText.pattern(panel.virtualPhys))\", \(assignment(property, value))\n"
        }
        return text
    }

    public func line(_ property: String, _ value: String) -> String { "\(Self.head), \(match), \(assignment(property, value))" }

    /// The match of the rule. All ATTRS must belong to the same device, the event node's parent.
    public var match: String {
        var keys: [String] = []
        if !panel.idPath.isEmpty { keys.append("ENV{ID_PATH}==\"\(UdevText.pattern(panel.idPath))\"") }
        if !panel.name.isEmpty { keys.append("ATTRS{name}==\"\(UdevText.pattern(panel.name))\"") }
        if let vendor = panel.vendor { keys.append("ATTRS{id/vendor}==\"\(Self.hex(vendor))\"") }
        if let product = panel.product { keys.append("ATTRS{id/product}==\"\(Self.hex(product))\"") }
        if panel.idPath.isEmpty && !panel.phys.isEmpty { keys.append("ATTRS{phys}==\"\(UdevText.pattern(panel.phys))\"") }
        return (keys + ["ENV{ID_INPUT_TOUCHSCREEN}==\"1\""]).joined(separator: ", ")
    }

    private func assignment(_ property: String, _ value: String) -> String { "ENV{\(property)}=\"\(UdevText.value(value))\"" }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
