/// Delays a begin that may be the bounce of a tap (`FilteredFinger.Hold`).
enum BounceFilter {
    static let type = FilterType(
        "bounce", "bounce filter", "A tap that soon follows another at the same place is part of it.",
        [
            FilterParameter(
                "seconds", .seconds, "How soon after the lift it begins, and how short it is. A contact that lasts longer is a touch."),
            FilterParameter("distance", .number(isZeroAllowed: true), "How far away it may be, in points."),
        ]
    ) { values, rules in
        rules.bounce = FilterRules.Nearness(time: values.microseconds("seconds"), distance: values.number("distance"))
    }
}
