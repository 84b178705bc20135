import StrictYAML
import Vocabulary

/// Accessors for the values of settings. They return nil for absent values, and for values that the tables refuse.
extension YAMLNode {
    /// The value as a printable text that is not empty.
    public var text: String? { string.flatMap { StringForm.text.accepts($0) ? $0 : nil } }

    /// The elements of a list; of a single value, only that value.
    public var oneOrMore: [YAMLNode] { items ?? [self] }

    public func text(_ key: String) -> String? { self[key]?.text }
    public func path(_ key: String) -> String? { string(key, .path) }
    public func flag(_ key: String) -> Bool? { self[key]?.boolean }
    public func number(_ key: String) -> Double? { self[key]?.finite }
    public func whole(_ key: String) -> Int? { self[key]?.finite.flatMap { Int(exactly: $0) } }

    /// Returns a name: at most 64 letters, digits, `.`, `_` and `-`.
    public func name(_ key: String) -> String? { string(key, .name) }

    /// Returns the elements of a list; none if the key is absent.
    public func items(_ key: String) -> [YAMLNode] { self[key]?.items ?? [] }

    private func string(_ key: String, _ form: StringForm) -> String? { self[key]?.string.flatMap { form.accepts($0) ? $0 : nil } }
}

extension DiagnosticLog {
    /// Reads a text that must have a certain form, and logs a mistake if it does not.
    ///
    /// - Parameters:
    ///   - node: the value of a key, or an element of its list; nil if it is absent.
    ///   - expected: the form, for the message.
    ///   - value: returns the meaning of a text; nil if the text does not have the form.
    public func read<Value>(_ node: YAMLNode?, _ key: String, expected: String, _ value: (String) -> Value?) -> Value? {
        guard let node, let text = node.text else { return nil }
        if let value = value(text) { return value }
        error(node.mark, "\"\(key)\": expected \(expected), found \(node.found)")
        return nil
    }
}
