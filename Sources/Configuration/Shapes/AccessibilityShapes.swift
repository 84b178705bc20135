import TouchCore
import TreeFormat
import Vocabulary

/// The format of the `accessibility` section of a screen. Scenarios have its profiles.
package enum AccessibilityShapes {
    private static let section: ShapeName = "accessibility", profile: ShapeName = "profile", keypad: ShapeName = "keypad"
    private static let jack: ShapeName = "jackTrigger", key: ShapeName = "keyTrigger", corner: ShapeName = "cornerTrigger"
    private static let fingers: ShapeName = "fingersTrigger", region: ShapeName = "regionTrigger", idle: ShapeName = "idleTrigger"

    package static let sectionKey = Key(
        "accessibility", .object(section), "The accessible glass: profiles that people switch on, and keypads. Default: none; it then costs nothing.")

    package static let scenarioKey = Key("accessibility", .object(section), "The accessible glass, without keypads. Default: none.")

    package static let format = Format([section: rules, keypad: keypadShape], parts: profiles)

    /// The format of the section in a scenario, which has no devices.
    package static let scenarioFormat = Format([section: scenarioRules], parts: profiles)

    private static let profiles = Format([
        profile: profileShape, jack: jackShape, key: keyShape, corner: cornerShape, fingers: fingersShape, region: regionShape, idle: idleShape,
    ])

    private static let rules = Shape(
        "accessibility section", unnamed: "the accessibility section", "The accessible glass of a screen.",
        keys: [
            profilesKey,
            Key("keypads", .list(.object(keypad), isEmptyAllowed: true), "Devices with keys and jacks. Default: none."),
        ])

    private static let scenarioRules = Shape(
        "accessibility section", unnamed: "the accessibility section", "The accessible glass of the scenario's screen.", keys: [profilesKey])

    private static let profilesKey = Key(
        "profiles", .list(.object(profile), isEmptyAllowed: true), "The profiles that people or programs switch on. Default: none.")

    private static let starts: [(key: String, shape: ShapeName)] = [
        ("jack", jack), ("key", key), ("corner", corner), ("fingers", fingers), ("region", region),
    ]

    private static let profileShape = Shape(
        "profile", "Properties of the glass that hold while the profile is on.",
        keys: [
            Key("id", .string(.identifier), required: true, "Unique on the screen."),
            Key(
                "start", .list(.byKey(starts, otherwise: nil), isEmptyAllowed: true),
                "What switches the profile on, besides programs. Default: nothing."),
            Key(
                "stop", .list(.byKey(starts + [("idle", idle)], otherwise: nil), isEmptyAllowed: true),
                "What switches the profile off, besides programs. Default: the screen's first idle threshold, or 120 s without a touch."),
            Key("explore", .members(explore), "Fingers explore the glass: they move the focus instead of touching. Default: they touch."),
            Key("touches", .members(TouchRuleShapes.profile), "Rules for all fingers on the screen. Default: none."),
            Key(
                "idleFactor", .number(NumberRange(minimum: 1, maximum: 1000)),
                "How many times longer the screen waits until it is idle. Default: 1."),
            Key("show", .list(.string(.identifier), isEmptyAllowed: true), "Regions whose `hidden` is false while the profile is on. Default: none."),
            Key("hide", .list(.string(.identifier), isEmptyAllowed: true), "Regions whose `hidden` is true while the profile is on. Default: none."),
            Key("scan", .members(scan), "The focus goes from element to element by itself. Default: it does not."),
        ])

    private static let after = Key("after", .number(.notNegative), "Seconds for which it must stay so. Default: 0.")

    private static let jackShape = Shape(
        "jack", unnamed: "a jack", "A plug that goes in (start) or out (stop).",
        keys: [Key("jack", .string(.identifier), required: true, "The jack, as a keypad's switches name it."), after])

    private static let keyShape = Shape(
        "key", unnamed: "a key", "A press of a key of any keypad of the screen. The same key in start and stop switches over.",
        keys: [Key("key", .string(.keyName), required: true, "The kernel's name of the key.")])

    private static let cornerShape = Shape(
        "held corner", unnamed: "a held corner", "A finger that rests in a corner of the screen.",
        keys: [
            Key("corner", .word(StaffRule.Corner.allCases.map(\.rawValue)), required: true, "The corner of the screen."),
            Key("hold", .number(.positive), "Seconds for which the finger rests. Default: 3."),
        ])

    private static let fingersShape = Shape(
        "held fingers", unnamed: "held fingers", "Fingers that rest anywhere on the screen.",
        keys: [
            Key("fingers", .number(.whole(from: 2, to: 5)), required: true, "The number of fingers."),
            Key("hold", .number(.positive), "Seconds for which the fingers rest. Default: 5."),
        ])

    private static let regionShape = Shape(
        "region", unnamed: "a region", "A finger that lifts inside a region. The touch goes to the region all the same.",
        keys: [Key("region", .string(.identifier), required: true, "The region's id.")])

    private static let idleShape = Shape(
        "idle time", unnamed: "an idle time", "Time without a touch, a key or a request to extend it.",
        keys: [Key("idle", .number(NumberRange(minimum: 0.1)), required: true, "Seconds.")])

    private static let explore = Shape(
        "exploring", unnamed: "exploring", "How fingers explore.",
        keys: [
            Key("wait", .number(.positive), "Seconds for which a finger rests until the focus goes to the element below it. Default: 0.3."),
            Key("doubleTap", .number(.positive), "The longest time between two taps, in seconds. Default: 0.3."),
            Key("swipe", .number(.positive), "The least speed of a flick, in points per second. Default: 500."),
            Key(
                "activate", .list(.word(ExploreRule.Activation.allCases.map(\.rawValue)), isEmptyAllowed: false),
                "The gestures that activate the element with the focus. Default: both."),
            Key(
                "keys", .word(ExploreRule.Keys.allCases.map(\.rawValue)),
                "How an element with the role key types: when the finger lifts on it, or by a double tap. Default: doubleTap."),
        ])

    private static let scan = Shape(
        "scanning", unnamed: "scanning", "One switch, or any touch, is enough to use every element.",
        keys: [
            Key("step", .number(NumberRange(minimum: 0.1)), "Seconds that the focus stays on an element. Default: 1.5."),
            Key("loops", .number(.whole(from: 1)), "Rounds after which scanning rests until the next press. Default: 3."),
        ])

    private static let repeatShape = Shape(
        "key repeat", unnamed: "the key repeat", "When a held key acts again.",
        keys: [
            Key("delay", .number(NumberRange(minimum: 0.2)), required: true, "Seconds until the first repetition."),
            Key("every", .number(NumberRange(minimum: 0.05)), required: true, "Seconds between two repetitions."),
        ])

    private static let keypadShape = Shape(
        "keypad", "A device with keys or jacks. touchd grabs it; keys without an action go nowhere.",
        keys: [
            Key("id", .string(.identifier), required: true, "Unique on the screen."),
            Key("match", .object(Shapes.Name.match), required: true, "Which device it is, as for a panel."),
            Key(
                "keys", .table(.keyName, .word(KeypadAction.allCases.map(\.rawValue))),
                "The actions, by the kernel's names of the keys. Default: none."),
            Key(
                "switches", .table(.switchName, .string(.identifier)), "The names of the jacks, by the kernel's names of the switches. Default: none."
            ),
            Key("repeat", .either([.word(["none"]), .members(repeatShape)]), "When a held key acts again. Default: none."),
            Key(
                "bounce", .number(NumberRange(minimum: 0, maximum: 2)),
                "Seconds after a press in which another press of the same key does nothing. Default: 0."),
        ])
}
