import Vocabulary

@testable import Wire

/// The tables of docs/protocol.md that are written from the vocabulary, by the name under which they stand there.
enum ProtocolTables {
    static let all: [(name: String, text: String)] = [
        ("requests", table(["type", "keys", "answer"], messages(.client).map { [type($0), names($0.shape), $0.answer] })),
        ("lines", table(["type", "keys", "meaning"], messages(.server).map { [type($0), names($0.shape), $0.shape.documentation] })),
        ("keys", keys),
        ("capabilities", table(["capability", "what it is"], WireShapes.capabilities.map { ["`\($0.name)`", $0.meaning] })),
    ]

    private static func messages(_ side: WireMessage.Side) -> [WireMessage] { WireShapes.messages.filter { $0.side == side } }

    private static func type(_ message: WireMessage) -> String { "`\(message.type)`" + (message.isTrusted ? " †" : "") }

    private static func names(_ shape: Shape) -> String { shape.keys.map { "`\($0.name)`" }.joined(separator: " ") }

    private static var keys: String {
        let shapes =
            messages(.client).filter { !$0.shape.keys.isEmpty }.map { ("`\($0.type)` (client)", $0.shape) }
            + messages(.server).map { ("`\($0.type)`", $0.shape) }
            + ShapeName.ofProtocol.map { ("a \(WireShapes.shape($0).noun)", WireShapes.shape($0)) }
        return table(
            ["of", "key", "value", "meaning"],
            shapes.flatMap { name, shape in
                shape.keys.map { [name, "`\($0.name)`" + ($0.isRequired ? "" : "?"), value($0.type), $0.documentation] }
            })
    }

    private static func value(_ type: ValueType) -> String {
        switch type {
        case .object(let name): WireShapes.shape(name).noun
        case .byWord(_, let choices, _): choices.map { WireShapes.shape($0.shape).noun }.joined(separator: ", ")
        case .list(let element, _): "list of: \(value(element))"
        case .vector(let components): "[\(components.map(\.name).joined(separator: ", "))]"
        case .either(let types): types.map(value).joined(separator: ", or ")
        case .word(let words): words.map { "`\($0)`" }.joined(separator: " ")
        default: type.phrase
        }
    }

    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        ([heads, heads.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}
