internal import CLibyaml
import Text

/// An event of a YAML text.
public struct YAMLToken: ~Copyable {
    public enum Kind: Sendable {
        case documentStart, scalar, alias, listStart, listEnd, mappingStart, mappingEnd
        /// The end of the text.
        case end
        /// The beginning of the text, or the end of a document.
        case other
    }

    public let kind: Kind
    public let mark: Mark
    /// The text of a scalar. It is valid as long as the token.
    public let text: UnsafeBufferPointer<UInt8>
    /// True for a scalar without quotes.
    public let isPlain: Bool
    public let hasAnchor: Bool
    public let hasTag: Bool

    init(_ event: borrowing yaml_event_t, mark: Mark) {
        self.mark = mark
        var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var isPlain = false
        var names: (anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?) = (nil, nil)
        switch event.type {
        case YAML_SCALAR_EVENT:
            kind = .scalar
            let scalar = event.data.scalar
            text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            names = (scalar.anchor, scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            kind = .listStart
            names = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            names = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
        case YAML_SEQUENCE_END_EVENT: kind = .listEnd
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_STREAM_END_EVENT: kind = .end
        default: kind = .other
        }
        (self.text, self.isPlain) = (text, isPlain)
        (hasAnchor, hasTag) = (names.anchor != nil, names.tag != nil)
    }
}
