import TreeFormat
import Vocabulary

@testable import Wire

/// Text generated from the vocabulary: tables of docs/protocol-tables.md by their names there, and the page of keys.
enum ProtocolTables {
    static let all: [(name: String, text: String)] = [
        (
            "requests",
            table(["type", "keys", "for whom", "answer"], messages(.client).map { [type($0), names($0.shape), $0.requirement.word, $0.answer] })
        ),
        ("lines", table(["type", "keys", "meaning"], messages(.server).map { [type($0), names($0.shape), $0.shape.documentation] })),
        ("capabilities", table(["capability", "what it is"], WireShapes.capabilities.map { ["`\($0.name)`", $0.meaning] })),
    ]

    private static func messages(_ side: WireMessage.Side) -> [WireMessage] { WireShapes.messages.filter { $0.side == side } }

    private static func type(_ message: WireMessage) -> String { "`\(message.type)`" }

    private static func names(_ shape: Shape) -> String { shape.keys.map { "`\($0.name)`" }.joined(separator: " ") }

    /// The page docs/protocol-keys.md.
    static var page: String {
        let requests = messages(.client).map { (heading: "`\($0.type)` (client)", about: "", shape: $0.shape) }
        let lines = messages(.server).map { (heading: "`\($0.type)` (server)", about: "", shape: $0.shape) }
        let objects = (WireShapes.format.ownNames + TreeShapes.edits.ownNames).map { name in
            let shape = WireShapes.format[name]
            return (heading: shape.noun, about: shape.documentation + "\n\n", shape: shape)
        }
        let parts = [("From the client", requests), ("From the server", lines), ("Objects", objects)]
        let contents = parts.map { title, sections in
            "\(title): " + sections.map { "[\($0.shape.noun)](#\(anchor($0.heading)))" }.joined(separator: ", ")
        }
        let text = parts.map { title, sections in
            "## \(title)\n\n" + sections.map { "### \($0.heading)\n\n\($0.about)\(keys($0.shape))" }.joined(separator: "\n")
        }
        return """
            # Every key of the protocol

            This page is generated from the vocabulary (`Sources/Wire/Vocabulary`). [protocol.md](protocol.md) explains the lines. Keys with a `?` are
            optional. Every line has a `type`. Every request except `ack` and `answer` may have an `id`, a string or a number; the answer repeats it
            as it was written. [protocol.schema.json](protocol.schema.json) has the same content as a JSON Schema.

            \(contents.joined(separator: ".\n\n")).

            \(text.joined(separator: "\n"))
            """
    }

    private static func keys(_ shape: Shape) -> String {
        let keys = shape.keys.filter { $0.documentation != WireShapes.requestID.documentation }
        if keys.isEmpty { return "No other keys.\n" }
        return table(
            ["key", "value", "meaning"],
            keys.map { key in
                // Their links refer to the other page.
                let meaning = key.documentation.split(separator: "](#", omittingEmptySubsequences: false).joined(separator: "](protocol.md#")
                return ["`\(key.name)`" + (key.isRequired ? "" : "?"), value(key.type), meaning]
            })
    }

    /// The anchor that Markdown makes from a heading.
    private static func anchor(_ heading: String) -> String {
        String(heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber ? $0 : nil })
    }

    private static func value(_ type: ValueType) -> String {
        func link(_ name: ShapeName) -> String {
            let noun = WireShapes.format[name].noun
            // Added regions are written as in a configuration.
            if TreeShapes.regions.names.contains(name) {
                return "[\(noun)](configuration.md#\(noun == "gesture" ? "gestures" : "window-and-region"))"
            }
            return "[\(noun)](#\(anchor(noun)))"
        }
        switch type {
        case .object(let name): return link(name)
        case .byWord(_, let choices, _): return ValueType.shapes(choices).map(link).joined(separator: ", ")
        case .list(let element, _): return "list of: \(value(element))"
        case .vector(let components): return "[\(components.map(\.name).joined(separator: ", "))]"
        case .either(let types): return types.map(value).joined(separator: ", or ")
        case .word(let words) where words == WireShapes.reasons: return "a [reason](protocol.md#reasons)"
        case .word(let words): return words.map { "`\($0)`" }.joined(separator: " ")
        default: return type.phrase
        }
    }

    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        ([heads, heads.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}
