import Text
import Vocabulary

/// Advice for a value in the place of a number.
enum MeantNumber {
    /// Returns `; write 3` for a number in another notation, advice for a number with a unit or a comment behind it, and nothing for others.
    static func advice(_ node: YAMLNode) -> String {
        guard case .scalar(let text, _) = node.content, !node.isNull else { return "" }
        if let number = Double(text), number.isFinite { return "; write \(shortest(number))" }
        let digits = text.utf8.prefix(while: isNumeral)
        let rest = text.utf8.dropFirst(digits.count).drop { $0 == UInt8(ascii: " ") }
        guard let number = Double(String(digits) ?? "") else { return "" }
        switch rest.first {
        case UInt8(ascii: "%"): return "; percentages are not known here, write points"
        case UInt8(ascii: "#"): return "; a comment begins with a space and \"#\""
        default: break
        }
        guard rest.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }) else { return "" }
        switch String(rest) {
        case "px", "pt", "s", "points": return "; write \(shortest(number)), without a unit"
        default: return "; write the number alone, without a unit"
        }
    }

    /// Returns advice about the first item that is two numbers with something else than a comma between them.
    static func missingComma(_ items: [YAMLNode]) -> String {
        for item in items {
            guard let text = item.string else { continue }
            let first = text.utf8.prefix(while: isNumeral)
            let rest = text.utf8.dropFirst(first.count).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ";") }
            let isApart = first.count + rest.count < text.utf8.count
            if isApart, Double(String(first) ?? "") != nil, Double(String(rest) ?? "") != nil {
                return "; write a comma between the numbers of \(quoted(text))"
            }
        }
        return ""
    }

    private static func isNumeral(_ byte: UInt8) -> Bool { "-+.0123456789".utf8.contains(byte) }
}
