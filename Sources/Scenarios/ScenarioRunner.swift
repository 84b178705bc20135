import Configuration
import TouchCore

/// Drives the daemon's own pipeline with a scenario's input, on its clock, and writes down what happens.
struct ScenarioRunner: ~Copyable {
    var pipeline: TouchPipeline
    private let scenario: Scenario
    private let panel: Int
    var log: [LogEntry] = []
    /// By the scenario's number of a touch.
    private var slots: [Int: Int] = [:]
    private var places: [Int: Point] = [:]
    private(set) var numbers: [TouchID: Int] = [:]
    /// Event time, µs.
    private(set) var now: Int64 = 0
    /// The phases of the touches that are down, as of the last event.
    private var phases: [TouchID: TouchPhase] = [:]
    /// Events that wait for an op `frame`.
    private var gathered: [Event] = []

    /// A routed frame and what was around it.
    private struct Event {
        var frame: RoutedFrame
        /// The tree that the frame's receivers are of.
        var tree: RegionTree
        var down: [TouchID]
        /// Edits of the tree so far.
        var generation: Int
    }
    private var generation = 0
    /// Questions that wait for an op `answer`, with their gestures' ids.
    var open: [(question: Question, gesture: String)] = []

    /// For how long the clock runs on after the last input, µs.
    static let rest: Int64 = 2_000_000

    init(_ scenario: Scenario) {
        self.scenario = scenario
        pipeline = TouchPipeline(tree: RegionTree(scenario.screens, gestureDefaults: scenario.gestureDefaults))
        pipeline.setClaimed(Set(scenario.claimed))
        for input in scenario.inputs {
            if case .sample(let touch, _, _) = input.action, slots[touch] == nil { slots[touch] = slots.count }
        }
        // Touches come in points: what the panel would make of device units is of no account.
        let kind = PanelKind.slots(max(slots.count, 1))
        let screen = scenario.screens[scenario.screen].size
        panel = pipeline.addPanel(
            "scenario", screen: scenario.screen, kind: kind,
            mapping: PanelMapping(panel: PanelDescription(name: "scenario"), kind: kind, screen: screen))
    }

    /// - Throws: ScenarioFailure, when an input cannot be done.
    mutating func run() throws(ScenarioFailure) {
        var rest = scenario.inputs[...]
        while let input = rest.first {
            advance(to: input.time)
            let samples = neighbours(rest)
            if samples.isEmpty {
                try act(input)
                rest = rest.dropFirst()
            } else {
                touch(samples)
                rest = rest.dropFirst(samples.count)
            }
        }
        advance(to: now + Self.rest)
    }

    // MARK: Touches

    private struct Sample {
        let touch: Int
        let phase: TouchPhase
        let at: Point
    }

    /// The samples of one event: those at the beginning that have one time and different touches.
    private func neighbours(_ inputs: ArraySlice<Input>) -> [Sample] {
        var samples: [Sample] = []
        for input in inputs {
            guard case .sample(let touch, let phase, let at) = input.action, input.time == inputs.first!.time,
                !samples.contains(where: { $0.touch == touch })
            else { break }
            samples.append(Sample(touch: touch, phase: phase, at: at))
        }
        return samples
    }

    private mutating func touch(_ samples: [Sample]) {
        for sample in samples where sample.phase == .began { hitTest(sample.at, of: sample.touch) }
        // Endings first, as a panel's contacts come.
        let ordered = samples.filter(\.phase.isTerminal) + samples.filter { !$0.phase.isTerminal }
        var changes: [ContactChange] = []
        for sample in ordered {
            // A finger that is where it was has not moved.
            let isStill = sample.phase == .moved && places[sample.touch] == sample.at
            places[sample.touch] = sample.at
            if isStill { continue }
            changes.append(
                ContactChange(
                    slot: slots[sample.touch]!, phase: sample.phase, reason: sample.phase == .cancelled ? .locked : nil,
                    location: sample.at))
        }
        pipeline.handle(changes, panel: panel, at: now)
        for sample in samples where sample.phase == .began {
            if let id = pipeline.touch(inSlot: slots[sample.touch]!, ofPanel: panel) { numbers[id] = sample.touch }
        }
        note(pipeline.frame)
    }

    private mutating func hitTest(_ p: Point, of touch: Int? = nil) {
        let trace = pipeline.tree.trace(p, screen: scenario.screen)
        func id(_ region: RegionIndex?) -> ScenarioValue { ScenarioValue(region.map { pipeline.tree[$0].id }) }
        log += trace.answers.map {
            LogEntry(.hitTest, at: now, [("hitTest", id($0.region)), ("result", id($0.result))])
        }
        let begun: [(key: String, value: ScenarioValue)] = touch.map { [("touch", .number(Double($0)))] } ?? []
        log.append(LogEntry(.hit, at: now, [("hit", id(trace.result))] + begun))
    }

    /// Lets event time pass.
    private mutating func advance(to time: Int64) {
        while pipeline.advance(panel, to: time) { note(pipeline.frame) }
        now = time
    }

    // MARK: Delivery

    mutating func note(_ frame: RoutedFrame) { note(frame, of: pipeline.tree, generation) }

    /// - Parameter tree: the one that the frame's receivers are of.
    private mutating func note(_ frame: RoutedFrame, of tree: RegionTree, _ generation: Int) {
        defer { noteQuestions(of: frame, tree) }
        guard !frame.events.isEmpty || !frame.actions.isEmpty || !frame.failures.isEmpty else { return }
        let down = pipeline.down.map(\.id)
        phases = frame.allTouches(down: down).filter { down.contains($0.key) }
        let event = Event(frame: frame, tree: tree, down: down, generation: generation)
        guard scenario.isFramed else { return deliver(event, at: frame.time) }
        if let last = gathered.indices.last, gathered[last].generation == generation,
            gathered[last].frame.gather(frame, keepsSamples: true) != nil
        {
            return
        }
        gathered.append(event)
    }

    private mutating func deliver(_ event: Event, at time: Int64) {
        let frame = event.frame
        for gesture in frame.failures {
            let id = event.tree.directory.gestures[Int(gesture)].id
            log.append(LogEntry(.gestureState, at: time, [("gesture", .string(id)), ("state", .string("failed"))]))
        }
        let delivery = Delivery(frame, in: event.tree)
        for call in delivery.interceptions {
            log.append(
                LogEntry(
                    .intercept, at: time,
                    [
                        ("intercept", .string(event.tree[call.receiver].id)), ("phase", .string(call.phase.rawValue)),
                        ("touches", touches(call.events.map { frame.events[$0].id })),
                    ]))
        }
        for call in delivery.calls { log.append(viewEntry(call, event, at: time)) }
        for action in frame.actions {
            // Where it ends there is no new offset to tell of.
            if case .scroll(let action) = action, action.state == .ended || action.state == .cancelled { continue }
            log.append(entry(action, event.tree, at: time))
        }
    }

    private func entry(_ action: RoutedAction, _ tree: RegionTree, at time: Int64) -> LogEntry {
        switch action {
        case .gesture(let action):
            var fields: [(key: String, value: ScenarioValue)] = [
                ("gesture", .string(tree.directory.gestures[Int(action.gesture)].id)), ("action", .string(action.state.rawValue)),
                ("location", point(action.local)), ("numberOfTouches", .number(Double(action.touches.count))),
            ]
            action.values.forEach { key, value in
                let value: ScenarioValue =
                    switch value {
                    case .point(let p): point(p)
                    case .number(let number): .number(number)
                    case .word(let word): .string(word)
                    }
                fields.append((key.description, value))
            }
            fields.append(("timestamp", .number(Double(action.timestamp) / 1e6)))
            return LogEntry(.gesture, at: time, fields)
        case .control(let action):
            var fields: [(key: String, value: ScenarioValue)] = [
                ("control", .string(tree[action.region].id)), ("event", .string(action.event.rawValue)),
            ]
            switch action.value {
            case .number(let value): fields.append(("value", .number(value)))
            case .isOn(let isOn): fields.append(("isOn", .boolean(isOn)))
            case nil: break
            }
            return LogEntry(.control, at: time, fields)
        case .scroll(let action):
            return LogEntry(
                .scroll, at: time,
                [
                    ("scroll", .string(tree[action.region].id)), ("offset", point(action.offset)),
                    ("zoomScale", .number(action.zoomScale)),
                ])
        }
    }

    private func viewEntry(_ call: Delivery.Call, _ event: Event, at time: Int64) -> LogEntry {
        let frame = event.frame
        func each(_ value: (Int) -> ScenarioValue) -> ScenarioValue {
            byTouch(call.events.map { (frame.events[$0].id, value($0)) })
        }
        let all = frame.allTouches(down: event.down, seenBy: call)
        return LogEntry(
            .view, at: time,
            [
                ("to", .string(event.tree[call.receiver].id)), ("call", .string("touches" + Self.word(call.phase))),
                ("touches", touches(call.events.map { frame.events[$0].id })),
                ("loc", each { point(frame.events[$0].local) }), ("prev", each { point(frame.events[$0].previousLocal) }),
                ("tapCount", each { .number(Double(frame.events[$0].tapCount)) }),
                ("timestamp", each { .number(Double(frame.events[$0].timestamp) / 1e6) }),
                ("coalesced", each { .list(frame.coalesced($0).map { point($0.local) }) }),
                ("allTouches", byTouch(all.map { ($0.key, .string($0.value.rawValue)) })),
                ("view", each { ScenarioValue(frame.events[$0].target.map { event.tree[$0].id }) }),
            ])
    }

    private static func word(_ phase: TouchPhase) -> String {
        switch phase {
        case .began: "Began"
        case .moved, .stationary: "Moved"
        case .ended: "Ended"
        case .cancelled: "Cancelled"
        }
    }

    // MARK: Ops

    private mutating func act(_ input: Input) throws(ScenarioFailure) {
        switch input.action {
        case .sample, .tick: break
        case .hover(let p):
            pipeline.hover(at: p, panel: panel, time: now)
            note(pipeline.frame)
        case .hitTest(let p): hitTest(p)
        case .frame:
            for event in gathered { deliver(event, at: now) }
            gathered = []
        case .edit(let wish):
            let edit: TreeEdit
            do { edit = try wish.edit({ pipeline.tree.spec(ofID: $0) }, owner: { pipeline.tree.owner(ofGesture: $0) }) } catch {
                throw ScenarioFailure(mark: input.mark, message: error.description)
            }
            try self.edit(edit, input)
        case .convert(let from, let to, let p):
            let screen = pipeline.tree.convertToScreen(p, from: try index(from, input))
            answer("convert", point(pipeline.tree.convert(screen, to: try index(to, input))), [
                ("from", .string(from)), ("to", .string(to)), ("point", point(p)),
            ])
        case .query(let query): try ask(query, input)
        case .answer(let gesture, let ask, let touch, let value): answer(gesture, ask, touch, value)
        }
    }

    private mutating func edit(_ edit: TreeEdit, _ input: Input) throws(ScenarioFailure) {
        let old = pipeline.tree
        do {
            let time = now
            let (cancels, isRenumbered) = try pipeline.edit([edit], time: { _ in time })
            for frame in cancels { note(frame, of: old, generation) }
            if isRenumbered { generation += 1 }
        } catch { throw ScenarioFailure(mark: input.mark, message: error.description) }
    }

    private mutating func ask(_ query: Input.Query, _ input: Input) throws(ScenarioFailure) {
        switch query {
        case .touchesForView(let id):
            let region = try index(id, input)
            let touches = pipeline.down.filter { $0.target == region }.map(\.id)
            answer("touchesForView", touches.isEmpty ? .null : self.touches(touches), [("region", .string(id))])
        case .allTouches: answer("allTouches", byTouch(phases.map { ($0.key, .string($0.value.rawValue)) }))
        case .chain(let id):
            let chain = pipeline.tree.responderChain(from: try index(id, input))
            answer("chain", .list(chain.map { .string($0) }), [("region", .string(id))])
        case .frame(let id):
            _ = try spec(id, input)
            let frame = pipeline.tree.frame(of: try index(id, input))
            let numbers = [frame.minX, frame.minY, frame.size.width, frame.size.height]
            answer("frame", .list(numbers.map { .number($0) }), [("region", .string(id))])
        case .touchView(let touch):
            let target = pipeline.down.first { numbers[$0.id] == touch }?.target
            answer("touchView", ScenarioValue(target.map { pipeline.tree[$0].id }), [("touch", .number(Double(touch)))])
        case .pointInside(let id, let p):
            answer("pointInside", .boolean(try spec(id, input).contains(p)), [("region", .string(id)), ("point", point(p))])
        }
    }

    private mutating func answer(_ query: String, _ result: ScenarioValue, _ more: [(key: String, value: ScenarioValue)] = []) {
        log.append(LogEntry(.query, at: now, [("query", .string(query)), ("result", result)] + more))
    }

    private func index(_ id: String, _ input: Input) throws(ScenarioFailure) -> RegionIndex {
        guard let index = pipeline.tree.index(ofID: id) else {
            throw ScenarioFailure(mark: input.mark, message: "there is no region \(quoted(id)) at this time")
        }
        return index
    }

    private func spec(_ id: String, _ input: Input) throws(ScenarioFailure) -> RegionSpec {
        guard let spec = pipeline.tree.spec(ofID: id) else {
            throw ScenarioFailure(mark: input.mark, message: "there is no region \(quoted(id)) at this time")
        }
        return spec
    }

    // MARK: Values

    func touches(_ ids: [TouchID]) -> ScenarioValue { .list(ids.map { .number(Double(numbers[$0]!)) }) }

    /// An object with the numbers of touches as keys, ascending.
    private func byTouch(_ values: [(TouchID, ScenarioValue)]) -> ScenarioValue {
        .object(values.map { (numbers[$0.0]!, $0.1) }.sorted { $0.0 < $1.0 }.map { (String($0.0), $0.1) })
    }

    func point(_ p: Point) -> ScenarioValue { .list([.number(p.x), .number(p.y)]) }
}
