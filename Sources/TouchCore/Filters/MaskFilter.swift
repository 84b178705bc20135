extension FilterType {
    static let mask = FilterType(
        "mask", .rectangles, "Rectangles on the screen, in points: contacts that begin there are no touches."
    ) { values, rules in
        rules.mask = values.rectangles("mask")
    }
}

extension FilterRules {
    func masks(_ location: Point) -> Bool { mask.contains { $0.contains(location) } }
}
