/// Delays a begin that may be a bounce: a tap that belongs to the touch that has just lifted at the same place (`FilteredFinger.Hold`).
enum BounceFilter {
    static let type = FilterType(
        "bounce", "bounce filter", "A tap that soon follows a lift at the same place is part of the touch that lifted.",
        [
            FilterParameter(
                "seconds", .seconds,
                "The most seconds from the lift to the tap, and the tap's longest duration. A contact that lasts longer is a touch."),
            FilterParameter("distance", .number(isZeroAllowed: true), "How far from the lift the tap may be, in points."),
        ]
    ) { values, rules in
        rules.bounce = FilterRules.Nearness(time: values.microseconds("seconds"), distance: values.number("distance"))
    }
}
