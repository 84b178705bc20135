import Vocabulary

/// The noise filters' part of the format.
extension Shapes {
    static let filters = Shape(
        "filters section", unnamed: "the filters section", "Filters against a panel's noise; each is off unless it is given.",
        keys: [
            Key("pressure", .object(.pressure), "A contact that presses too little is no touch, on panels that report pressure."),
            Key(
                "bridge", .object(.bridge),
                "A contact that is lost and soon comes back near by stays the same touch. Every lift is known that much later."),
            Key("bounce", .object(.bounce), "A tap that soon follows another at the same place is part of it."),
            Key(
                "minimumTap", .number(.positive),
                "Seconds that a contact has to last to be a touch. Every touch is known that much later."),
            Key("fuzz", .number(.positive), "Points that a finger has to move to have moved."),
            Key("smooth", .object(.smooth), "Smooths the path of slow fingers: the 1€ filter."),
            Key("edge", .object(.edge), "A contact that begins at the outermost edge is no touch until it moves inwards."),
            Key(
                "mask",
                .list(
                    .vector([Component("x"), Component("y"), Component("width", .positive), Component("height", .positive)]),
                    isEmptyAllowed: true),
                "Rectangles on the screen, in points: contacts that begin there are no touches."),
            Key("ghost", .object(.ghost), "Contacts that begin again and again at exactly the same point are no touches."),
            Key(
                "origin", .boolean,
                "When several contacts are at device position (0, 0) in a report, none of them is there. Default: false."),
        ])

    static let pressure = Shape(
        "pressure filter", unnamed: "the pressure filter", "How hard a contact has to press, from 0 to 1 as touches carry it.",
        keys: [
            Key(
                "begin", .number(NumberRange(exclusiveMinimum: 0, maximum: 1)), required: true,
                "The pressure from which on a contact is a touch."),
            Key(
                "end", .number(NumberRange(minimum: 0, maximum: 1)), required: true,
                "The pressure below which it has lifted; not above begin."),
        ])

    static let bridge = Shape(
        "bridge filter", unnamed: "the bridge filter", "When a contact that begins is one that was lost.",
        keys: [
            Key(
                "seconds", .number(.positive), required: true,
                "For how long a lift is withheld. Two reports' time bridges one lost report."),
            Key(
                "distance", .number(.notNegative), required: true,
                "How far from where it was lost a contact may come back, in points."),
        ])

    static let bounce = Shape(
        "bounce filter", unnamed: "the bounce filter", "When a tap is part of the one before it.",
        keys: [
            Key(
                "seconds", .number(.positive), required: true,
                "How soon after the lift it begins, and how short it is. A contact that lasts longer is a touch."),
            Key("distance", .number(.notNegative), required: true, "How far away it may be, in points."),
        ])

    static let smooth = Shape(
        "smoother", unnamed: "the smoother", "The 1€ filter's parameters (Casiez, Roussel, Vogel, CHI 2012).",
        keys: [
            Key(
                "minCutoff", .number(.positive), required: true,
                "Cutoff frequency of a finger that hardly moves, in Hz: lower is calmer. Start with 1."),
            Key(
                "beta", .number(.notNegative), required: true,
                "By how many Hz it rises with each point a second: higher lags less. Start with 0.01."),
        ])

    static let edge = Shape(
        "edge filter", unnamed: "the edge filter", "What the outermost edge is.",
        keys: [
            Key(
                "distance", .number(.positive), required: true,
                "How near to the area's edge a contact has to begin, and how far inwards it has to move, in points.")
        ])

    static let ghost = Shape(
        "ghost filter", unnamed: "the ghost filter", "When contacts at one point are no fingers.",
        keys: [
            Key(
                "times", .number(.whole(from: 1)), required: true,
                "How many contacts that did not move have to have begun at the very same point before."),
            Key(
                "seconds", .number(.positive), required: true,
                "How soon after the lift of the one before each has to begin. Faulty panels do it twice a second."),
        ])
}
