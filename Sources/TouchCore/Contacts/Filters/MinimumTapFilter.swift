/// Delays each begin for a fixed time (`FilteredFinger.Hold`).
enum MinimumTapFilter {
    static let type = FilterType(
        "minimumTap", .seconds, "Seconds that a contact must last to be a touch. Every touch is delayed by this time."
    ) { values, rules in
        rules.minimumTap = values.microseconds("minimumTap")
    }
}
