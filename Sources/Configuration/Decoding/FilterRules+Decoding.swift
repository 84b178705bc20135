import TouchCore

extension FilterRules {
    /// Nil when the section asks for nothing.
    init?(_ node: YAMLNode) {
        self.init()
        bridge = node["bridge"].flatMap(Nearness.init)
        if isEmpty { return nil }
    }
}

extension FilterRules.Nearness {
    init?(_ node: YAMLNode) {
        guard let time = node.microseconds("seconds"), let distance = node.number("distance") else { return nil }
        self.init(time: time, distance: distance)
    }
}
