/// What has become of a touch while its recognizer waited for an answer. The recognizer is told later, in order, with the time
/// at which it happened: as if it had had the answer at once.
struct Missed {
    /// Event time, µs.
    let time: Int64
    /// The touch as of then.
    var finger: Finger
    /// Of a begin: it is not decided yet whether the recognizer gets the touch. It is told nothing that came later.
    var question: OpenQuestion?

    /// A finger that begins.
    init(_ finger: Finger, _ question: OpenQuestion? = nil) {
        time = finger.beganAt
        self.finger = finger
        self.question = question
    }

    /// What a touch does that is down.
    init(_ touch: Touch, target: RegionID) {
        time = touch.timestamp
        finger = Finger(touch, target: target, knob: nil)
        finger.phase = touch.phase
        finger.previous = touch.previousLocation
    }

    var isBegin: Bool { finger.phase == .began }
}

extension Recognizer {
    /// Waits for an answer, or has not been told of all that has happened since.
    final var isBehind: Bool { beginQuestion != nil || !missed.isEmpty }

    /// When something is to be done with it: while it waits for an answer, when it has waited long enough.
    final var due: Int64 {
        if !isBehind { return deadline }
        var due = beginQuestion?.deadline ?? .max
        for step in missed { if let question = step.question { due = min(due, question.deadline) } }
        return due
    }

    /// Whether a touch is one of its sequence, or may become one.
    final func has(_ touch: TouchID) -> Bool {
        fingers.contains { $0.id == touch && !$0.isIgnored } || missed.contains { $0.isBegin && $0.finger.id == touch }
    }

    /// Whether a touch of this sequence is both's.
    final func shares(with other: Recognizer) -> Bool {
        fingers.contains { !$0.isIgnored && other.has($0.id) } || missed.contains { $0.isBegin && other.has($0.finger.id) }
    }

    /// Takes what has become of one of its fingers.
    final func take(_ phase: TouchPhase, of touch: TouchID, at location: Point, from previous: Point) {
        guard let place = fingers.firstIndex(where: { $0.id == touch && !$0.isOver }) else { return }
        // Of several frames taken at once the first says where it began, the last where it is.
        if fingers[place].phase == .stationary || phase.isTerminal { fingers[place].phase = phase }
        fingers[place].previous = previous
        fingers[place].location = location
    }
}
