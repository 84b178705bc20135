/// A type of recognizer: its name, what can be set of it, and how one is made.
public struct GestureType: Sendable {
    /// As the configuration and the protocol call it.
    public let name: String
    /// What it has besides what all types have.
    public let properties: [GestureProperty]
    /// It is made of what hovers over the glass rather than of touches.
    let hovers: Bool
    let make: @Sendable (GestureSpec) -> Recognizer

    init(
        _ name: String, _ properties: [GestureProperty], hovers: Bool = false,
        make: @escaping @Sendable (GestureSpec) -> Recognizer
    ) {
        self.name = name
        self.properties = properties
        self.hovers = hovers
        self.make = make
    }
}

/// Something that can be set of a recognizer of one type. Types that have the same property under the same name share it, or
/// differ in its default only.
public struct GestureProperty: Sendable {
    public enum Kind: Hashable, Sendable {
        /// A whole number.
        case count(from: Int)
        /// Not negative.
        case seconds, points, radians, ratio
        /// Any of them.
        case words([String])
        /// One of them, or several in a list.
        case mask([String])
    }

    public let name: String
    public let kind: Kind
    /// A number may be infinite: no limit.
    public let byDefault: GestureSpec.Value
    /// The name of a property of the same type that this one must not be less than.
    public let notBelow: String?
    /// Meaning, in one line.
    public let documentation: String

    init(_ name: String, _ kind: Kind, _ byDefault: Double, notBelow: String? = nil, _ documentation: String) {
        (self.name, self.kind, self.byDefault) = (name, kind, .number(byDefault))
        (self.notBelow, self.documentation) = (notBelow, documentation)
    }

    init(_ name: String, _ kind: Kind, _ byDefault: [String], _ documentation: String) {
        (self.name, self.kind, self.byDefault) = (name, kind, .words(byDefault))
        (notBelow, self.documentation) = (nil, documentation)
    }

    /// The same count of another type.
    func from(_ least: Int, byDefault number: Double) -> GestureProperty {
        GestureProperty(name, .count(from: least), number, notBelow: notBelow, documentation)
    }
}
