/// The vocabulary in which the configuration's and the scenarios' formats are written down (`Shapes.all`).
///
/// The validator and the published JSON Schema are both read off it, so they cannot say different things.
package struct Shape: Sendable {
    /// What messages call such an object before its id, and without one.
    var noun: String
    /// The key that names such an object in messages.
    var nameKey: String
    var unnamed: String
    var documentation: String
    package var keys: [Key]
    /// Which key decides what other keys are allowed (`Key.onlyFor`), and its value when it is not given.
    var discriminator: (key: String, byDefault: String?)?
    /// The object has exactly one of these forms; none given: any.
    var forms: [Form] = []
    var isEmptyAllowed = true
    /// Keys of other objects that people may try here, and where they belong.
    var misplaced: [String: String] = [:]

    private let indexByName: [String: Int]

    init(
        _ noun: String, unnamed: String? = nil, namedBy nameKey: String = "id", _ documentation: String,
        discriminator: (key: String, byDefault: String?)? = nil, forms: [Form] = [],
        isEmptyAllowed: Bool = true, misplaced: [String: String] = [:], keys: [Key]
    ) {
        self.noun = noun
        self.nameKey = nameKey
        self.unnamed = unnamed ?? "a \(noun)"
        self.documentation = documentation
        self.discriminator = discriminator
        self.forms = forms
        self.isEmptyAllowed = isEmptyAllowed
        self.misplaced = misplaced
        self.keys = keys
        indexByName = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0.element.name, $0.offset) })
    }

    /// O(1).
    package func key(_ name: String) -> Key? { indexByName[name].map { keys[$0] } }
}

/// One of the ways in which an object can be written.
package struct Form: Sendable {
    var requires: [String]
    var forbids: [String]
}

/// A key of an object.
package struct Key: Sendable {
    package var name: String
    package var type: ValueType
    /// With `onlyFor`: required where it is allowed.
    var isRequired: Bool
    /// The discriminator's values for which the key means something; nil: all.
    var onlyFor: [String]?
    /// What to add to the message when one of these values is refused.
    var hints: [String: String]
    /// One line: meaning, unit, default.
    var documentation: String

    init(
        _ name: String, _ type: ValueType, required isRequired: Bool = false, onlyFor: [String]? = nil,
        hints: [String: String] = [:], _ documentation: String
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.onlyFor = onlyFor
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
    /// An object: of the shape that the word under a key stands for; without the key of the other one.
    case byWord(String, [(word: String, shape: ShapeName)], otherwise: ShapeName)
    /// Numbers of touches as keys, each with a value of this type.
    case byTouch(ValueType)
    /// Anything at all; whoever reads it says more.
    case any
}

/// A number of a vector.
package struct Component: Sendable {
    var name: String
    var range: NumberRange

    init(_ name: String, _ range: NumberRange = .any) {
        self.name = name
        self.range = range
    }
}

package struct NumberRange: Sendable {
    var minimum: Double?
    var exclusiveMinimum: Double?
    var maximum: Double?
    var isWhole = false

    static let any = NumberRange()
    static let notNegative = NumberRange(minimum: 0)
    static let positive = NumberRange(exclusiveMinimum: 0)

    static func whole(from minimum: Double) -> NumberRange { NumberRange(minimum: minimum, isWhole: true) }

    func contains(_ number: Double) -> Bool {
        number >= minimum ?? -.infinity && number > exclusiveMinimum ?? -.infinity
            && number <= maximum ?? .infinity && (!isWhole || number.rounded() == number)
    }
}

/// Every object of the formats.
package enum ShapeName: String, CaseIterable, Sendable {
    case configuration, screen, panel, match
    case filters, pressure, bridge, bounce, smooth, edge, ghost
    case recovery, server, access, window, region, hitTest, regionShape, intercept, gesture, gestureDefaults, controller
    // Scenarios.
    case scenario, editRequest, windows
    case sampleInput, hoverInput, hitTestInput, setInput, boundsOriginInput, addInput, moveInput, regionInput
    case convertInput, queryInput, clockInput, answerInput
    case hitEntry, hitTestEntry, viewEntry, gestureEntry, controlEntry, scrollEntry, interceptEntry, queryEntry, questionEntry

    /// The objects of a configuration.
    static let ofConfiguration = allCases.prefix { $0 != .scenario }
}
