/// Ignores contacts that begin in certain places.
enum MaskFilter {
    static let type = FilterType(
        "mask", .rectangles, "Rectangles on the screen, in points. A contact that begins in one is not a touch."
    ) { values, rules in
        rules.mask = values.rectangles("mask")
    }

    static func hides(_ location: Point, _ rules: FilterRules) -> Bool { rules.mask.contains { $0.contains(location) } }
}
