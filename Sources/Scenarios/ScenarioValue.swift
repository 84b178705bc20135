import Configuration
import Vocabulary

/// A value in a log entry: JSON's, with keys in the order in which they were written down.
public indirect enum ScenarioValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([ScenarioValue])
    case object([(key: String, value: ScenarioValue)])

    init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    /// What the file says; a mapping's keys are its keys, whatever they stand for.
    init(_ node: YAMLNode) {
        switch node.content {
        case .list(let items): self = .list(items.map { ScenarioValue($0) })
        case .mapping(let entries): self = .object(entries.map { ($0.key, ScenarioValue($0.value)) })
        case .number(let number, _): self = .number(number)
        case .scalar(let text, _):
            if node.isNull { self = .null } else { self = node.boolean.map { .boolean($0) } ?? .string(text) }
        case .refused: self = .null
        }
    }

    subscript(key: String) -> ScenarioValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// JSON on one line; whole numbers without a fraction, others with at most six digits of it.
    public var text: String {
        switch self {
        case .null: "null"
        case .boolean(let boolean): boolean ? "true" : "false"
        case .number(let number): shortest((number * 1e6).rounded() / 1e6)
        case .string(let text): jsonLiteral(text)
        case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .object(let members): "{" + members.map { jsonLiteral($0) + ": " + $1.text }.joined(separator: ", ") + "}"
        }
    }
}
