import Configuration
import TouchCore

/// Drives the daemon's pipeline with a scenario's input, on the scenario's clock, and logs the results.
struct ScenarioRunner: ~Copyable {
    let pipeline: TouchPipeline
    /// The frames that the last call to the pipeline led to, until they are logged.
    var output = FrameBuffer()
    private let scenario: Scenario
    private let panel: PanelID
    var log = ScenarioLog()
    /// The slot of each touch, by the touch's number in the scenario.
    private var slots: [Int: Int] = [:]
    private var places: [Int: Point] = [:]
    /// Touches that have begun in the script, but not in the pipeline yet, because it delays their begins.
    private var delayedBegins: [(touch: Int, time: Int64, at: Point)] = []
    /// The keys that touches hold down.
    private var keys: HeldKeys
    /// The event time, µs.
    private(set) var now: Int64 = 0
    /// The phases of the touches that are down, after the last event.
    private(set) var phases: [TouchID: TouchPhase] = [:]
    /// Events that wait for an op `frame`.
    private var gathered: [ScenarioEvent] = []
    /// The number of edits of the tree so far.
    private var generation = 0
    private var verifier = StreamState()
    /// A violation of the stream grammar, which is an error whatever is expected.
    private(set) var violation: String?
    /// Questions that wait for an op `answer`, with the IDs of their gestures.
    var openQuestions: [(question: Question, gesture: String)] = []

    /// The time that the clock runs on after the last input, µs.
    static let rest: Int64 = 2_000_000

    init(_ scenario: Scenario) {
        self.scenario = scenario
        pipeline = TouchPipeline(tree: RegionTree(scenario.screens, gestureDefaults: scenario.gestureDefaults))
        keys = HeldKeys(scenario.screens[scenario.screen].keyboard ?? KeyboardRules(allow: []))
        pipeline.setClaimed(Set(scenario.claimed))
        pipeline.startScreens(at: 0)
        for input in scenario.inputs {
            if case .sample(let touch, _, _) = input.action, slots[touch] == nil { slots[touch] = slots.count }
        }
        // Touches come in points, so the mapping from device units does not matter.
        let kind = PanelKind.slots(max(slots.count, 1))
        let screen = scenario.screens[scenario.screen].size
        panel = pipeline.addPanel(
            "scenario", screen: scenario.screen, kind: kind,
            mapping: PanelMapping(panel: PanelDescription(name: "scenario"), kind: kind, screen: screen))
    }

    /// Runs all inputs.
    ///
    /// - Throws: ScenarioFailure, if an input cannot be done.
    mutating func run() throws(ScenarioFailure) {
        var rest = scenario.inputs[...]
        while let input = rest.first {
            advance(to: input.time)
            let samples = neighbours(rest)
            if samples.isEmpty {
                try perform(input)
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

    /// Returns the samples of one event: the first ones that have the same time and different touches.
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
        // Endings first, as in a report of a panel.
        let ordered = samples.filter(\.phase.isTerminal) + samples.filter { !$0.phase.isTerminal }
        var changes: [ContactChange] = []
        for sample in ordered {
            // A finger at the same place has not moved.
            let isStill = sample.phase == .moved && places[sample.touch] == sample.at
            places[sample.touch] = sample.at
            if isStill { continue }
            changes.append(
                ContactChange(
                    slot: slots[sample.touch]!, phase: sample.phase, reason: sample.phase == .cancelled ? .locked : nil,
                    location: sample.at))
        }
        pipeline.handle(changes, panel: panel, at: now, into: &output)
        for sample in samples where sample.phase == .began {
            if let id = pipeline.touch(inSlot: slots[sample.touch]!, ofPanel: panel), log.numbers[id] == nil {
                log.numbers[id] = sample.touch
            } else {
                delayedBegins.append((sample.touch, now, sample.at))
            }
        }
        recordOutput()
    }

    private mutating func hitTest(_ p: Point, of touch: Int? = nil) {
        log.append(pipeline.tree.trace(p, screen: scenario.screen), of: touch, pipeline.tree, at: now)
    }

    /// Advances event time.
    private mutating func advance(to time: Int64) {
        // Advances from one deadline to the next, so that those of screens and of the panel are handled in order of time.
        if scenario.screens[scenario.screen].kiosk != KioskRules() || scenario.screens[scenario.screen].accessibility != nil
            || pipeline.screenDeadline != nil
        {
            while let due = [pipeline.screenDeadline, pipeline.deadline(ofPanel: panel)].compactMap({ $0 }).min(), due <= time {
                // A change of the tree is due at once.
                advance(panelTo: max(due, now))
            }
        }
        advance(panelTo: time)
    }

    private mutating func advance(panelTo time: Int64) {
        pipeline.advance(panel, to: time, into: &output)
        pipeline.advanceScreens(to: time, into: &output)
        now = max(now, time)
        recordOutput()
    }

    // MARK: Delivery

    /// Logs the results of the last call to the pipeline.
    mutating func recordOutput() {
        for frame in output { for event in frame.events where event.phase == .began { number(event) } }
        for frame in output {
            record(frame, of: pipeline.tree, generation)
            type(frame)
        }
        output.removeAll()
        for notice in pipeline.removeNotices() {
            log.append(notice, at: now)
            type(notice)
        }
    }

    /// Types the keys of gestures of staff and of the kiosk.
    private mutating func type(_ notice: KioskNotice) {
        let made: (id: String, time: Int64)
        switch notice {
        case .staff(_, let id, let time), .gesture(_, let id, let time): made = (id, time)
        default: return
        }
        guard let action = scenario.screens[scenario.screen].kiosk.action(ofGesture: made.id) else { return }
        for change in (try? keys.strike(action.keys)) ?? [] { log.append(change, at: made.time) }
    }

    /// Types the keys of regions.
    private mutating func type(_ frame: RoutedFrame) {
        if !pipeline.tree.hasKeys { return }
        for event in frame.events {
            for change in (try? keys.apply(event, pipeline.tree)) ?? [] { log.append(change, at: frame.time) }
        }
    }

    /// Assigns a number to a touch whose begin was delayed. It is the number of a touch in the script that began at the same place, at the same time
    /// if there is one.
    private mutating func number(_ event: RoutedTouch) {
        guard log.numbers[event.id] == nil else { return }
        if event.traits.contains(.isMade) {
            // Touches of activations count from above the touches of the script.
            log.numbers[event.id] = (log.numbers.values.max() ?? 0) + 100
            return
        }
        let places = delayedBegins.indices.filter { delayedBegins[$0].at == event.location }
        guard let index = places.first(where: { delayedBegins[$0].time == event.timestamp }) ?? places.first else { return }
        log.numbers[event.id] = delayedBegins.remove(at: index).touch
    }

    /// Logs a frame.
    ///
    /// - Parameter tree: the tree of the frame's receivers.
    private mutating func record(_ frame: RoutedFrame, of tree: RegionTree, _ generation: Int) {
        defer { recordQuestions(of: frame, tree) }
        do { try verifier.apply(frame, panel: "scenario") } catch { violation = violation ?? "\(error)" }
        guard !frame.events.isEmpty || !frame.actions.isEmpty || !frame.failures.isEmpty else { return }
        let down = pipeline.down.map(\.id)
        phases = frame.allTouches(down: down).filter { down.contains($0.key) }
        let event = ScenarioEvent(frame: frame, tree: tree, down: down, generation: generation)
        guard scenario.isFramed else { return log.append(event, at: frame.time) }
        if let last = gathered.indices.last, gathered[last].generation == generation,
            gathered[last].frame.gather(frame, keepsSamples: true) != nil
        {
            return
        }
        gathered.append(event)
    }

    // MARK: Ops

    private mutating func perform(_ input: Input) throws(ScenarioFailure) {
        switch input.action {
        case .sample, .tick: break
        case .hover(let p):
            pipeline.hover(at: p, panel: panel, time: now, into: &output)
            recordOutput()
        case .hitTest(let p): hitTest(p)
        case .frame:
            for event in gathered { log.append(event, at: now) }
            gathered = []
        case .edit(let unresolved):
            let edit: TreeEdit
            do { edit = try unresolved.resolved({ pipeline.tree.spec(ofID: $0) }, owner: { pipeline.tree.owner(ofGesture: $0) }) } catch {
                throw ScenarioFailure(mark: input.mark, message: error.description)
            }
            try self.edit(edit, input)
        case .convert(let from, let to, let p): try convert(p, from, to, input)
        case .query(let query): try ask(query, input)
        case .answer(let gesture, let ask, let touch, let value): answer(gesture, ask, touch, value)
        case .key(let key, let action):
            pipeline.accessibility.press(KeypadKey(key, of: ""), action, screen: scenario.screen, at: now, into: &output)
            recordOutput()
        case .jack(let jack, let isIn):
            pipeline.accessibility.setJack(jack, isIn: isIn, screen: scenario.screen, at: now, into: &output)
            recordOutput()
        case .access(let request): ask(request)
        case .display(let display):
            pipeline.setDisplay(display, isTold: true, screen: scenario.screen)
            recordOutput()
        case .mode(let mode, let duration):
            let time = now
            pipeline.setMode(mode, until: duration.map { time &+ $0 } ?? .max, screen: scenario.screen, time: { _ in time }, into: &output)
            recordOutput()
        }
    }

    private mutating func ask(_ request: Input.AccessRequest) {
        let (screen, turn) = (scenario.screen, request.turn)
        // The claims of a scenario are those of client 0.
        let client = request.isOwner ? 0 : 1
        do throws(AccessibilityRefusal) {
            switch request.action {
            case .profile(let id, let isOn): try pipeline.accessibility.setProfile(id, isOn: isOn, screen: screen, at: now, into: &output)
            case .region(let id): try pipeline.accessibility.setFocus(id, screen: screen, turn: turn, by: client, at: now, into: &output)
            case .move(let move): try pipeline.accessibility.moveFocus(move, screen: screen, turn: turn, by: client, at: now, into: &output)
            case .element(let element, let point):
                try pipeline.accessibility.setFocus(
                    element: (element, point), screen: screen, turn: turn, by: client, at: now, into: &output)
            case .activate: try pipeline.accessibility.activate(screen: screen, turn: turn, by: client, at: now, into: &output)
            case .extend: try pipeline.accessibility.extend(screen: screen, at: now, into: &output)
            }
            recordOutput()
        } catch {
            recordOutput()
            log.append(LogEntry(refused: request.op, error, at: now))
        }
    }

    private mutating func edit(_ edit: TreeEdit, _ input: Input) throws(ScenarioFailure) {
        let old = pipeline.tree
        do {
            let time = now
            let change = try pipeline.edit([edit], time: { _ in time }, into: &output)
            for frame in output {
                record(frame, of: old, generation)
                type(frame)
            }
            output.removeAll()
            if change != nil { generation += 1 }
        } catch { throw ScenarioFailure(mark: input.mark, message: error.description) }
    }
}
