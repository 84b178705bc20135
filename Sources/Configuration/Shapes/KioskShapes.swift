import TouchCore
import Vocabulary

/// The format of the rules of a screen's glass, in configurations and in scenarios.
package enum KioskShapes {
    private static let kiosk: ShapeName = "kiosk", staff: ShapeName = "staffGesture"

    package static let key = Key("kiosk", .object(kiosk), "The rules of the glass: each is off unless it is given. Default: none.")

    package static let format = Format([kiosk: rules, staff: staffGesture])

    private static let rules = Shape(
        "kiosk section", unnamed: "the kiosk section", "What becomes of fingers before any region or application hears of them.",
        keys: [
            Key("wake", .members(wake), "The touch that wakes a dark display reaches nobody."),
            Key(
                "idle", .list(.number(NumberRange(minimum: 0.1)), isEmptyAllowed: false),
                "Seconds without a touch after which the screen is idle, ascending: clients are told at each."),
            Key("edges", .members(edges), "Swipes from the edges inwards reach nobody: they would leave the application."),
            Key("staff", .list(.object(staff), isEmptyAllowed: false), "Gestures for staff: taps in a corner, the last one held."),
            Key("cleaning", .members(cleaning), "How the mode in which the glass is cleaned ends."),
        ])

    private static let wake = Shape(
        "wake rule", unnamed: "the wake rule", "Where the display's state is unknown nothing is kept back.",
        keys: [
            Key(
                "grace", .number(.notNegative),
                "Seconds after all fingers are up in which a touch that begins reaches nobody either. Default: 0.2.")
        ])

    private static let edges = Shape(
        "edge rules", unnamed: "the edge rules",
        "A touch that begins in an edge zone is withheld until it is decided; a slow drag from there goes through.",
        keys: [
            Key(
                "sides", .list(.word(EdgeRules.Side.allCases.map(\.rawValue)), isEmptyAllowed: true),
                "The screen's edges that count. Default: all four."),
            Key("distance", .number(.positive), "How wide the zone at an edge is, in points. Default: 40."),
            Key("travel", .number(.positive), "How far inwards a swipe goes, in points. Default: 120."),
            Key("within", .number(.positive), "Seconds in which it goes there. Default: 0.4."),
            Key(
                "maximumTouches", .number(.whole(from: 1)),
                "How many fingers may be on surfaces at once; those beyond are nothing until they lift. Default: as many as there are."),
        ])

    private static let staffGesture = Shape(
        "staff gesture", "Taps in a corner, the last one held. What might be one is withheld until it is decided.",
        keys: [
            Key("id", .string(.identifier), required: true, "What clients are told. Unique on the screen."),
            Key("corner", .word(StaffRule.Corner.allCases.map(\.rawValue)), required: true, "Of the screen."),
            Key("size", .number(.positive), "The side of the square in the corner, in points. Default: 120."),
            Key("taps", .number(.whole(from: 1)), "With the one that is held. Default: 5."),
            Key("hold", .number(.positive), "Seconds for which the last one is held. Default: 2."),
        ])

    private static let cleaning = Shape(
        "cleaning rule", unnamed: "the cleaning rule", "In the mode cleaning nothing is routed.",
        keys: [
            Key(
                "holdToLeave", .number(.positive), required: true,
                "Seconds for which one finger rests in its place, alone, to end it.")
        ])
}
