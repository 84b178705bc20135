import Testing

@testable import TouchCore

/// Checks a panel's frames: runs the stream verifier, and checks conditions of recognizers that no stream shows.
struct GestureWitness {
    /// All observed events, without names.
    private(set) var lines: [String] = []
    private let seed: UInt64
    private var verifier = StreamState()
    /// Cancelled touches, which must not be delivered to anybody again.
    private var cancelled: Set<TouchID> = []
    /// The cancelled touches that no gesture took, with their time: later events of gestures must not list them.
    private var gone: [TouchID: Int64] = [:]
    /// The number of times each gesture has ended in a sequence of touches.
    private var outcomes: [GestureID: Int] = [:]
    /// Questions not handled yet, and the deadlines of the open ones.
    private(set) var asked: [Question] = []
    private var open: [QuestionID: Int64] = [:]
    /// Gestures that have asked since they were last idle: they may end several times while delayed events are delivered, or not at all if they get
    /// no touch.
    private var askers: Set<GestureID> = []
    private(set) var questionCount = 0
    /// Event time of the last frame.
    private(set) var time: Int64 = 0

    init(seed: UInt64) { self.seed = seed }

    private func wrong(_ what: String) { Issue.record("seed \(seed): \(what)") }

    mutating func see(_ frames: [RoutedFrame], _ pipeline: TouchPipeline) {
        for frame in frames { see(frame) }
        seeRecognizers(pipeline)
    }

    private mutating func see(_ frame: RoutedFrame) {
        time = frame.time
        for event in frame.events {
            if cancelled.contains(event.id) { wrong("\(event.id) is \(event.phase) for \(event.receiver?.slot ?? -1) after its cancel") }
            lines.append("\(frame.time) \(event.id.rawValue) \(event.phase) \(event.receiver?.slot ?? -1) \(event.local)")
        }
        do { try verifier.apply(frame, panel: "p") } catch { wrong("\(error)") }
        for action in frame.actions {
            if case .gesture(let action) = action.content {
                if action.state.isTerminal { outcomes[action.gesture, default: 0] += 1 }
                for touch in action.touches where gone[touch] ?? .max < action.timestamp {
                    wrong("gesture \(action.gesture) tells of \(touch) as of \(action.timestamp), which was cancelled at \(gone[touch]!)")
                }
                see(action.values, of: action.gesture)
            }
            lines.append("\(frame.time) \(action)")
        }
        for gesture in frame.failures {
            outcomes[gesture, default: 0] += 1
            lines.append("\(frame.time) \(gesture) failed")
        }
        see(frame.questions, frame.settled, at: frame.time)
        for event in frame.events where event.phase == .cancelled {
            cancelled.insert(event.id)
            if event.reason != .gesture { gone[event.id] = min(frame.time, gone[event.id] ?? .max) }
        }
    }

    private mutating func see(_ questions: [Question], _ settled: [SettledQuestion], at time: Int64) {
        for settled in settled {
            if open.removeValue(forKey: settled.id) == nil { wrong("\(settled) was not open") }
            lines.append("\(time) \(settled.outcome)")
        }
        for question in questions {
            questionCount += 1
            asked.append(question)
            askers.insert(question.action.gesture)
            if question.deadline <= time { wrong("\(question) comes too late") }
            if open.updateValue(question.deadline, forKey: question.id) != nil { wrong("\(question) comes twice") }
            see(question.action.values, of: question.action.gesture)
            lines.append("\(time) \(question.ask) \(question.action) \(question.deadline)")
        }
        for deadline in open.values where deadline < time { wrong("a question is open beyond its deadline") }
    }

    mutating func takeAsked() -> [Question] {
        defer { asked = [] }
        return asked
    }

    private func see(_ values: GestureValues, of gesture: GestureID) {
        values.forEach { key, value in
            let numbers: [Double] =
                switch value {
                case .point(let p): [p.x, p.y]
                case .number(let number): [number]
                case .word: []
                }
            if !numbers.allSatisfy(\.isFinite) { wrong("gesture \(gesture): \(key) is \(numbers)") }
        }
    }

    /// A recognizer without touches that waits for nothing has ended once and is reset.
    private mutating func seeRecognizers(_ pipeline: TouchPipeline) {
        for fault in pipeline.faults() { wrong(fault) }
        guard let arbiter = pipeline.context.panels[0]?.recognizers.arbiter else { return }
        for recognizer in arbiter.active {
            if outcomes[recognizer.index] == nil { outcomes[recognizer.index] = 0 }
        }
        for (gesture, count) in outcomes where !arbiter.active.contains(where: { $0.index == gesture }) {
            outcomes[gesture] = nil
            if askers.remove(gesture) != nil { continue }
            // Scroll views fail without an event.
            if pipeline.tree.directory.gestures[gesture.slot].type == "scroll" { continue }
            if count != 1 { wrong("gesture \(gesture) has come to an end \(count) times") }
        }
    }

    /// Checks the frames that an edit made, which refer to the tree before it.
    mutating func seeEdit(from old: RegionTree, _ pipeline: TouchPipeline, _ frames: [RoutedFrame]) {
        for frame in frames { see(frame) }
        let (new, tree) = (pipeline.tree, old.directory)
        for one in verifier.actions.inProgress where !new.directory.contains(one.action.region) {
            wrong("\(one.action.subject), which is removed, goes on")
        }
        for (gesture, count) in outcomes where !new.gestures.contains(gesture) {
            if count != 1, !askers.contains(gesture), tree.gestures[gesture.slot].type != "scroll" {
                wrong("gesture \(gesture), which is removed, has come to an end \(count) times")
            }
            outcomes[gesture] = nil
            askers.remove(gesture)
        }
        seeRecognizers(pipeline)
    }

    /// Checks the end state: all fingers are up and all deadlines have passed.
    func seeEnd(_ pipeline: TouchPipeline) {
        let panel = pipeline.context.panels[0]!
        if panel.recognizers.isActive || panel.touches.isDelaying { wrong("something goes on") }
        if pipeline.deadline(ofPanel: 0) != nil { wrong("something is waited for") }
        if !verifier.touchesDown.isEmpty { wrong("a touch has no end") }
        for one in verifier.actions.inProgress { wrong("\(one.action.subject) has no end") }
        if !pipeline.controls.isEmpty { wrong("a control goes on tracking") }
        if !open.isEmpty { wrong("a question has no end") }
        for recognizer in panel.recognizers.arbiter?.all ?? [] {
            if !recognizer.isNew { wrong("gesture \(recognizer.index) was not reset: \(recognizer.state)") }
        }
    }
}
