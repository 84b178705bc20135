import TouchCore
import Vocabulary

/// The format of the rules of a screen's glass, in configurations and in scenarios.
package enum KioskShapes {
    private static let kiosk: ShapeName = "kiosk", staff: ShapeName = "staffGesture",
        gesture: ShapeName = "kioskGesture", action: ShapeName = "kioskAction"

    /// The range of times for which a rule may delay a finger, in seconds.
    private static let delay = NumberRange(exclusiveMinimum: 0, maximum: 60)

    package static let key = Key("kiosk", .object(kiosk), "The rules of the glass. A rule that is absent is off. Default: none.")

    package static let format = Format([kiosk: rules, staff: staffGesture, gesture: kioskGesture, action: kioskAction])

    private static let rules = Shape(
        "kiosk section", unnamed: "the kiosk section", "Rules for fingers that act before any region or application gets them.",
        keys: [
            Key("wake", .members(wake), "The touch that wakes a dark display reaches nobody."),
            Key(
                "idle", .list(.number(NumberRange(minimum: 0.1)), isEmptyAllowed: false),
                "Seconds without a touch, ascending. At each of these times the screen is idle, and clients get a screen line."),
            Key("edges", .members(edges), "Swipes from the edges inwards, which would leave the application, reach nobody."),
            Key("staff", .list(.object(staff), isEmptyAllowed: false), "Gestures for staff: taps in a corner, the last one held."),
            Key(
                "gestures", .list(.object(gesture), isEmptyAllowed: false),
                "Gestures of the kiosk, which make touchd act: swipes, a hold in a corner, a hold of several fingers."),
            Key("cleaning", .members(cleaning), "How a finger can end the mode cleaning."),
        ])

    private static let wake = Shape(
        "wake rule", unnamed: "the wake rule", "While the state of the display is unknown, no touch is kept back.",
        keys: [
            Key(
                "grace", .number(.notNegative),
                "Seconds after the last finger is up in which a new touch reaches nobody either. Default: 0.2.")
        ])

    private static let edges = Shape(
        "edge rules", unnamed: "the edge rules",
        "A touch that begins in an edge zone is delayed until touchd knows whether it is a swipe. A slow drag from the edge is delivered.",
        keys: [
            Key(
                "sides", .list(.word(EdgeRules.Side.allCases.map(\.rawValue)), isEmptyAllowed: true),
                "The screen's edges that count. Default: all four."),
            Key("distance", .number(.positive), "How wide the zone at an edge is, in points. Default: 40."),
            Key("travel", .number(.positive), "How far inwards a swipe must go, in points. Default: 120."),
            Key("within", .number(delay), "Seconds in which the swipe must go that far. Default: 0.4."),
            Key(
                "maximumTouches", .number(.whole(from: 1)),
                "How many fingers may be on surfaces at once. Further fingers are ignored until they lift. Default: no limit."),
        ])

    private static let staffGesture = Shape(
        "staff gesture", "Taps in a corner, the last one held. The presses are delayed until touchd knows whether they make the gesture.",
        keys: [
            Key("id", .string(.identifier), required: true, "The name that clients get. Unique on the screen."),
            Key("corner", .word(StaffRule.Corner.allCases.map(\.rawValue)), required: true, "The corner of the screen."),
            Key("size", .number(.positive), "The side of the square in the corner, in points. Default: 120."),
            Key("taps", .number(.whole(from: 1)), "The number of presses, including the one that is held. Default: 5."),
            Key("hold", .number(delay), "Seconds for which the last press must be held. Default: 2."), doKey,
        ])

    private static let kioskGesture = Shape(
        "kiosk gesture",
        "Exactly one of a swipe, a hold in a corner and a hold of several fingers. Its fingers reach nobody. A finger is delayed only while a "
            + "gesture can still come of it.",
        forms: [
            Form(requires: ["swipe"], forbids: ["corner", "size", "hold"]),
            Form(requires: ["corner"], forbids: ["swipe", "fingers", "from", "distance", "travel", "within"]),
            Form(requires: ["fingers"], forbids: ["swipe", "corner", "from", "distance", "travel", "within", "size"]),
        ],
        keys: [
            Key("id", .string(.identifier), required: true, "The name that clients get. Unique among the gestures of staff and of the kiosk."),
            Key("swipe", .word(KioskGestureRule.Direction.allCases.map(\.rawValue)), "The direction of a swipe."),
            Key(
                "from", .word(ScreenSide.allCases.map(\.rawValue)),
                "The edge near which all fingers of the swipe come down. Required for a swipe of one finger."),
            Key("distance", .number(.positive), "How wide the zone at that edge is, in points. Default: 40."),
            Key("travel", .number(.positive), "How far each finger must go, in points; sideways it may go less than half as far. Default: 160."),
            Key("within", .number(delay), "Seconds in which each finger must go that far. Default: 0.5."),
            Key("corner", .word(StaffRule.Corner.allCases.map(\.rawValue)), "The corner of the screen in which a finger rests."),
            Key("size", .number(.positive), "The side of the square in the corner, in points. Default: 120."),
            Key("hold", .number(delay), "Seconds for which the fingers rest within 24 points. Default: 3."),
            Key(
                "fingers", .number(.whole(from: 1)),
                "The number of fingers, which begin within 0.1 s; at least 2 if they rest. Default: 1."),
            doKey,
        ])

    private static let doKey = Key(
        "do", .object(action), "The actions of touchd when the gesture is made, besides the line to clients. Default: none.")

    private static let kioskAction = Shape(
        "action", unnamed: "the action", "One or several actions of touchd.",
        keys: [
            Key("unit", .boolean, "true: systemd starts touchd-gesture@SCREEN:ID.service. Default: false."),
            Key(
                "key", .list(.string(.keyName), isEmptyAllowed: false),
                "Keys that touchd presses in this order, on the screen's keyboard, and releases in reverse order. Default: none."),
        ])

    private static let cleaning = Shape(
        "cleaning rule", unnamed: "the cleaning rule", "In the mode cleaning nobody gets touches.",
        keys: [
            Key(
                "holdToLeave", .number(.positive), required: true,
                "Seconds for which a single finger must rest in one place to end the mode.")
        ])
}
