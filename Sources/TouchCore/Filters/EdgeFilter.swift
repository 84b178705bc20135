/// Delays a begin at the edge (`FilteredFinger.Hold`).
enum EdgeFilter {
    static let type = FilterType(
        "edge", "edge filter", "A contact that begins at the outermost edge is no touch until it moves inwards.",
        [
            FilterParameter(
                "distance", .number(isZeroAllowed: false),
                "How near to the area's edge a contact has to begin, and how far inwards it has to move, in points.")
        ]
    ) { values, rules in
        rules.edge = values.number("distance")
    }
}
