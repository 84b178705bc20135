import TouchCore
import Vocabulary

extension TreeShapes {
    /// Keys of all types are UIGestureRecognizer's. The types declare the rest (`GestureTable`).
    package static let gesture = Shape(
        "gesture", "A gesture recognizer.", discriminator: ("type", nil),
        keys: [
            Key("id", .string(.identifier), required: true, fixed: true, "Unique among the gestures of the file."),
            Key("type", .word(GestureTable.types.map(\.name)), required: true, fixed: true, hints: typeHints, "What it recognizes."),
            Key("enabled", .boolean, "Default: true."),
            Key("cancelsTouchesInView", .boolean, "Recognition cancels the region's touches. Default: true."),
            Key("delaysTouchesBegan", .boolean, "The region gets began only after failure. Default: false."),
            Key("delaysTouchesEnded", .boolean, "The region gets ended only after failure. Default: true."),
            Key("requiresExclusiveTouchType", .boolean, "Fingers and pens are not mixed. Default: true."),
            Key("requireToFail", ids, "Gestures that must fail before this one is recognized."),
            Key("simultaneousWith", ids, "Gestures that may be recognized beside this one."),
            Key("shouldReceiveNot", ids, "Regions whose touches it does not get."),
            Key("shouldBegin", .boolean, "false: it fails instead of beginning. Default: true."),
            Key(
                "asks", .list(.word(GestureAsk.allCases.map(\.rawValue)), isEmptyAllowed: true),
                "What the client is asked that has claimed the region. Default: nothing."),
            Key(
                "answerWithin", .number(NumberRange(minimum: 0.01, maximum: 1)),
                "Seconds for which an answer is waited for. Default: 0.1."),
        ] + gestureProperties)

    /// What other toolkits call some types.
    private static let typeHints = [
        "doubleTap": "write type: tap, numberOfTapsRequired: 2", "press": "write type: longPress", "hold": "write type: longPress",
        "drag": "write type: pan", "zoom": "write type: pinch", "rotate": "write type: rotation", "edgePan": "write type: edge",
    ]

    /// The defaults of gestures without a value of their own, by type.
    static let gestureDefaults = Shape(
        "gesture defaults", unnamed: "the gesture defaults", "What gestures have that do not say it themselves, by type.",
        keys: GestureDefaults.groups.map { group in
            let shape = Shape(
                "defaults", unnamed: "the defaults of \(group.name)", "Of each \(group.member).",
                keys: group.properties.map { Key($0.name, valueType([$0.kind]), $0.text) })
            return Key(group.name, .members(shape), "Of each \(group.member).")
        })

    /// The properties of some types only. A property that several types have under one name is one key.
    private static var gestureProperties: [Key] {
        var keys: [Key] = []
        for name in GestureTable.types.flatMap({ $0.properties.map(\.name) }) where !keys.contains(where: { $0.name == name }) {
            let owners = GestureTable.types.compactMap { type in
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

    /// Of several the one that takes all of their values; what does not fit a type is said by the decoder.
    private static func valueType(_ kinds: [GestureProperty.Kind]) -> ValueType {
        let least = kinds.compactMap { kind in if case .count(let least) = kind { least } else { nil } }.min()
        switch kinds[0] {
        case .count: return .number(.whole(from: Double(least ?? 0)))
        case .seconds, .points, .radians, .ratio: return .number(.notNegative)
        case .words(let words): return .list(.word(words), isEmptyAllowed: true)
        case .mask(let words): return .mask(words)
        }
    }

    /// A configuration's, and a scenario's.
    package static let gestureDefaultsKey = Key(
        "gestureDefaults", .object(.gestureDefaults), "What gestures have that do not say it themselves, by type.")

    package static let controllers = Key(
        "controllers", .map(.controller), fixed: true,
        "The responders that are not regions, by id: view controllers, \"application\" and \"delegate\".")

    static let controller = Shape(
        "controller", "A responder that is not a region.",
        keys: [
            Key("responds", .word(["consume", "forward", "none"]), "As a region's. Default: consume.")
        ])
}

extension GestureProperty {
    /// Meaning and default.
    var text: String { "\(documentation) Default: \(defaultText)." }

    /// The default, for a person to read.
    package var defaultText: String {
        switch byDefault {
        case .number(.infinity): "no limit"
        case .number(let number): shortest(number)
        case .words([]): "none"
        case .words(let words): words.joined(separator: ", ")
        }
    }
}
