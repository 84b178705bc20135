import TouchCore

extension FilterRules {
    /// Nil when the section asks for nothing.
    init?(_ node: YAMLNode) {
        self.init()
        pressure = node["pressure"].flatMap(Pressure.init)
        bridge = node["bridge"].flatMap(Nearness.init)
        bounce = node["bounce"].flatMap(Nearness.init)
        minimumTap = node.microseconds("minimumTap")
        fuzz = node.number("fuzz")
        smoothing = node["smooth"].flatMap(Smoothing.init)
        edge = node["edge"]?.number("distance")
        mask = node.items("mask").compactMap(\.rect)
        ghost = node["ghost"].flatMap(Ghost.init)
        origin = node.boolean("origin") ?? false
        if isEmpty { return nil }
    }
}

extension FilterRules.Pressure {
    init?(_ node: YAMLNode) {
        guard let begin = node.number("begin"), let end = node.number("end") else { return nil }
        self.init(begin: begin, end: end)
    }
}

extension FilterRules.Nearness {
    init?(_ node: YAMLNode) {
        guard let time = node.microseconds("seconds"), let distance = node.number("distance") else { return nil }
        self.init(time: time, distance: distance)
    }
}

extension FilterRules.Smoothing {
    init?(_ node: YAMLNode) {
        guard let minCutoff = node.number("minCutoff"), let beta = node.number("beta") else { return nil }
        self.init(minCutoff: minCutoff, beta: beta)
    }
}

extension FilterRules.Ghost {
    init?(_ node: YAMLNode) {
        guard let times = node.number("times"), let pause = node.microseconds("seconds") else { return nil }
        self.init(times: Int(clamping: min(max(times, 1), 1e6)), pause: pause)
    }
}
