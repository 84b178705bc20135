import Configuration
import JSON
import StrictYAML

/// Conversions to the values of log entries.
extension OrderedJSON {
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    /// Makes a value from a node of the file. All keys of a mapping become strings.
    init(_ node: YAMLNode) {
        switch node.content {
        case .list(let items): self = .list(items.map { OrderedJSON($0) })
        case .mapping(let entries): self = .object(entries.map { ($0.key, OrderedJSON($0.value)) })
        case .number(let number, _): self = .number(number)
        case .scalar(let text, _):
            if node.isNull { self = .null } else { self = node.boolean.map { .boolean($0) } ?? .string(text) }
        case .refused: self = .null
        }
    }

    subscript(key: String) -> OrderedJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
