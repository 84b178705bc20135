import JSON
import Text

/// A value in a file or in a line, with its place. The shapes decide which type a scalar has, never the scalar itself.
public struct YAMLNode: Sendable {
    public enum Content: Sendable {
        /// A scalar; `isPlain` if it is written without quotes. Only plain scalars can be booleans or null.
        case scalar(String, isPlain: Bool)
        /// A plain scalar in the form of a JSON number, with its text. Infinite if it is too large for a Double.
        case number(Double, text: String)
        case list([YAMLNode])
        case mapping([Entry])
        /// A value whose error was already logged, such as an alias. Further checks ignore it.
        case refused
    }

    /// A key and its value, in the order of the file. The keys of a mapping are unique.
    public struct Entry: Sendable {
        public var key: String
        public var mark: Mark
        public var value: YAMLNode

        package init(key: String, mark: Mark, value: YAMLNode) {
            self.key = key
            self.mark = mark
            self.value = value
        }
    }

    public var mark: Mark
    public var content: Content

    package init(mark: Mark, content: Content) {
        self.mark = mark
        self.content = content
    }

    /// Returns the entry of a mapping; nil for an absent key, and for any other kind of value. O(keys).
    package func entry(_ key: String) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }

    /// True if a mapping has the key. O(keys).
    func has(_ key: String) -> Bool {
        guard case .mapping(let entries) = content else { return false }
        for index in entries.indices where entries[index].key == key { return true }
        return false
    }

    public subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        for index in entries.indices where entries[index].key == key { return entries[index].value }
        return nil
    }

    package var isRefused: Bool {
        if case .refused = content { true } else { false }
    }

    public var items: [YAMLNode]? {
        if case .list(let items) = content { items } else { nil }
    }

    /// True for the null values of YAML 1.2's core schema: an empty text, `~` or `null`.
    public var isNull: Bool {
        // Skips the comparison for longer words, which are the most frequent.
        guard case .scalar(let text, isPlain: true) = content, text.utf8.count <= 4 else { return false }
        return switch text {
        case "", "~", "null", "Null", "NULL": true
        default: false
        }
    }

    /// The text of any scalar except null: `on`, `12` and `true` are strings where a string is expected.
    public var string: String? {
        switch content {
        case .scalar(let text, _): isNull ? nil : text
        case .number(_, let text): text
        case .list, .mapping, .refused: nil
        }
    }

    public var boolean: Bool? {
        switch content {
        case .scalar("true", isPlain: true): true
        case .scalar("false", isPlain: true): false
        default: nil
        }
    }

    package var number: Double? {
        if case .number(let number, _) = content { number } else { nil }
    }

    /// The node's value as a finite number.
    public var finite: Double? {
        if case .number(let number, _) = content, number.isFinite { number } else { nil }
    }

    /// Returns the node's value as a boolean, or as the word for one.
    package func toggle(false isFalse: String, true isTrue: String) -> Bool? {
        boolean ?? (string == isTrue ? true : string == isFalse ? false : nil)
    }

    var isQuoted: Bool {
        if case .scalar(_, isPlain: false) = content { true } else { false }
    }

    /// The scalar as if it were written without quotes.
    var unquoted: YAMLNode {
        guard case .scalar(let text, isPlain: false) = content else { return self }
        return YAMLNode(mark: mark, content: .plain(text))
    }

    /// The name of the value in messages.
    public var found: String {
        switch content {
        case .scalar(let text, let isPlain):
            if isNull { return "null" }
            return isPlain && boolean != nil ? text : "string \(quoted(text))"
        case .number(_, let text): return text
        case .list: return "list"
        case .mapping: return "mapping"
        case .refused: return "nothing usable"
        }
    }
}

extension YAMLNode.Content {
    /// Returns the content of a scalar that is written without quotes.
    static func plain(_ text: String) -> Self {
        if let number = JSONReader.number(text) { return .number(number, text: text) }
        return .scalar(text, isPlain: true)
    }
}
