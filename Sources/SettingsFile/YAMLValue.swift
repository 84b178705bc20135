import Text

/// A value in a settings file, and its place.
public struct YAMLValue: Sendable {
    public enum Content: Sendable {
        /// A single value. `isPlain` means without quotes; only plain scalars are booleans and numbers.
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

    /// The description of the value in messages.
    public var found: String {
        switch content {
        case .scalar(let text, _): "\"\(printable(text, atMost: 60))\""
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
