/// A JSON value whose objects keep the order of their keys: for schemas, and for scenarios' logs.
public indirect enum OrderedJSON: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([OrderedJSON])
    case object([(key: String, value: OrderedJSON)])

    /// The value on one line. Numbers have at most six digits after the point.
    public var text: String {
        switch self {
        case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .object(let members): "{" + members.map { jsonLiteral($0) + ": " + $1.text }.joined(separator: ", ") + "}"
        case .string, .number, .boolean, .null: plainText
        }
    }

    /// The value on one line without spaces, as all lines of the protocol and of `--json` are.
    public var compactText: String {
        switch self {
        case .list(let items): "[" + items.map(\.compactText).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { jsonLiteral($0) + ":" + $1.compactText }.joined(separator: ",") + "}"
        case .string, .number, .boolean, .null: plainText
        }
    }

    /// Returns the value on several lines, with two spaces of indentation. Lists of plain values and empty collections are on one line.
    package func lines(indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .list(let items) where !items.allSatisfy(\.isPlain):
            return "[\n" + items.map { inner + $0.lines(indentation: inner) }.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { "\(inner)\(jsonLiteral($0)): \($1.lines(indentation: inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
        default: return text
        }
    }

    private var isPlain: Bool {
        switch self {
        case .null, .string, .number, .boolean: true
        case .list, .object: false
        }
    }

    private var plainText: String {
        var writer = JSONWriter(capacity: 64)
        switch self {
        case .null: writer.null()
        case .boolean(let flag): writer.bool(flag)
        case .number(let number): writer.number(number)
        case .string(let text): writer.string(text)
        case .list, .object: break
        }
        return writer.text
    }
}

/// Returns the text as a JSON string with its quotes.
package func jsonLiteral(_ string: String) -> String { OrderedJSON.string(string).text }
