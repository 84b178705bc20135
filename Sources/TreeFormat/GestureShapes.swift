import TouchCore
import Vocabulary

extension TreeShapes {
    /// The shape of a gesture. The keys of all types are those of UIGestureRecognizer; `GestureType` has the others.
    package static let gesture = Shape(
        "gesture", "A gesture recognizer.", discriminator: ("type", nil),
        keys: [
            Key("id", .string(.identifier), required: true, fixed: true, "Unique among the gestures of the file."),
            Key("type", .word(GestureType.ofGestures.map(\.name)), required: true, fixed: true, hints: typeHints, "The type of the gesture."),
            Key("enabled", .boolean, "Default: true."),
            Key("cancelsTouchesInView", .boolean, "true: when the gesture is recognized, its touches are cancelled for regions. Default: true."),
            Key("delaysTouchesBegan", .boolean, "true: regions get a touch only when the gesture has failed. Default: false."),
            Key("delaysTouchesEnded", .boolean, "true: regions get a lift only when the gesture has failed. Default: true."),
            Key("requiresExclusiveTouchType", .boolean, "true: the gesture does not mix fingers and pens. Default: true."),
            Key("requireToFail", ids, "Gestures that must fail before this one is recognized."),
            Key("simultaneousWith", ids, "Gestures that may be recognized together with this one."),
            Key("shouldReceiveNot", ids, "Regions whose touches the gesture does not get."),
            Key("shouldBegin", .boolean, "false: the gesture fails instead of beginning. Default: true."),
            Key(
                "asks", .list(.word(GestureAsk.allCases.map(\.rawValue)), isEmptyAllowed: true),
                "The questions to the client that has claimed the region. Default: none."),
            Key(
                "answerWithin", .number(NumberRange(minimum: 0.01, maximum: 1)),
                "Seconds for which the gesture waits for an answer. Default: 0.1."),
        ] + gestureProperties)

    /// Hints for names of types in other toolkits.
    private static let typeHints = [
        "doubleTap": "write type: tap, numberOfTapsRequired: 2", "press": "write type: longPress", "hold": "write type: longPress",
        "drag": "write type: pan", "zoom": "write type: pinch", "rotate": "write type: rotation", "edgePan": "write type: edge",
    ]

    /// The defaults, by type, for properties that a gesture does not set.
    static let gestureDefaults = Shape(
        "gesture defaults", unnamed: "the gesture defaults", "Values for gestures that do not set them, by type.",
        keys: GestureDefaults.groups.map { group in
            let shape = Shape(
                "defaults", unnamed: "the defaults of \(group.name)", "Defaults for each \(group.member).",
                keys: group.properties.map { Key($0.name, valueType([$0.kind]), $0.text) })
            return Key(group.name, .members(shape), "Defaults for each \(group.member).")
        })

    /// The keys that only some types have. If several types have a property of the same name, they share one key.
    private static var gestureProperties: [Key] {
        var keys: [Key] = []
        for name in GestureType.ofGestures.flatMap({ $0.properties.map(\.name) }) where !keys.contains(where: { $0.name == name }) {
            let owners = GestureType.ofGestures.compactMap { type in
                type.properties.first { $0.name == name }.map { (type: type.name, property: $0) }
            }
            let texts = owners.map(\.property.text)
            let text =
                texts.allSatisfy { $0 == texts[0] }
                ? texts[0] : owners.map { "\($0.type): \($0.property.text)" }.joined(separator: " ")
            keys.append(Key(name, valueType(owners.map(\.property.kind)), onlyFor: owners.map(\.type), text))
        }
        return keys
    }

    /// Returns a type that takes the values of all these kinds. The decoder reports values that do not fit the gesture's type.
    private static func valueType(_ kinds: [GestureProperty.Kind]) -> ValueType {
        let least = kinds.compactMap { kind in if case .count(let least) = kind { least } else { nil } }.min()
        switch kinds[0] {
        case .count: return .number(.whole(from: Double(least ?? 0)))
        case .seconds, .points, .radians, .ratio: return .number(.notNegative)
        case .words(let words): return .list(.word(words), isEmptyAllowed: true)
        case .mask(let words): return .mask(words)
        }
    }

    /// The key for defaults of gestures, in a configuration and in a scenario.
    package static let gestureDefaultsKey = Key(
        "gestureDefaults", .object(.gestureDefaults), "Values for gestures that do not set them, by type.")

    package static let controllers = Key(
        "controllers", .map(.controller), fixed: true,
        "The responders that are not regions, by id: view controllers, \"application\" and \"delegate\".")

    static let controller = Shape(
        "controller", "A responder that is not a region.",
        keys: [
            Key("responds", .word(["consume", "forward", "none"]), "As for a region. Default: consume.")
        ])
}

extension GestureProperty {
    /// The property's meaning and default.
    var text: String { "\(documentation) Default: \(defaultText)." }

    /// The default, as a person reads it.
    package var defaultText: String {
        switch byDefault {
        case .number(.infinity): "no limit"
        case .number(let number): shortest(number)
        case .words([]): "none"
        case .words(let words): words.joined(separator: ", ")
        }
    }
}
