import StrictYAML
import TouchCore

extension KioskRules {
    /// Reads the `kiosk` section of a screen. Without a section there are no rules.
    ///
    package init(_ node: YAMLNode?, keyboard: ScreenKeyboard, _ log: DiagnosticLog) {
        self.init()
        guard let node else { return }
        if let wake = node["wake"] { self.wake = WakeRule(grace: wake.microseconds("grace") ?? WakeRule().grace) }
        if let rule = node["cleaning"]?.microseconds("holdToLeave") { cleaning = CleaningRule(holdToLeave: rule) }
        edges = node["edges"].map(EdgeRules.init)
        staff = node.items("staff").compactMap { StaffRule($0, keyboard, log) }
        gestures = node.items("gestures").compactMap { KioskGestureRule($0, keyboard, log) }
        setIdle(node, log)
        checkIDs(node, log)
    }

    /// Checks that the gestures of staff and of the kiosk have different ids, because units and programs know them by their ids only.
    private func checkIDs(_ node: YAMLNode, _ log: DiagnosticLog) {
        var known: [String: String] = [:]
        for (key, noun) in [("staff", "staff gesture"), ("gestures", "kiosk gesture")] {
            for rule in node.items(key) {
                guard let id = rule.string("id") else { continue }
                if let other = known[id] { log.error(rule["id"]!.mark, "this screen already has a \(other) \(quoted(id))") }
                known[id] = known[id] ?? noun
            }
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
    fileprivate init?(_ node: YAMLNode, _ keyboard: ScreenKeyboard, _ log: DiagnosticLog) {
        guard let id = node.string("id"), let corner = node.string("corner").flatMap(Corner.init) else { return nil }
        self.init(id: id, corner: corner)
        size = node.number("size") ?? size
        taps = node.number("taps").map { Int(clamping: min(max($0, 1), 1e6)) } ?? taps
        hold = node.microseconds("hold") ?? hold
        action = KioskAction(node["do"], "staff gesture \(quoted(id))", keyboard, log)
    }
}

extension KioskGestureRule {
    fileprivate init?(_ node: YAMLNode, _ keyboard: ScreenKeyboard, _ log: DiagnosticLog) {
        guard let id = node.string("id") else { return nil }
        let fingers = node.number("fingers").map { Int(clamping: min(max($0, 1), 1e6)) } ?? 1
        let hold = node.microseconds("hold") ?? 3_000_000
        let form: Form
        if node["swipe"] != nil {
            guard let direction = node.string("swipe").flatMap(Direction.init) else { return nil }
            form = .swipe(Swipe(node, direction, fingers: fingers, log))
        } else if node["corner"] != nil {
            guard let corner = node.string("corner").flatMap(StaffRule.Corner.init) else { return nil }
            form = .corner(corner, size: node.number("size") ?? 120, hold: hold)
        } else {
            if fingers == 1, let one = node.entry("fingers") {
                log.error(one.mark, "\"fingers\" in kiosk gesture \(quoted(id)): a hold anywhere needs at least 2 fingers; or give a \"corner\"")
            }
            form = .rest(hold: hold)
        }
        self.init(id: id, form, fingers: fingers, action: KioskAction(node["do"], "kiosk gesture \(quoted(id))", keyboard, log))
    }
}

extension KioskGestureRule.Swipe {
    fileprivate init(_ node: YAMLNode, _ direction: KioskGestureRule.Direction, fingers: Int, _ log: DiagnosticLog) {
        self.init(direction, from: node.string("from").flatMap(ScreenSide.init))
        distance = node.number("distance") ?? distance
        travel = node.number("travel") ?? travel
        within = node.microseconds("within") ?? within
        if node["from"] != nil { return }
        if fingers == 1 {
            log.error(
                node.entry("swipe")?.mark ?? node.mark,
                "a swipe of one finger needs \"from\", the edge that it comes from; otherwise every touch would be delayed")
        }
        if let distance = node.entry("distance") {
            log.error(distance.mark, "\"distance\" has no effect without \"from\", the edge that it is about")
        }
    }
}

extension KioskAction {
    fileprivate init(_ node: YAMLNode?, _ gesture: String, _ keyboard: ScreenKeyboard, _ log: DiagnosticLog) {
        self.init(startsUnit: node?.boolean("unit") ?? false)
        let place = "\"key\" of \(gesture)"
        for item in node?.items("key") ?? [] {
            guard let key = KeyDecoding.key(item, place, log) else { continue }
            if keys.contains(key) { log.error(item.mark, "\(place): \(KeyName.name(key)) is there already, and still down; remove one of the two") }
            keys.append(key)
            if let flaw = KeyboardRules.flaw(of: key, keyboard.rules, onScreen: keyboard.screen) {
                log.error(item.mark, "\(place): \(flaw)")
            } else if let rules = keyboard.rules {
                // Each key alone is allowed. The combination may still be one that is never typed, such as Alt and F4.
                var held = HeldKeys(rules)
                do throws(KeyRefusal) { _ = try held.strike(keys) } catch { if error.key == key { log.error(item.mark, "\(place): \(error)") } }
            }
        }
    }
}
