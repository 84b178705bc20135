/// A type of recognizer: its name, what can be set of it, and how one is made.
public struct GestureType: Sendable {
    /// As the configuration and the protocol call it.
    public let name: String
    /// What it has besides what all types have.
    public let properties: [GestureProperty]
    let make: @Sendable (GestureSpec) -> Recognizer

    init(_ name: String, _ properties: [GestureProperty], make: @escaping @Sendable (GestureSpec) -> Recognizer) {
        self.name = name
        self.properties = properties
        self.make = make
    }
}

/// Something that can be set of a recognizer of one type.
public struct GestureProperty: Sendable {
    public enum Kind: Sendable {
        /// A whole number.
        case count(from: Int)
        /// Not negative.
        case seconds
        /// Not negative.
        case points
        case word([String])
        /// Any of them.
        case words([String])
    }

    public let name: String
    public let kind: Kind
    /// The name of a property of the same type that this one must not be less than.
    public let notBelow: String?
    /// Meaning and default, in one line.
    public let documentation: String

    init(_ name: String, _ kind: Kind, notBelow: String? = nil, _ documentation: String) {
        self.name = name
        self.kind = kind
        self.notBelow = notBelow
        self.documentation = documentation
    }
}
