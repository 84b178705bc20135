/// What to write, and where.
public struct CalibrationText: Sendable {
    private let solution: CalibrationSolution

    public init(_ solution: CalibrationSolution) { self.solution = solution }

    /// The line of the panel in touchd.yaml, which comes after udev's matrix in force; empty where the panel needs none.
    public var yaml: String {
        let numbers = solution.configured.rows.map { decimal($0) }
        return numbers == ["1", "0", "0", "0", "1", "0"] ? "" : "calibration: [\(numbers.joined(separator: ", "))]"
    }

    /// The value of LIBINPUT_CALIBRATION_MATRIX.
    public var matrix: String { solution.matrix.rows.map { decimal($0) }.joined(separator: " ") }

    /// The file below /etc/udev/rules.d, named after the panel. It comes after the rules that tell what a device is.
    public var ruleFile: String { Self.ruleFile(solution.panel) }

    public static func ruleFile(_ panel: CalibratedPanel) -> String {
        let name = panel.id.isEmpty ? panel.name : panel.id
        let plain = name.utf8.map { byte -> Character in
            let character = Character(UnicodeScalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
        }
        return "99-touchd-calibration-\(String(plain.prefix(60))).rules"
    }

    /// The text of that file: the panel by what tells it apart, and its calibration for touchd and compositors alike. Empty where nothing
    /// tells it apart.
    public var rule: String {
        let panel = solution.panel
        if panel.name.isEmpty && panel.idPath.isEmpty && panel.phys.isEmpty { return "" }
        var text = "# Calibration of \(Self.comment(panel)), written by touchctl calibrate.\n"
        text += "\(Self.head), \(Self.match(panel)), ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix)\"\n"
        if panel.hasVirtualPanel {
            text += "# The same for applications, which get its touches from touchd's virtual panel.\n"
            text += "\(Self.head), ATTRS{phys}==\"touchd/\(Self.pattern(panel.id))\", ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix)\"\n"
        }
        return text
    }

    static let head = #"ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*""#

    /// What udev has to compare: all of the ATTRS have to be of one device, the event node's parent.
    public static func match(_ panel: CalibratedPanel) -> String {
        var keys: [String] = []
        if !panel.idPath.isEmpty { keys.append("ENV{ID_PATH}==\"\(pattern(panel.idPath))\"") }
        if !panel.name.isEmpty { keys.append("ATTRS{name}==\"\(pattern(panel.name))\"") }
        if let vendor = panel.vendor { keys.append("ATTRS{id/vendor}==\"\(hex(vendor))\"") }
        if let product = panel.product { keys.append("ATTRS{id/product}==\"\(hex(product))\"") }
        if panel.idPath.isEmpty && !panel.phys.isEmpty { keys.append("ATTRS{phys}==\"\(pattern(panel.phys))\"") }
        return (keys + ["ENV{ID_INPUT_TOUCHSCREEN}==\"1\""]).joined(separator: ", ")
    }

    /// A text that udev compares literally: it knows wildcards, and no way to write a quotation mark.
    static func pattern(_ text: String) -> String {
        String(text.map { $0.unicodeScalars.allSatisfy { $0.value < 0x20 } || "*?[]|\"\\".contains($0) ? "?" : $0 })
    }

    private static func comment(_ panel: CalibratedPanel) -> String {
        let name = String(panel.name.map { $0.unicodeScalars.allSatisfy { $0.value < 0x20 } ? "?" : $0 })
        return panel.id.isEmpty ? "\"\(name)\"" : "panel \(panel.id), \"\(name)\""
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
