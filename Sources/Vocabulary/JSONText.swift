/// JSON with its keys in the order in which they were written down.
package indirect enum JSONText: Sendable {
    case string(String)
    case number(Double)
    case boolean(Bool)
    case array([JSONText])
    case object([(String, JSONText)])

    /// Two spaces of indentation; arrays of plain values and empty collections on one line.
    package func text(indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .string(let string): return jsonLiteral(string)
        case .number(let number): return shortest(number)
        case .boolean(let boolean): return boolean ? "true" : "false"
        case .array(let items):
            if items.allSatisfy(\.isPlain) { return "[" + items.map { $0.text() }.joined(separator: ", ") + "]" }
            return "[\n" + items.map { inner + $0.text(indentation: inner) }.joined(separator: ",\n")
                + "\n\(indentation)]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map { "\(inner)\(jsonLiteral($0)): \($1.text(indentation: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    private var isPlain: Bool {
        switch self {
        case .string, .number, .boolean: true
        case .array, .object: false
        }
    }
}

/// The text as a string of JSON, with its quotes.
package func jsonLiteral(_ string: String) -> String {
    var literal = "\""
    for scalar in string.unicodeScalars {
        switch scalar {
        case "\"", "\\": literal += "\\" + String(scalar)
        case _ where isControl(scalar):
            let digits = String(scalar.value, radix: 16)
            literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
}

/// Unicode's general category Cc.
package func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
}
