import Text

/// The systemd units to start for an event on a screen.
struct ScreenUnitNames {
    let units: [String]

    /// Parses a message of the daemon. Returns nil for any other text.
    ///
    /// - Parameter message: `wake main`, `idle 600 main`, `active 60,600 main` or `gesture main/home`; `INSTANCE/` may stand before the
    ///   screen's ID. IDs may contain spaces, but no `/`.
    init?(_ message: String) {
        let words = message.split(at: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2 else { return nil }
        func timed(_ kind: String) -> [String]? {
            let rest = words[1].split(at: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard rest.count == 2, !rest[1].isEmpty else { return nil }
            let times = rest[0].split(at: ",", omittingEmptySubsequences: false)
            guard !times.isEmpty, times.allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0 == "." } }) else {
                return nil
            }
            let screen = Self.escaped(rest[1])
            return ["touchd-\(kind)@\(screen).target"] + times.map { "touchd-\(kind)@\(screen):\($0).target" }
        }
        let found: [String]?
        switch words[0] {
        case "wake": found = words[1].isEmpty ? nil : ["touchd-wake@\(Self.escaped(words[1])).service"]
        case "idle": found = timed("idle")
        case "active": found = timed("active")
        case "gesture": found = Self.gesture(words[1])
        default: found = nil
        }
        // systemd does not accept longer names.
        guard let found, found.allSatisfy({ $0.utf8.count < 256 }) else { return nil }
        units = found
    }

    /// Returns the unit of a gesture.
    ///
    /// - Parameter name: `SCREEN/ID` or `INSTANCE/SCREEN/ID`.
    private static func gesture(_ name: Substring) -> [String]? {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let (screen, id) = (name[..<slash], name[name.utf8.index(after: slash)...])
        return screen.isEmpty || id.isEmpty ? nil : ["touchd-gesture@\(escaped(screen)):\(escaped(id, isFirst: false)).service"]
    }

    /// The text escaped as by systemd-escape(1): `/` becomes `-`, and every other byte except letters, digits, `:`, `_` and `.` becomes `\xNN`.
    ///
    /// - Parameter isFirst: Whether the text begins the name, where a `.` is escaped too.
    static func escaped(_ text: Substring, isFirst: Bool = true) -> String {
        var name = ""
        for (place, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "/"): name += "-"
            case UInt8(ascii: ".") where place == 0 && isFirst: name += "\\x2e"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "."):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default: name += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return name
    }
}
