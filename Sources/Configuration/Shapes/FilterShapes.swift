/// The noise filters' part of the format.
extension Shapes {
    static let filters = Shape(
        "filters section", unnamed: "the filters section", "Filters against a panel's noise; each is off unless it is given.",
        keys: [
            Key(
                "bridge", .object(.bridge),
                "A contact that is lost and soon comes back near by stays the same touch. Every lift is known that much later.")
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
}
