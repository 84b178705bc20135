import TouchCore
import TreeFormat
import Vocabulary

/// The requests and lines about the accessible glass.
enum AccessibilityVocabulary {
    private static let (count, requestID, time, strings) = (WireShapes.count, WireShapes.requestID, WireShapes.time, WireShapes.strings)
    private static let screen = Key("screen", .string(.any), "The screen's id. Default: the first screen.")
    private static let turn = Key("turn", count, "The last turn that the client knows; an older one than the screen's last is `stale`. Default: any.")
    private static let texts = [
        Key("role", .word(AccessibilitySpec.Role.allCases.map(\.rawValue)), "What the element is; absent: nothing in particular."),
        Key("label", .string(.any), "A short text that names the element."), Key("hint", .string(.any), "What an activation does."),
        Key("value", .either([.string(.any), .number(.any), .boolean]), "A text; a slider's number; true or false for a switch."),
        Key("language", .string(.any), "The language of the texts, as a BCP 47 tag."),
        Key("private", .boolean, "true: speak the texts by headset only."),
    ]
    private static let rectangle = ValueType.vector([Component("x"), Component("y"), Component("width"), Component("height")])

    /// An element of an application, as a program that reads it describes it.
    static let readElement = Shape(
        "element", "An element of an application.",
        keys: texts + [
            Key(
                "states", .list(.word(AccessibleElement.State.ofApplications.map(\.rawValue)), isEmptyAllowed: true),
                "disabled: it can be found, but not used; selected, expanded, collapsed. Default: none."),
            Key("frame", rectangle, "The box around the element, in points of the screen. Default: unknown."),
            Key(
                "activationPoint", WireShapes.point,
                "Where an activation touches, in points of the screen. Default: the program activates the element itself."),
        ])

    static let requests: [WireMessage] = [
        WireMessage(
            request: "accessibility", needs: .right(.accessibility),
            answer: "`reply`, after the `accessibility` line if the profile was not already so", requestID, screen,
            Key("profile", .string(.any), required: true, "The profile's id."), Key("on", .boolean, required: true, "true: on; false: off.")
        ) { .accessibility(AccessibilityRequest($0, .profile($0["profile"]!.string!, isOn: $0["on"]!.bool!))) },
        WireMessage(
            request: "focus", needs: .right(.accessibility), answer: "`reply`, after the `focus` or `navigate` line", requestID, screen, turn,
            Key("region", .string(.any), "The id of the region that gets the focus."),
            Key(
                "move", .word(FocusMove.allCases.map(\.rawValue)),
                "next, previous: the focus goes to another element; increment, decrement: the element's value changes."),
            Key("element", .object(.readElement), "The element of an application that has the focus, while the focus is on its surface.")
        ) { line throws(RequestError) in .accessibility(try AccessibilityRequest(focus: line)) },
        WireMessage(
            request: "activate", needs: .right(.accessibility), answer: "`reply`, after the begin of the touch and the `activate` line", requestID,
            screen, turn
        ) { .accessibility(AccessibilityRequest($0, hasTurn: true, .activate)) },
        WireMessage(
            request: "extend", needs: .right(.accessibility), answer: "`reply`; idle times begin anew, as after a touch", requestID, screen
        ) { .accessibility(AccessibilityRequest($0, .extend)) },
    ]

    static let lines: [WireMessage] = {
        let screen = Key("screen", .string(.any), required: true, "The screen's id.")
        let turn = Key("turn", count, required: true, "Rises with each `focus`, `explore`, `navigate` and `activate` line of the screen.")
        let by = Key("by", .word(AccessibilityNotice.Cause.allCases.map(\.rawValue)), required: true, "What has caused it.")
        let states = Key(
            "states", .list(.word(AccessibleElement.State.allCases.map(\.rawValue)), isEmptyAllowed: true), required: true,
            "sensitive: the focus is on a sensitive region, and only its owner learns where in it. The others are those of an application's element.")
        return [
            WireMessage(
                "accessibility", "a profile of a screen was switched on or off, or a plug went into a jack or out of it. Carries no `seq`", screen,
                time,
                Key("profiles", strings, required: true, "The profiles that are on, in the order of the file."),
                Key("private", .boolean, required: true, "true: a plug is in a jack, so private texts may be spoken."), by),
            WireMessage(
                "focus", "an element has the focus. Goes to subscribers with the right `accessibility`. Carries no `seq`",
                [
                    screen, turn, time, by, Key("region", .string(.any), required: true, "The region's id."),
                    Key("path", .string(.any), required: true, "The region's path."),
                ] + texts + [states, Key("frame", rectangle, required: true, "The box around the element, in points of the screen.")]),
            WireMessage(
                "navigate",
                "the focus is on a surface: a program that reads the application answers with `focus` within 0.25 s, with an `element`, or with the "
                    + "same `move` at the end of the application. Goes to subscribers with the right `accessibility`. Carries no `seq`", screen, turn,
                time,
                Key("surface", .string(.any), required: true, "The surface's id."),
                Key("direction", .word(FocusMove.allCases.map(\.rawValue)), required: true, "Where the focus goes in the application.")),
            WireMessage(
                "explore",
                "a finger explores a surface: a program that reads the application answers with `focus` and the `element` at this place. A later line may "
                    + "replace this one. Goes to subscribers with the right `accessibility`. Carries no `seq`", screen, turn, time,
                Key("surface", .string(.any), required: true, "The surface's id."),
                Key("x", .number(.any), required: true, "The place of the finger, in points of the screen."),
                Key("y", .number(.any), required: true, "The place of the finger, in points of the screen.")),
            WireMessage(
                "accessibilityGesture",
                "several fingers have made a gesture while fingers explore; what it does is left to the program that speaks. Goes to subscribers with the "
                    + "right `accessibility`. Carries no `seq`",
                screen, time,
                Key("fingers", count, required: true, "The number of fingers."),
                Key("kind", .word(["tap", "swipe"]), required: true, "What the fingers have done."),
                Key("direction", .word(AccessibilityGesture.Direction.allCases.map(\.rawValue)), "The direction of a swipe.")),
            WireMessage(
                "activate", "an element was activated by a touch. Goes to subscribers with the right `accessibility`. Carries no `seq`", screen, turn,
                time,
                Key("region", .string(.any), required: true, "The element's region."),
                Key(
                    "touch", .orNull(count), required: true,
                    "The id of the touch; null: there is none, because a program that reads the application activates the element, or because nothing "
                        + "gets the touch.")),
            WireMessage(
                "cue", "something to hear that is no text. Goes to subscribers with the right `accessibility`. Carries no `seq`",
                screen, time,
                Key(
                    "cue", .word(AccessibilityNotice.Cue.allCases.map(\.rawValue)), required: true,
                    "down: a contact came down while a profile is on, wherever it is; it interrupts speech. hold: fingers rest to start or stop a profile; each "
                        + "half second from half of the time on. end: the focus went past the last or first element, or a value is at its end. nothing: "
                        + "there is no element. refuse: not possible. passing: a finger that is held is passed through to the element. on, off: a profile. The others: a key for the program that speaks."
                )),
        ]
    }()
}
