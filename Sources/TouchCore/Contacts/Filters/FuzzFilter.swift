/// Keeps a finger in place until it has moved far enough (`FilteredFinger`).
enum FuzzFilter {
    static let type = FilterType("fuzz", .number(isZeroAllowed: false), "Points that a finger must move before the move counts.") {
        values, rules in
        rules.fuzz = values.number("fuzz")
    }
}
