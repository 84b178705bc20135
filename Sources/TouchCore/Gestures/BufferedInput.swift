/// What a recognizer has missed while it waited for an answer, in the order in which it happened. It is told later, with the times at
/// which it happened: as if it had had the answer at once.
struct BufferedInput {
    /// A change of a touch.
    struct Step {
        /// Event time, µs.
        let time: Int64
        /// The touch as of then.
        fileprivate(set) var finger: Finger
        /// Of a begin: it is not decided yet whether the recognizer gets the touch. The recognizer is told nothing that came later.
        fileprivate(set) var question: OpenQuestion?

        var isBegin: Bool { finger.phase == .began }
    }

    private(set) var steps: ArraySlice<Step> = []

    var isEmpty: Bool { steps.isEmpty }

    /// When the first of its questions has been open for long enough, or never.
    var deadline: Int64 {
        var deadline = Int64.max
        for step in steps { if let question = step.question { deadline = min(deadline, question.deadline) } }
        return deadline
    }

    /// Whether a touch has begun that the recognizer may come to have.
    func begins(_ touch: TouchID) -> Bool { steps.contains { $0.isBegin && $0.finger.id == touch } }

    /// The question whether the recognizer gets a touch, as long as it is open.
    func question(about touch: TouchID) -> OpenQuestion? { steps.first { $0.isBegin && $0.finger.id == touch }?.question }

    func contains(_ question: QuestionID, where isMeant: (OpenQuestion) -> Bool) -> Bool {
        steps.contains { $0.question?.id == question && isMeant($0.question!) }
    }

    mutating func append(begin finger: Finger, _ question: OpenQuestion? = nil) {
        steps.append(Step(time: finger.beganAt, finger: finger, question: question))
    }

    /// What a touch does that is down.
    mutating func append(_ touch: Touch, target: RegionID) {
        var finger = Finger(touch, target: target, knob: nil)
        finger.phase = touch.phase
        finger.previous = touch.previousLocation
        steps.append(Step(time: touch.timestamp, finger: finger))
    }

    /// A question has its answer: gives it, with the touch that it is about.
    mutating func close(where isMeant: (OpenQuestion) -> Bool) -> (question: OpenQuestion, finger: Finger)? {
        guard let place = steps.firstIndex(where: { $0.question.map(isMeant) ?? false }) else { return nil }
        return (steps[place].question.take()!, steps[place].finger)
    }

    /// The recognizer does not get a touch.
    mutating func remove(_ touch: TouchID) { steps.removeAll { $0.finger.id == touch } }

    mutating func removeFirst() -> Step { steps.removeFirst() }

    mutating func removeAll() { steps = [] }

    mutating func changeFingers(_ body: (inout Finger) -> Void) {
        for place in steps.indices { body(&steps[place].finger) }
    }

    /// What contradicts itself; nil if nothing does.
    var fault: String? {
        var last = Int64.min
        var begun: Set<TouchID> = []
        for step in steps {
            if step.time < last { return "what it has missed is not in the order of time" }
            last = step.time
            if step.isBegin, !begun.insert(step.finger.id).inserted { return "it has missed two begins of \(step.finger.id)" }
            if step.question != nil, !step.isBegin { return "a question is about \(step.finger.id), which has begun before" }
        }
        return nil
    }
}
