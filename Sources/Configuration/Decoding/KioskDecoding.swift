import StrictYAML
import TouchCore

extension KioskRules {
    /// Reads the `kiosk` section of a screen. Without a section there are no rules.
    package init(_ node: YAMLNode?, _ log: DiagnosticLog) {
        self.init()
        guard let node else { return }
        if let wake = node["wake"] { self.wake = WakeRule(grace: wake.microseconds("grace") ?? WakeRule().grace) }
        if let rule = node["cleaning"]?.microseconds("holdToLeave") { cleaning = CleaningRule(holdToLeave: rule) }
        edges = node["edges"].map(EdgeRules.init)
        staff = node.items("staff").compactMap(StaffRule.init)
        setIdle(node, log)
        var known: Set<String> = []
        for rule in node.items("staff") {
            guard let id = rule.string("id"), !known.insert(id).inserted else { continue }
            log.error(rule["id"]!.mark, "this screen already has a staff gesture \(quoted(id))")
        }
    }

    private mutating func setIdle(_ node: YAMLNode, _ log: DiagnosticLog) {
        for item in node.items("idle") {
            guard let threshold = item.microseconds else { continue }
            if let last = idle.last, threshold <= last {
                log.error(item.mark, "\"idle\": each threshold must be above the one before it")
            }
            idle.append(threshold)
        }
    }
}

extension EdgeRules {
    fileprivate init(_ node: YAMLNode) {
        self.init()
        if node["sides"] != nil { sides = Set(node.items("sides").compactMap { $0.string.flatMap(Side.init) }) }
        distance = node.number("distance") ?? distance
        travel = node.number("travel") ?? travel
        within = node.microseconds("within") ?? within
        maximumTouches = node.number("maximumTouches").map { Int(clamping: min(max($0, 1), 1e6)) }
    }
}

extension StaffRule {
    fileprivate init?(_ node: YAMLNode) {
        guard let id = node.string("id"), let corner = node.string("corner").flatMap(Corner.init) else { return nil }
        self.init(id: id, corner: corner)
        size = node.number("size") ?? size
        taps = node.number("taps").map { Int(clamping: min(max($0, 1), 1e6)) } ?? taps
        hold = node.microseconds("hold") ?? hold
    }
}
