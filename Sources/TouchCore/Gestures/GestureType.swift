/// A type of recognizer: its name, its properties, and how to make one.
public struct GestureType: Sendable {
    /// The name in the configuration and the protocol.
    public let name: String
    /// The properties in addition to those common to all types.
    public let properties: [GestureProperty]
    /// Whether it reacts to pens that hover over the glass instead of touches.
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

/// A property of a type of recognizer. Types that have the same property share it, or differ only in its default.
public struct GestureProperty: Sendable {
    public enum Kind: Hashable, Sendable {
        /// A whole number.
        case count(from: Int)
        /// A number that is not negative.
        case seconds, points, radians, ratio
        /// A list of any of these words.
        case words([String])
        /// A word of this list, or a list of several.
        case mask([String])
    }

    public let name: String
    public let kind: Kind
    /// The default value. A number may be infinite, which means no limit.
    public let byDefault: GestureSpec.Value
    /// The name of a property of the same type that is a lower bound for this one.
    public let notBelow: String?
    /// The meaning, in one line.
    public let documentation: String

    init(_ name: String, _ kind: Kind, _ byDefault: Double, notBelow: String? = nil, _ documentation: String) {
        (self.name, self.kind, self.byDefault) = (name, kind, .number(byDefault))
        (self.notBelow, self.documentation) = (notBelow, documentation)
    }

    init(_ name: String, _ kind: Kind, _ byDefault: [String], _ documentation: String) {
        (self.name, self.kind, self.byDefault) = (name, kind, .words(byDefault))
        (notBelow, self.documentation) = (nil, documentation)
    }

    /// Returns this count with another minimum and default, for another type.
    func from(_ least: Int, byDefault number: Double) -> GestureProperty {
        GestureProperty(name, .count(from: least), number, notBelow: notBelow, documentation)
    }
}
