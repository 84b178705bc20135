extension FilterType {
    static let minimumTap = FilterType(
        "minimumTap", .seconds, "Seconds that a contact has to last to be a touch. Every touch is known that much later."
    ) { values, rules in
        rules.minimumTap = values.microseconds("minimumTap")
    }
}
