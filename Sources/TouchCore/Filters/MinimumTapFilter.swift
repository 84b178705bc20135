/// Delays each begin for a fixed time (`FilteredFinger.Hold`).
enum MinimumTapFilter {
    static let type = FilterType(
        "minimumTap", .seconds, "Seconds that a contact has to last to be a touch. Every touch is known that much later."
    ) { values, rules in
        rules.minimumTap = values.microseconds("minimumTap")
    }
}
