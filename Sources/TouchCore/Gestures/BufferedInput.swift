/// The input that a recognizer missed while it waited for an answer, in order. It is replayed later with its original times, as if the answer had
/// come at once.
struct BufferedInput {
    /// A change of one touch.
    struct Step {
        /// Event time, in µs.
        let time: Int64
        /// The touch at that time.
        fileprivate(set) var finger: Finger
        /// The open question whether the recognizer gets the touch. Only a begin can have one. Later input is replayed only after the answer.
        fileprivate(set) var question: OpenQuestion?

        var isBegin: Bool { finger.phase == .began }
    }

    private(set) var steps: ArraySlice<Step> = []

    var isEmpty: Bool { steps.isEmpty }

    /// The earliest deadline of the open questions; `Int64.max` if there are none.
    var deadline: Int64 {
        var deadline = Int64.max
        for step in steps { if let question = step.question { deadline = min(deadline, question.deadline) } }
        return deadline
    }

    /// Whether the buffer contains the begin of a touch that the recognizer may get.
    func begins(_ touch: TouchID) -> Bool { steps.contains { $0.isBegin && $0.finger.id == touch } }

    /// Returns the open question whether the recognizer gets a touch; nil if there is none.
    func question(about touch: TouchID) -> OpenQuestion? { steps.first { $0.isBegin && $0.finger.id == touch }?.question }

    func contains(_ question: QuestionID, where isMeant: (OpenQuestion) -> Bool) -> Bool {
        steps.contains { $0.question?.id == question && isMeant($0.question!) }
    }

    mutating func append(begin finger: Finger, _ question: OpenQuestion? = nil) {
        steps.append(Step(time: finger.beganAt, finger: finger, question: question))
    }

    /// Appends a move or the end of a touch that is down.
    mutating func append(_ touch: Touch, target: RegionID) {
        var finger = Finger(touch, target: target, knob: nil)
        finger.phase = touch.phase
        finger.previous = touch.previousLocation
        steps.append(Step(time: touch.timestamp, finger: finger))
    }

    /// Closes the first question for which `isMeant` returns true. Returns the question and its touch.
    mutating func close(where isMeant: (OpenQuestion) -> Bool) -> (question: OpenQuestion, finger: Finger)? {
        guard let place = steps.firstIndex(where: { $0.question.map(isMeant) ?? false }) else { return nil }
        return (steps[place].question.take()!, steps[place].finger)
    }

    /// Removes all input of a touch that the recognizer does not get.
    mutating func remove(_ touch: TouchID) { steps.removeAll { $0.finger.id == touch } }

    mutating func removeFirst() -> Step { steps.removeFirst() }

    mutating func removeAll() { steps = [] }

    mutating func changeFingers(_ body: (inout Finger) -> Void) {
        for place in steps.indices { body(&steps[place].finger) }
    }

    /// A description of the first contradiction; nil if there is none.
    var fault: String? {
        var last = Int64.min
        var begun: Set<TouchID> = []
        for step in steps {
            if step.time < last { return "its buffered input is not in order of time" }
            last = step.time
            if step.isBegin, !begun.insert(step.finger.id).inserted { return "its buffered input has two begins of \(step.finger.id)" }
            if step.question != nil, !step.isBegin { return "a buffered question is about \(step.finger.id), but not at its begin" }
        }
        return nil
    }
}
