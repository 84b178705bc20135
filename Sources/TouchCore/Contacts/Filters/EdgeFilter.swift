/// Delays a begin at the edge (`FilteredFinger.Hold`).
enum EdgeFilter {
    static let type = FilterType(
        "edge", "edge filter", "A contact that begins at the edge of the panel's area is not a touch until it moves inwards.",
        [
            FilterParameter(
                "distance", .number(isZeroAllowed: false),
                "How near to the edge the contact begins, and how far inwards it must then move, in points.")
        ]
    ) { values, rules in
        rules.edge = values.number("distance")
    }
}
