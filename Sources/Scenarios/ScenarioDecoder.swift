import Configuration
import JSON
import StrictYAML
import TouchCore
import Vocabulary

/// Turns a node into a scenario, and finds its errors. Each scenario needs a new decoder, because IDs are unique within its tree.
struct ScenarioDecoder {
    private let log: DiagnosticLog
    private let configuration: Settings?
    private var regions: RegionDecoder
    /// The validator of the whole file, passed on from scenario to scenario.
    private(set) var validator: ShapeValidator
    /// The touches that are down at this point of the input.
    private var down: Set<Int> = []
    private var time: Int64 = 0

    init(log: DiagnosticLog, configuration: Settings?, _ validator: ShapeValidator) {
        self.log = log
        self.configuration = configuration
        self.validator = validator
        regions = RegionDecoder(log: log, scope: "scenario")
    }

    /// Decodes the scenario. It is valid only if the log has no errors afterwards.
    mutating func scenario(_ node: YAMLNode) -> Scenario? {
        validator.validate(node, .scenario)
        guard case .mapping = node.content else { return nil }
        regions.gestureDefaults =
            node["gestureDefaults"].map { GestureDefaults($0, log) } ?? configuration?.gestureDefaults ?? GestureDefaults()
        let (screens, screen) = tree(node)
        let inputs = node.items("input").compactMap { input($0) }
        let claimed = node.items("claimed")
        for item in claimed { if let id = item.string { regions.refer(to: id, item.mark, place: "\"claimed\"") } }
        let observed = node.items("observe").compactMap { item in
            item.string.flatMap(EntryKind.init).map { (kind: $0, mark: item.mark) }
        }
        let expected = node.items("expect").map { expectation($0, among: observed.map(\.kind)) }
        let filter = node.entry("filter").map { self.filter($0.value) } ?? [:]
        // Without a tree, each reference would be one more error.
        if !screens.isEmpty { regions.checkReferences() }
        return Scenario(
            name: node.string("name") ?? "", mark: node.mark, screens: screens, screen: screen,
            gestureDefaults: regions.gestureDefaults, claimed: claimed.compactMap(\.string), inputs: inputs,
            isFramed: node.string("delivery") == "framed", observed: observed, filter: filter,
            tolerance: node.number("tolerance") ?? 0.01, expected: expected, expectMark: node["expect"]?.mark ?? node.mark)
    }

    // MARK: Tree

    private mutating func tree(_ node: YAMLNode) -> (screens: [ScreenSpec], screen: Int) {
        guard let tree = node["tree"] else { return configuredTree(node) }
        if let screen = node.entry("screen") {
            log.error(screen.mark, "\"screen\" names a screen of the configuration; a scenario with a \"tree\" has only one screen")
        }
        // Without a list, a scenario may type everything that can be typed.
        let keyboard = KeyboardRules(node["keyboard"], log) ?? .everything
        regions.keyboard = (keyboard, "screen")
        let nodes = tree["windows"].map { $0.items ?? [] } ?? [tree]
        let windows = regions.windows(nodes, screen: 0)
        let controllers = regions.controllers(tree["windows"] == nil ? [tree] : [tree] + nodes, screen: 0)
        // The screen reaches as far as the windows, because edge gestures begin at its edges.
        let frames = windows.map(\.geometry.frame)
        let size = Size(max(frames.map(\.maxX).max() ?? 1, 1), max(frames.map(\.maxY).max() ?? 1, 1))
        let kiosk = KioskRules(node["kiosk"], keyboard: (keyboard, "screen"), log)
        let accessibility = regions.accessibilityRules(node["accessibility"])
        let screen = ScreenSpec(
            id: "screen", size: size, windows: windows, controllers: controllers, kiosk: kiosk, keyboard: keyboard, accessibility: accessibility)
        return ([screen], 0)
    }

    private mutating func configuredTree(_ node: YAMLNode) -> (screens: [ScreenSpec], screen: Int) {
        guard let configuration else {
            log.error(
                node.mark,
                "missing \"tree\" in scenario \(quoted(node.string("name") ?? "")), "
                    + "and there is no configuration that has one; give a configuration with --config")
            return ([], 0)
        }
        for key in ["kiosk", "keyboard", "accessibility"] {
            guard let entry = node.entry(key) else { continue }
            log.error(entry.mark, "\(quoted(key)) is not allowed without a \"tree\": the configuration's own rules apply")
        }
        let screens = configuration.screens.map(\.spec)
        let tree = RegionTree(screens)
        regions.define(tree.records.map(\.id), gestures: tree.directory.gestures.map(\.id))
        guard let name = node["screen"], let id = name.string else { return (screens, 0) }
        if let index = screens.firstIndex(where: { $0.id == id }) { return (screens, index) }
        let suffix = suggestionSuffix(for: id, among: screens.map(\.id))
        log.error(name.mark, "the configuration has no screen \(quoted(id))\(suffix)")
        return (screens, 0)
    }

    // MARK: Input

    private mutating func input(_ node: YAMLNode) -> Input? {
        guard let seconds = node.number("t"), seconds >= 0 else {
            if case .mapping = node.content, node["t"] == nil { log.error(node.mark, "missing \"t\" in an input: seconds, from 0 up") }
            return nil
        }
        let time = Int64(clamping: (min(seconds, 1e9) * 1e6).rounded())
        if time < self.time {
            let last = shortest(Double(self.time) / 1e6)
            log.error(node["t"]!.mark, "the input goes back in time: \(shortest(seconds)) comes after \(last)")
        }
        self.time = max(time, self.time)
        return action(node).map { Input(time: time, mark: node.mark, action: $0) }
    }

    private mutating func action(_ node: YAMLNode) -> Input.Action? {
        guard let op = node["op"] else { return sample(node) }
        switch op.string {
        case "hover": return point(node).map { .hover($0) }
        case "hoverEnd": return .hover(nil)
        case "hitTest": return point(node).map { .hitTest($0) }
        case "convert":
            guard let from = name(node, "from"), let to = name(node, "to"), let point = node.point("point") else { return nil }
            return .convert(from: from, to: to, point)
        case "query": return query(node).map { .query($0) }
        case "frame": return .frame
        case "tick": return .tick
        case "answer": return answer(node)
        case "display": return node.string("display").flatMap(DisplayState.init).map { .display($0) }
        case "mode": return node.string("mode").flatMap(ScreenMode.init).map { .mode($0, for: node.microseconds("seconds")) }
        case "key": return .key(node.string("key") ?? "", node.string("action").flatMap(KeypadAction.init))
        case "jack":
            guard let jack = node.string("jack"), let isIn = node.boolean("in") else { return nil }
            return .jack(jack, isIn: isIn)
        case "profile", "focus", "activate", "extend": return accessAction(node).map { access(node, $0) }
        default: return regions.edit(node, &validator).map { .edit($0) }
        }
    }

    private mutating func sample(_ node: YAMLNode) -> Input.Action? {
        guard let number = node.number("touch"), let touch = Int(exactly: number), let at = point(node),
            let phase = node.string("phase").flatMap(TouchPhase.init)
        else { return nil }
        if phase == .began {
            if !down.insert(touch).inserted { log.error(node.mark, "touch \(touch) begins, but it is already down") }
        } else if !down.contains(touch) {
            log.error(node.mark, "touch \(touch) is not down")
        }
        if phase.isTerminal { down.remove(touch) }
        return .sample(touch: touch, phase: phase, at: at)
    }

    private func access(_ node: YAMLNode, _ action: Input.AccessRequest.Action) -> Input.Action {
        .access(
            Input.AccessRequest(
                op: node.string("op") ?? "", action: action, turn: node.number("turn").flatMap { UInt64(exactly: $0) },
                isOwner: node.boolean("owner") ?? false))
    }

    private mutating func accessAction(_ node: YAMLNode) -> Input.AccessRequest.Action? {
        switch node.string("op") {
        case "profile":
            guard let profile = node.string("profile"), let isOn = node.boolean("on") else { return nil }
            return .profile(profile, isOn: isOn)
        case "activate": return .activate
        case "extend": return .extend
        default:
            if let region = node.string("region") { return .region(region) }
            if let move = node.string("move").flatMap(FocusMove.init) { return .move(move) }
            guard let label = node.string("label") else { return nil }
            let element = AccessibleElement(label: label, frame: node.rect("frame") ?? Rect(0, 0, 0, 0))
            return .element(element, activationPoint: node.point("point"))
        }
    }

    private mutating func query(_ node: YAMLNode) -> Input.Query? {
        switch node.string("what") {
        case "touchesForView": return name(node, "region").map { .touchesForView($0) }
        case "allTouches": return .allTouches
        case "chain": return name(node, "region").map { .chain($0) }
        case "frame": return name(node, "region").map { .frame($0) }
        case "touchView": return node.number("touch").flatMap { Int(exactly: $0) }.map { .touchView($0) }
        case "pointInside":
            guard let region = name(node, "region"), let point = node.point("point") else { return nil }
            return .pointInside(region, point)
        default: return nil
        }
    }

    private mutating func answer(_ node: YAMLNode) -> Input.Action? {
        guard let mark = node["gesture"]?.mark, let gesture = node.string("gesture"), let value = node.boolean("value"),
            let ask = node.string("ask").flatMap(GestureAsk.init)
        else { return nil }
        regions.refer(toGesture: gesture, mark, place: "\"gesture\" of op answer")
        return .answer(gesture: gesture, ask, touch: node.number("touch").flatMap { Int(exactly: $0) }, value)
    }

    private func point(_ node: YAMLNode) -> Point? {
        guard let x = node.number("x"), let y = node.number("y") else { return nil }
        return Point(x, y)
    }

    /// Returns the region ID under a key, and records the reference: the region must be in the tree, or an edit must add it.
    private mutating func name(_ node: YAMLNode, _ key: String) -> String? {
        guard let value = node[key], let name = value.string else { return nil }
        regions.refer(to: name, value.mark, place: quoted(key))
        return name
    }

    // MARK: Expectation

    private mutating func expectation(_ node: YAMLNode, among observed: [EntryKind]) -> Scenario.Expected {
        let fields = OrderedJSON(node)
        guard let kind = EntryKind(of: fields) else { return Scenario.Expected(fields: fields, mark: node.mark) }
        if !observed.contains(kind) {
            log.error(node.mark, "an entry of kind \(kind.rawValue) is expected, but \"observe\" does not name that kind")
        }
        let gestures = kind == .gesture || kind == .gestureState || kind == .question
        for key in gestures ? ["gesture", "question"] : ["hit", "hitTest", "to", "control", "scroll", "intercept", "region", "from"] {
            guard let value = node[key], let id = value.string, !Self.alwaysThere.contains(id) else { continue }
            let place = "\(quoted(key)) of an expected entry"
            if gestures {
                regions.refer(toGesture: id, value.mark, place: place)
            } else {
                regions.refer(to: id, value.mark, place: place)
            }
        }
        return Scenario.Expected(fields: fields, mark: node.mark)
    }

    /// Responders that exist without a declaration.
    private static let alwaysThere = ["application", "delegate"]

    private func filter(_ node: YAMLNode) -> [EntryKind: [(field: String, values: [OrderedJSON])]] {
        guard case .mapping(let kinds) = node.content else {
            log.error(node.mark, "\"filter\": expected a mapping of kinds, found \(node.found)")
            return [:]
        }
        var filter: [EntryKind: [(field: String, values: [OrderedJSON])]] = [:]
        for entry in kinds {
            guard let kind = EntryKind(rawValue: entry.key) else {
                let suffix = suggestionSuffix(for: entry.key, among: EntryKind.allCases.map(\.rawValue))
                log.error(entry.mark, "\"filter\": there is no kind \(quoted(entry.key))\(suffix)")
                continue
            }
            guard case .mapping(let fields) = entry.value.content else {
                log.error(entry.value.mark, "\"filter\": expected a mapping of fields, found \(entry.value.found)")
                continue
            }
            for field in fields {
                guard let values = field.value.items else {
                    log.error(field.value.mark, "\"filter\": expected a list of values, found \(field.value.found)")
                    continue
                }
                filter[kind, default: []].append((field.key, values.map { OrderedJSON($0) }))
            }
        }
        return filter
    }
}
