extension FilterType {
    static let fuzz = FilterType("fuzz", .number(isZeroAllowed: false), "Points that a finger has to move to have moved.") {
        values, rules in
        rules.fuzz = values.number("fuzz")
    }
}
