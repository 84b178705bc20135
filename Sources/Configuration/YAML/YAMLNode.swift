/// A value in a YAML file and where it stands. What type a scalar is, the shapes say, never the scalar itself.
struct YAMLNode: Sendable {
    enum Content: Sendable {
        /// `isPlain`: written without quotes. Only plain scalars can be numbers, booleans or null.
        case scalar(String, isPlain: Bool)
        case list([YAMLNode])
        case mapping([Entry])
        /// Already complained about (an alias, say): whoever looks at it stays silent.
        case refused
    }

    /// A key and its value, in the file's order. Keys of one mapping are unique.
    struct Entry: Sendable {
        var key: String
        var mark: Mark
        var value: YAMLNode
    }

    var mark: Mark
    var content: Content

    /// The entry of a mapping; nil for an absent key, and for anything but a mapping. O(keys).
    func entry(_ key: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }

    subscript(key: String) -> YAMLNode? { entry(key)?.value }

    var isRefused: Bool {
        if case .refused = content { true } else { false }
    }

    var items: [YAMLNode]? {
        if case .list(let items) = content { items } else { nil }
    }

    /// YAML 1.2's core schema: nothing at all, `~` or `null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// Any scalar but null: `on`, `12` and `true` are strings where a string is wanted.
    var string: String? {
        guard case .scalar(let text, _) = content, !isNull else { return nil }
        return text
    }

    var boolean: Bool? {
        switch content {
        case .scalar("true", isPlain: true): true
        case .scalar("false", isPlain: true): false
        default: nil
        }
    }

    /// A plain scalar in JSON's number form. Infinite when it is too large for a Double.
    var number: Double? {
        guard case .scalar(let text, isPlain: true) = content, isJSONNumber(text.utf8) else { return nil }
        return Double(text)
    }

    /// The scalar as if it had been written plain.
    var unquoted: YAMLNode {
        guard case .scalar(let text, isPlain: false) = content else { return self }
        return YAMLNode(mark: mark, content: .scalar(text, isPlain: true))
    }

    /// What a message calls the value.
    var found: String {
        switch content {
        case .scalar(let text, let isPlain):
            if isNull { return "null" }
            return isPlain && (boolean != nil || number != nil) ? text : "string \(quoted(text))"
        case .list: return "list"
        case .mapping: return "mapping"
        case .refused: return "nothing usable"
        }
    }
}
