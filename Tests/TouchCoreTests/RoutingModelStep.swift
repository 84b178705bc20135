import Support

@testable import TouchCore

/// A step in a case of the model test. Any selection of a case's steps is a valid case.
enum RoutingStep {
    /// Fingers in their slots: one that is not down begins; one that is down moves or lifts.
    case frame(panel: Int, fingers: [(slot: Int, isUp: Bool, at: Point)])
    case edit([TreeEdit])
    case replace([ScreenSpec])
    /// Touches, by the number of touches that began before them.
    case steal([UInt64], by: String)
    case letGo([UInt64], by: String)
    case abandon([String])
    case claim(Set<String>)
    case cancel(panel: Int)
    case pass
}

/// A case: a tree, and steps with the time between them.
struct RoutingCase {
    var screens: [ScreenSpec]
    var steps: [(after: Int64, RoutingStep)] = []
}

/// Runs a case in the pipeline and in the model side by side.
struct RoutingPlay: ~Copyable {
    static let slots = 4
    static let screenOfPanel = [0, 0, 1]

    let pipeline: TouchPipeline
    let model: RoutingModel
    private(set) var time: Int64 = 1_000_000
    /// The slots of contacts that are down on each panel, dead ones included, and their places.
    private(set) var contacts: [[Int: Point]] = [[:], [:], [:]]
    private var observer = StreamState()
    private var verifiers: [String: StreamState] = [:]
    private var names: [String: RegionID] = [:]

    init(_ screens: [ScreenSpec]) {
        pipeline = TouchPipeline(tree: RegionTree(screens))
        model = RoutingModel(screens, screenOfPanel: Self.screenOfPanel)
        var panel = Script.tenSlots
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: Int32(Self.slots - 1))
        let kind = PanelKind(panel)
        for (index, screen) in Self.screenOfPanel.enumerated() {
            let mapping = PanelMapping(panel: panel, kind: kind, screen: Size(100, 100))
            _ = pipeline.addPanel("p\(index)", screen: screen, kind: kind, mapping: mapping)
        }
        // Without claimed interceptors no touch would ever wait.
        let interceptors = Set((0..<10).map { "i\($0)" })
        pipeline.setClaimed(interceptors)
        model.claim(interceptors)
    }

    /// Performs a step in both. Returns the difference, or nil.
    mutating func perform(_ step: RoutingStep, after pause: Int64) -> String? {
        time += pause
        let now = time
        var got: [ModelFrame] = []
        for frame in pipeline.advance(to: now) { got.append(ModelFrame(frame, pipeline.tree)) }
        var wanted = model.pass(until: now)
        func names(_ frames: [RoutedFrame], _ tree: borrowing RegionTree) -> [ModelFrame] {
            var result: [ModelFrame] = []
            for frame in frames { result.append(ModelFrame(frame, tree)) }
            return result
        }
        var isDone = true
        var isWanted = true
        switch step {
        case .frame(let panel, let fingers):
            let frame = updateContacts(fingers, panel)
            let changes = frame.map { ContactChange(slot: $0.slot, phase: $0.phase, location: $0.location) }
            got += names(pipeline.handle(changes, panel: PanelID(slot: panel), at: now), pipeline.tree)
            wanted += model.frame(panel, frame, now)
        case .edit(let edits):
            let old = pipeline.tree
            do { got += names(try pipeline.edit(edits, time: now).cancels, old) } catch { isDone = false }
            let frames = model.edit(edits, now)
            isWanted = frames != nil
            wanted += frames ?? []
        case .replace(let screens):
            let old = pipeline.tree
            got += names(pipeline.replaceTree(RegionTree(screens), time: now), old)
            wanted += model.replace(ModelTree(screens), now)
        case .steal(let ids, let thief):
            let ids = ids.map { TouchID.first.rawValue + $0 }
            do {
                got += names(try pipeline.steal(ids.map { TouchID($0) }, by: thief, time: now), pipeline.tree)
            } catch { isDone = false }
            let frames = model.steal(ids, by: thief, now)
            isWanted = frames != nil
            wanted += frames ?? []
        case .letGo(let ids, let thief):
            let ids = ids.map { TouchID.first.rawValue + $0 }
            do {
                got += names(try pipeline.letGo(ids.map { TouchID($0) }, by: thief, time: now), pipeline.tree)
            } catch { isDone = false }
            let frames = model.letGo(ids, by: thief, now)
            isWanted = frames != nil
            wanted += frames ?? []
        case .abandon(let ids):
            got += names(pipeline.abandon(Dictionary(ids.map { ($0, TouchID.first) }) { a, _ in a }, reason: .clientGone, time: now), pipeline.tree)
            wanted += model.abandon(ids, .clientGone, now)
        case .claim(let ids):
            pipeline.setClaimed(ids)
            model.claim(ids)
        case .cancel(let panel):
            got += names(pipeline.cancelTouches(ofPanel: PanelID(slot: panel), reason: .deviceRemoved, time: now), pipeline.tree)
            wanted += model.cancelAll(panel, .deviceRemoved, now)
        case .pass: break
        }
        got.removeAll(where: \.isEmpty)
        if isDone != isWanted { return "the pipeline \(isDone ? "did" : "refused") what the model \(isWanted ? "did" : "refused")" }
        if got != wanted { return "pipeline: \(got)\n  model:    \(wanted)" }
        return verify(got) ?? difference(ofTouchesDown: wanted)
    }

    private mutating func updateContacts(_ fingers: [(slot: Int, isUp: Bool, at: Point)], _ panel: Int) -> [ModelContact] {
        var ends: [ModelContact] = []
        var others: [ModelContact] = []
        for finger in fingers {
            switch (contacts[panel][finger.slot], finger.isUp) {
            case (nil, true): continue
            case (nil, false): others.append(ModelContact(slot: finger.slot, phase: .began, location: finger.at))
            case (_?, true): ends.append(ModelContact(slot: finger.slot, phase: .ended, location: finger.at))
            case (let last?, false):
                if last != finger.at { others.append(ModelContact(slot: finger.slot, phase: .moved, location: finger.at)) }
            }
            contacts[panel][finger.slot] = finger.isUp ? nil : finger.at
        }
        return ends + others
    }

    private mutating func verify(_ frames: [ModelFrame]) -> String? {
        for event in frames.flatMap(\.events) {
            let name = event.receiver ?? "-"
            let index = names[name] ?? RegionID(slot: names.count)
            names[name] = index
            do throws(StreamState.Violation) {
                try observer.apply(TouchID(event.id), event.phase, receiver: index, reason: event.reason)
                try verifiers[name, default: StreamState()].apply(
                    TouchID(event.id), event.phase, receiver: index, reason: event.reason)
            } catch {
                return "verifier: \(error) for \(name)"
            }
        }
        return nil
    }

    private func difference(ofTouchesDown frames: [ModelFrame]) -> String? {
        var got: [String] = []
        for (panel, touch) in pipeline.touchesDown {
            got.append("\(panel.slot) \(touch.id.rawValue) \(touch.receiver.map { pipeline.tree[$0].id } ?? "-")")
        }
        let wanted = model.touches.sorted { ($0.panel, $0.slot) < ($1.panel, $1.slot) }.flatMap { touch in
            (touch.told.isEmpty ? ["-"] : touch.told).map { "\(touch.panel) \(touch.id) \($0)" }
        }
        return got == wanted ? nil : "down in the pipeline: \(got)\n  in the model: \(wanted)"
    }
}
