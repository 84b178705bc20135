import Text
import Vocabulary

/// Suggests the right notation if a file has a scalar in place of a list or of a mapping: `edges: left`, `hitTest: overflow`.
struct RightLine {
    private let format: Format

    init(_ format: Format) { self.format = format }

    /// Returns `; write edges: [left]`, or an empty text if there is no good suggestion.
    ///
    /// - Parameter key: the key of the value; nil for an element of a list.
    func suffix(for node: YAMLNode, _ type: ValueType, key: String?) -> String {
        guard let value = value(node, type) else { return "" }
        return "; write " + (key.map { $0 + ": " } ?? "") + value
    }

    private func value(_ node: YAMLNode, _ type: ValueType) -> String? {
        if case .mapping = node.content, case .list(.object, _) = type { return "[{ … }], or \"- \" before its first key" }
        if case .mapping(let entries) = node.content, case .vector(let components) = type { return vector(entries, components) }
        guard let text = node.string else { return nil }
        switch type {
        case .list(let element, _):
            return (scalar(node, text, element) ?? value(node, element)).map { "[\($0)]" }
        case .vector(let components): return vector(node, text, components)
        case .object(let name): return mapping(node, text, format[name])
        case .members(let shape): return mapping(node, text, shape)
        case .either(let types): return types.lazy.compactMap { value(node, $0) }.first
        default: return nil
        }
    }

    /// Returns the scalar as a valid value of the type; nil if it cannot be one.
    private func scalar(_ node: YAMLNode, _ text: String, _ type: ValueType) -> String? {
        switch type {
        case .string(let form): form.accepts(text) ? written(text, isPlain: !node.isQuoted) : nil
        case .word(let words), .mask(let words): words.contains(text) ? text : suggestion(for: text, among: words)
        case .number(let range): number(node, range)
        default: nil
        }
    }

    private func number(_ node: YAMLNode, _ range: NumberRange) -> String? {
        let plain = node.unquoted
        guard let number = plain.number, range.contains(number) else { return nil }
        return shortest(number)
    }

    /// Returns a vector from one number for all four sides, or from numbers that are not written as a list.
    private func vector(_ node: YAMLNode, _ text: String, _ components: [Component]) -> String? {
        let parts = text.unicodeScalars.split { " ,;×x".unicodeScalars.contains($0) }.map {
            YAMLNode(mark: node.mark, content: .plain(String($0))).number
        }
        var numbers = parts.compactMap(\.self)
        if numbers.count == 1, components.first?.name == "top" { numbers = components.map { _ in numbers[0] } }
        guard numbers.count == max(parts.count, components.count), zip(numbers, components).allSatisfy({ $1.range.contains($0) }) else { return nil }
        return "[\(numbers.map(shortest).joined(separator: ", "))]"
    }

    /// Returns a vector from a mapping that has the components as keys; otherwise the names of the components.
    private func vector(_ entries: [YAMLNode.Entry], _ components: [Component]) -> String {
        let numbers = components.compactMap { component in entries.first { $0.key == component.name }?.value.number }
        guard numbers.count == components.count, zip(numbers, components).allSatisfy({ $1.range.contains($0) }) else {
            return "[\(components.map(\.name).joined(separator: ", "))]"
        }
        return "[\(numbers.map(shortest).joined(separator: ", "))]"
    }

    /// Returns a mapping that has the scalar under the key that it was probably meant for, and placeholders for other required keys.
    private func mapping(_ node: YAMLNode, _ text: String, _ shape: Shape) -> String? {
        let candidates = [shape.discriminator?.key, shape.shortKey, shape.nameKey, shape.keys.count == 1 ? shape.keys[0].name : nil]
        for case let name? in candidates {
            guard let key = shape.key(name), let own = scalar(node, text, key.type) else { continue }
            let variant = name == shape.discriminator?.key ? own : shape.discriminator?.byDefault
            let required = shape.keys.filter { other in
                other.name == name || shape.forms.first?.requires.contains(other.name) == true
                    || other.isRequired && other.onlyFor.map { $0.contains(variant ?? "") } ?? true
            }
            return "{ " + required.map { "\($0.name): \($0.name == name ? own : $0.type.placeholder)" }.joined(separator: ", ") + " }"
        }
        return nil
    }

    /// Returns the text plain if it cannot be mistaken for another type, and otherwise in quotes.
    private func written(_ text: String, isPlain: Bool) -> String? {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let isWord = text.utf8.first.map(isLetter) ?? false && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-./".utf8.contains($0) }
        if isPlain && isWord && !["true", "false", "null"].contains(text) { return text }
        return text.unicodeScalars.count <= 50 ? quoted(text) : nil
    }
}

extension ValueType {
    /// A placeholder for a value of the type.
    fileprivate var placeholder: String {
        if case .vector(let components) = self { "[\(components.map(\.name).joined(separator: ", "))]" } else { "…" }
    }
}
