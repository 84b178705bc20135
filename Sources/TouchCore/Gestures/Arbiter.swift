/// Decides which recognizers of one panel are recognized (routing 8). A gesture consists of touches of one panel.
///
/// The arbiter receives the touches and connects its parts: `RecognizerTable` holds the recognizers, `Arbitration` processes an event, and
/// `GestureQuestions` holds the questions to clients.
final class Arbiter {
    private let recognizers: RecognizerTable
    private let questions: GestureQuestions
    private let arbitration: Arbitration

    init() {
        (recognizers, questions) = (RecognizerTable(), GestureQuestions())
        arbitration = Arbitration(recognizers, questions)
    }

    /// Recognizers that have touches or wait, in processing order.
    var active: [Recognizer] { recognizers.active }
    /// Recognizers that have ever had a touch, in the order of their gestures.
    var all: [Recognizer] { recognizers.all }

    /// The earliest time at which a recognizer must be called.
    var deadline: Int64 {
        var deadline = Int64.max
        // Recognizers that are over have no deadline.
        recognizers.forEachWatching { deadline = min(deadline, $0.due) }
        return deadline
    }

    /// Whether any recognizer still reacts to moving touches.
    var areWatching: Bool { recognizers.isAnyWatching(where: \.isWatching) }

    /// Passes the event to the recognizers and decides the outcome.
    func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        arbitration.decide(&output, tree, &asking)
    }

    // MARK: Touches

    /// Adds a new touch to the recognizers of its target and of the target's ancestors, or asks their clients whether to add it. Returns true if any
    /// recognizer has the touch or may still get it.
    func bind(_ touch: Touch, to target: RegionID, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) -> Bool {
        var isBound = false
        let finger = Finger(touch, target: target, knob: ControlSearch.knob(under: touch.location, of: target, in: tree))
        let ownershipDomain = tree.ownershipDomain(of: target)
        var next: RegionID? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where bind(finger, gesture, region, tree, &asking) { isBound = true }
            if region == ownershipDomain { break }  // gestures outside the sensitive region must not see the touch
            next = tree[region].parent
        }
        return isBound
    }

    private func bind(
        _ finger: Finger, _ gesture: GestureID, _ region: RegionID, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers
    ) -> Bool {
        let spec = tree.gestures.specs[gesture.slot]
        guard tree.gestures.isHoverGesture(gesture) == finger.isHovering, spec.isEnabled else { return false }
        let asks = spec.asks.contains(.shouldReceive) && tree.ownership.mayAsk(region, about: finger.id)
        guard asks || tree.gestures.mayReceive(gesture, touchesOf: finger.target) else { return false }
        let recognizer = recognizers.recognizer(gesture, region, spec, tree)
        // A recognizer with buffered input decides whether to admit the touch when it replays that input.
        guard recognizer.isBehind || recognizer.admits(finger, tree) else { return false }
        recognizers.insert(recognizer, tree)
        if asks {
            questions.ask(recognizer, toReceive: finger, tree, &asking)
        } else if recognizer.isBehind {
            recognizer.buffered.append(begin: finger)
        } else {
            recognizer.add(finger)
            recognizer.hasPendingInput = true
        }
        return true
    }

    /// Updates hover recognizers. Regions that the pen enters see a finger come down; regions that it leaves see it lift.
    ///
    /// - Parameter target: The region under the pen; nil if there is none or the pen has left.
    func hover(_ touch: Touch, over target: RegionID?, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        for recognizer in active {
            guard let place = recognizer.fingers.firstIndex(where: { $0.id == touch.id && !$0.isOver }) else { continue }
            if let target, tree.isVisible(target, in: recognizer.region) {
                if touch.phase == .stationary { continue }
                recognizer.fingers[place].phase = .moved
                recognizer.fingers[place].previous = touch.previousLocation
                recognizer.fingers[place].location = touch.location
            } else {
                recognizer.fingers[place].phase = .ended
            }
            recognizer.hasPendingInput = true
        }
        guard let target else { return }
        var finger = Finger(touch, target: target, knob: nil)
        finger.isHovering = true
        let ownershipDomain = tree.ownershipDomain(of: target)
        var next: RegionID? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where tree.gestures.isHoverGesture(gesture) {
                if recognizers[gesture]?.fingers.isEmpty == false { continue }
                _ = bind(finger, gesture, region, tree, &asking)
            }
            if region == ownershipDomain { break }
            next = tree[region].parent
        }
    }

    /// Passes the moves of a frame to the recognizers. `moves` contains each touch at most once. Recognizers that have finished ignore moves and
    /// only wait for their touches to end.
    func process(_ moves: [Touch]) {
        recognizers.forEachWatching { recognizer in
            if recognizer.isBehind {
                for touch in moves { questions.buffer(touch, recognizer) }
            } else if !recognizer.isOver, recognizer.fingers.update(moves) {
                recognizer.hasPendingInput = true
            }
        }
    }

    /// Passes the end or the cancellation of a touch to the recognizers.
    func process(end touch: Touch) {
        recognizers.forEachActive { recognizer in
            if recognizer.isBehind { return questions.buffer(touch, recognizer) }
            if recognizer.update(touch.phase, of: touch.id, at: touch.location, from: touch.previousLocation) { recognizer.hasPendingInput = true }
        }
    }

    /// Calls the recognizers whose deadline has passed.
    func expire(until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.due <= time { arbitration.expire(recognizer, until: time, &output, tree) }
    }

    // MARK: Answers

    /// Whether the question is open and may still be answered.
    func isOpen(_ question: QuestionID, at time: Int64) -> Bool { active.contains { $0.hasAsked(question) { time < $0.deadline } } }

    /// Applies the answer to an open question; nil applies the default of the gesture's spec.
    func answer(_ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) {
        for recognizer in active where questions.answer(recognizer, question, value, tree) { return }
    }

    // MARK: Delayed begins and ends

    /// Whether a recognizer delays the begin of the touch.
    func delaysBegin(of touch: TouchID, at time: Int64) -> Bool { active.contains { $0.state == .possible && $0.delaysBegin(of: touch, at: time) } }

    /// Whether a recognizer delays the end of the touch.
    func delaysEnd(of touch: TouchID) -> Bool {
        active.contains { $0.state == .possible && $0.spec.delaysTouchesEnded && $0.has(touch) }
    }

    // MARK: Changes of the tree

    /// Cancels all recognizers for which `isConcerned` returns true.
    func cancel(_ output: inout GestureOutput, _ tree: borrowing RegionTree, where isConcerned: (Recognizer) -> Bool) {
        for recognizer in active where isConcerned(recognizer) { arbitration.cancel(recognizer, &output, tree) }
    }

    /// Switches to an edited tree. Recognizers whose gesture was removed must already be over.
    func forgetGone(_ tree: borrowing RegionTree) {
        recognizers.forgetGone(tree)
        for recognizer in active { recognizer.forgetGone(tree) }
        updateSpecs(tree)
    }

    /// Updates the properties that all gesture types share. The properties of a single type do not change while a gesture is in progress.
    func updateSpecs(_ tree: borrowing RegionTree) {
        for recognizer in active {
            recognizer.updateSpec(tree.gestures.specs[recognizer.index.slot])
            recognizer.treeChanged(tree, recognizer.space(tree))
        }
    }

    /// Updates active recognizers after a region has scrolled.
    func handleScroll(_ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.isActive { recognizer.treeChanged(tree, recognizer.space(tree)) }
    }

    // MARK: Invariants

    /// A description of the first contradiction within the arbiter, or between it and the tree; nil if there is none. Valid only between two events.
    func fault(_ tree: borrowing RegionTree, _ asking: QuestionNumbers) -> String? {
        if let fault = asking.fault ?? questions.fault ?? recognizers.fault(tree) { return fault }
        let open = active.flatMap { [$0.request?.question].compactMap(\.self) + $0.buffered.steps.compactMap(\.question) }.map(\.id)
        if Set(open).count != open.count { return "a question is asked twice: \(open)" }
        for question in open where !asking.hasAssigned(question) { return "\(question) is open, but was never assigned" }
        return nil
    }
}
