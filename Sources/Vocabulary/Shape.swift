/// An object of a format: its keys and the rules between them.
///
/// Each format is written down once, as a `Format` in the target that reads it. The checks and the published JSON Schemas are both made from it, so
/// they cannot contradict each other. Shapes and keys are classes, because they are looked up for each value of a file.
package final class Shape: Sendable {
    /// The object's name in messages, before its id. `unnamed` is used if it has no id.
    package let noun: String
    /// The key that names the object in messages.
    package let nameKey: String
    package let unnamed: String
    package let documentation: String
    package let keys: [Key]
    /// The key that decides which other keys are allowed (`Key.onlyFor`), and its value if it is not given.
    package let discriminator: (key: String, byDefault: String?)?
    /// The forms, of which the object has exactly one; if empty, any form is allowed.
    package let forms: [Form]
    package let isEmptyAllowed: Bool
    /// The key to suggest if a file has a scalar in place of the object. The discriminator is tried before it, and `nameKey` after it.
    package let shortKey: String?
    /// Keys of other objects that people may try here, and the places where they belong.
    package let misplaced: [String: String]
    /// Keys that people may try here, and what to write instead.
    package let advice: [String: String]

    private let indexByName: [String: Int]

    package init(
        _ noun: String, unnamed: String? = nil, namedBy nameKey: String = "id", _ documentation: String,
        discriminator: (key: String, byDefault: String?)? = nil, forms: [Form] = [],
        isEmptyAllowed: Bool = true, shortFor shortKey: String? = nil, misplaced: [String: String] = [:], advice: [String: String] = [:], keys: [Key]
    ) {
        self.noun = noun
        self.nameKey = nameKey
        self.unnamed = unnamed ?? "a \(noun)"
        self.documentation = documentation
        self.discriminator = discriminator
        self.forms = forms
        self.isEmptyAllowed = isEmptyAllowed
        self.shortKey = shortKey
        self.misplaced = misplaced
        self.advice = advice
        self.keys = keys
        indexByName = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0.element.name, $0.offset) })
    }

    /// Returns the shape with more keys before its own.
    package func with(_ more: Key...) -> Shape {
        Shape(
            noun, unnamed: unnamed, namedBy: nameKey, documentation, discriminator: discriminator, forms: forms, isEmptyAllowed: isEmptyAllowed,
            shortFor: shortKey, misplaced: misplaced, advice: advice, keys: more + keys)
    }

    /// Returns the key with this name. O(1).
    package func key(_ name: String) -> Key? {
        // Comparing a few names is faster than hashing one.
        if keys.count > 8 { return indexByName[name].map { keys[$0] } }
        for index in keys.indices where keys[index].name == name { return keys[index] }
        return nil
    }
}

/// A way to write an object.
package struct Form: Sendable {
    package var requires: [String]
    package var forbids: [String]

    package init(requires: [String], forbids: [String]) {
        self.requires = requires
        self.forbids = forbids
    }
}

/// A key of an object.
package final class Key: Sendable {
    package let name: String
    package let type: ValueType
    /// True if the key is required; with `onlyFor`, required where it is allowed.
    package let isRequired: Bool
    /// The discriminator's values that the key applies to; nil for all.
    package let onlyFor: [String]?
    /// True for a property that edits cannot change: it keeps the value that it was created with.
    package let isFixed: Bool
    /// True for a property that an edit can remove with `null`.
    package let isClearable: Bool
    /// True for a list whose elements are not checked with the rest of the line. Their decoder checks them, because it can name their places in
    /// errors.
    package let isCheckedByDecoder: Bool
    /// Texts added to the message when one of these values is refused.
    package let hints: [String: String]
    /// A description in one line: meaning, unit, default.
    package let documentation: String

    package init(
        _ name: String, _ type: ValueType, required isRequired: Bool = false, onlyFor: [String]? = nil,
        fixed isFixed: Bool = false, clearable isClearable: Bool = false, checkedByDecoder isCheckedByDecoder: Bool = false,
        hints: [String: String] = [:], _ documentation: String
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.onlyFor = onlyFor
        self.isFixed = isFixed
        self.isClearable = isClearable
        self.isCheckedByDecoder = isCheckedByDecoder
        self.hints = hints
        self.documentation = documentation
    }
}

/// The type of a value.
package indirect enum ValueType: Sendable {
    case string(StringForm)
    case boolean
    /// A boolean, or a word that stands for it.
    case toggle(false: String, true: String)
    case number(NumberRange)
    /// A number from this list.
    case numeral([Int])
    /// A string from this list.
    case word([String])
    /// A string from this list, or a list of several.
    case mask([String])
    /// A string from this list, or a number.
    case wordOrNumber([String], NumberRange)
    /// A list of exactly these numbers.
    case vector([Component])
    case list(ValueType, isEmptyAllowed: Bool)
    /// An object of the shape with this name.
    case object(ShapeName)
    /// An object of this shape, which is used nowhere else.
    case members(Shape)
    /// An object that has any ids as keys, each with an object of this shape.
    case map(ShapeName)
    /// An object whose shape depends on which of these keys it has; without any of them, the other shape, if there is one.
    case byKey([(key: String, shape: ShapeName)], otherwise: ShapeName?)
    /// An object whose shape depends on the word under a key; without the key, the other shape, if there is one.
    case byWord(String, [(word: String, shape: ShapeName)], otherwise: ShapeName?)
    /// An object that has the numbers of touches as keys, each with a value of this type.
    case byTouch(ValueType)
    /// An object that has any strings of this form as keys, each with a value of this type.
    case table(StringForm, ValueType)
    /// A value of one of these types.
    case either([ValueType])
    case null
    /// Any value. Its reader checks it further.
    case any
}

extension ValueType {
    /// Returns the shapes of a `byWord`'s choices, each once.
    package static func shapes(_ choices: [(word: String, shape: ShapeName)]) -> [ShapeName] {
        choices.reduce(into: []) { if !$0.contains($1.shape) { $0.append($1.shape) } }
    }

    package static func orNull(_ type: ValueType) -> ValueType { .either([type, .null]) }
}

/// A number in a vector.
package struct Component: Sendable {
    package var name: String
    package var range: NumberRange

    package init(_ name: String, _ range: NumberRange = .any) {
        self.name = name
        self.range = range
    }
}

package struct NumberRange: Sendable {
    package var minimum: Double?
    package var exclusiveMinimum: Double?
    package var maximum: Double?
    package var isWhole = false

    package init(minimum: Double? = nil, exclusiveMinimum: Double? = nil, maximum: Double? = nil, isWhole: Bool = false) {
        self.minimum = minimum
        self.exclusiveMinimum = exclusiveMinimum
        self.maximum = maximum
        self.isWhole = isWhole
    }

    package static let any = NumberRange()
    package static let notNegative = NumberRange(minimum: 0)
    package static let positive = NumberRange(exclusiveMinimum: 0)

    package static func whole(from minimum: Double, to maximum: Double? = nil) -> NumberRange {
        NumberRange(minimum: minimum, maximum: maximum, isWhole: true)
    }

    package func contains(_ number: Double) -> Bool {
        number >= minimum ?? -.infinity && number > exclusiveMinimum ?? -.infinity
            && number <= maximum ?? .infinity && (!isWhole || number.rounded() == number)
    }
}
