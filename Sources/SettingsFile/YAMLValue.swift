import Text

/// A value in a settings file, and where it stands.
public struct YAMLValue: Sendable {
    public enum Content: Sendable {
        /// `isPlain`: without quotes. Only plain scalars are booleans and numbers.
        case scalar(String, isPlain: Bool)
        case list([YAMLValue])
        case mapping([Entry])
    }

    public struct Entry: Sendable {
        public var key: String
        public var mark: Mark
        public var value: YAMLValue
    }

    public var mark: Mark
    public var content: Content

    /// What a message calls it.
    public var found: String {
        switch content {
        case .scalar(let text, _): "\"\(printable(text, atMost: 60))\""
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
