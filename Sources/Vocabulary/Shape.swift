/// The vocabulary in which the formats are written down: each as a `Format`, in the target that reads it.
///
/// What checks them and the published JSON Schemas are both read off it, so they cannot say different things. Shapes and keys are classes, since
/// they are looked up for each value of a file.
package final class Shape: Sendable {
    /// What messages call such an object before its id, and without one.
    package let noun: String
    /// The key that names such an object in messages.
    package let nameKey: String
    package let unnamed: String
    package let documentation: String
    package let keys: [Key]
    /// Which key decides what other keys are allowed (`Key.onlyFor`), and its value when it is not given.
    package let discriminator: (key: String, byDefault: String?)?
    /// The object has exactly one of these forms; none given: any.
    package let forms: [Form]
    package let isEmptyAllowed: Bool
    /// The key that a scalar in place of the object was probably meant for, where neither the discriminator nor the name is it.
    package let shortKey: String?
    /// Keys of other objects that people may try here, and where they belong.
    package let misplaced: [String: String]

    private let indexByName: [String: Int]

    package init(
        _ noun: String, unnamed: String? = nil, namedBy nameKey: String = "id", _ documentation: String,
        discriminator: (key: String, byDefault: String?)? = nil, forms: [Form] = [],
        isEmptyAllowed: Bool = true, shortFor shortKey: String? = nil, misplaced: [String: String] = [:], keys: [Key]
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
        self.keys = keys
        indexByName = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0.element.name, $0.offset) })
    }

    /// The same with more keys before its own.
    package func with(_ more: Key...) -> Shape {
        Shape(
            noun, unnamed: unnamed, namedBy: nameKey, documentation, discriminator: discriminator, forms: forms, isEmptyAllowed: isEmptyAllowed,
            shortFor: shortKey, misplaced: misplaced, keys: more + keys)
    }

    /// O(1).
    package func key(_ name: String) -> Key? {
        // A few names are compared sooner than one is hashed.
        if keys.count > 8 { return indexByName[name].map { keys[$0] } }
        for index in keys.indices where keys[index].name == name { return keys[index] }
        return nil
    }
}

/// One of the ways in which an object can be written.
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
    /// With `onlyFor`: required where it is allowed.
    package let isRequired: Bool
    /// The discriminator's values for which the key means something; nil: all.
    package let onlyFor: [String]?
    /// Of a property of something that edits can change: it stays what it was when that was made.
    package let isFixed: Bool
    /// Of a property that edits can change: `null` takes it away.
    package let isClearable: Bool
    /// Of a list: what its elements are is checked by who decodes them and knows where they stand, not with the line that they are in.
    package let isCheckedByDecoder: Bool
    /// What to add to the message when one of these values is refused.
    package let hints: [String: String]
    /// One line: meaning, unit, default.
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

/// What a value may be.
package indirect enum ValueType: Sendable {
    case string(StringForm)
    case boolean
    /// A boolean, or its word.
    case toggle(false: String, true: String)
    case number(NumberRange)
    /// One of these numbers.
    case numeral([Int])
    /// One of these strings.
    case word([String])
    /// One of these strings, or several of them in a list.
    case mask([String])
    /// One of these strings, or a number.
    case wordOrNumber([String], NumberRange)
    /// Exactly these numbers, in a list.
    case vector([Component])
    case list(ValueType, isEmptyAllowed: Bool)
    /// An object of the shape with this name.
    case object(ShapeName)
    /// An object of this shape, which stands nowhere else.
    case members(Shape)
    /// Any ids as keys, each with an object of this shape.
    case map(ShapeName)
    /// An object: of the shape that one of its keys says by being there, else of the other one, if there is one.
    case byKey([(key: String, shape: ShapeName)], otherwise: ShapeName?)
    /// An object: of the shape that the word under a key stands for; without the key of the other one, if there is one.
    case byWord(String, [(word: String, shape: ShapeName)], otherwise: ShapeName?)
    /// Numbers of touches as keys, each with a value of this type.
    case byTouch(ValueType)
    /// A value of one of these types.
    case either([ValueType])
    case null
    /// Anything at all; whoever reads it says more.
    case any
}

extension ValueType {
    /// The shapes of a `byWord`'s choices, each once.
    package static func shapes(_ choices: [(word: String, shape: ShapeName)]) -> [ShapeName] {
        choices.reduce(into: []) { if !$0.contains($1.shape) { $0.append($1.shape) } }
    }

    package static func orNull(_ type: ValueType) -> ValueType { .either([type, .null]) }
}

/// A number of a vector.
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
