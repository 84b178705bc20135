/// Decides which of a panel's recognizers are recognized (routing 8): a gesture is made of one panel's touches.
///
/// It takes the touches, and wires its parts together: `RecognizerTable` has the recognizers, `Arbitration` decides what comes of an event,
/// `GestureQuestions` has what clients are asked.
final class Arbiter {
    private let recognizers: RecognizerTable
    private let questions: GestureQuestions
    private let arbitration: Arbitration

    init() {
        (recognizers, questions) = (RecognizerTable(), GestureQuestions())
        arbitration = Arbitration(recognizers, questions)
    }

    /// Those that have touches or wait, in the order in which they are served.
    var active: [Recognizer] { recognizers.active }
    /// Those that have had a touch, in the order of their gestures.
    var all: [Recognizer] { recognizers.all }

    /// When one of them wants to be woken.
    var deadline: Int64 {
        var deadline = Int64.max
        // Those that are over want nothing.
        recognizers.forEachWatching { deadline = min(deadline, $0.due) }
        return deadline
    }

    /// Whether any of them may still make something of how touches move.
    var areWatching: Bool { recognizers.isAnyWatching(where: \.isWatching) }

    /// Tells the recognizers of the event, and decides what comes of it.
    func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        arbitration.decide(&output, tree, &asking)
    }

    // MARK: Touches

    /// Gives a new touch to the recognizers of the region it hit and of those that this is in, or asks whether they get it.
    /// Returns whether any has it, or may come to have it.
    func bind(_ touch: Touch, to target: RegionID, _ tree: borrowing RegionTree, _ asking: inout Asking) -> Bool {
        var isBound = false
        let finger = Finger(touch, target: target, knob: ControlSearch.knob(under: touch.location, of: target, in: tree))
        let ownershipDomain = tree.ownershipDomain(of: target)
        var next: RegionID? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where bind(finger, gesture, region, tree, &asking) { isBound = true }
            if region == ownershipDomain { break }  // what goes on in it is no gesture outside it
            next = tree[region].parent
        }
        return isBound
    }

    private func bind(
        _ finger: Finger, _ gesture: GestureID, _ region: RegionID, _ tree: borrowing RegionTree, _ asking: inout Asking
    ) -> Bool {
        let spec = tree.gestures.specs[gesture.slot]
        guard tree.gestures.isOfHover(gesture) == finger.isHovering, spec.isEnabled else { return false }
        let asks = spec.asks.contains(.shouldReceive) && tree.ownership.mayAsk(region, about: finger.id)
        guard asks || tree.gestures.gets(gesture, touchesOf: finger.target) else { return false }
        let recognizer = recognizers.recognizer(gesture, region, spec, tree)
        // One that is behind says for itself what it takes, when it has come so far.
        guard recognizer.isBehind || recognizer.admits(finger, tree) else { return false }
        recognizers.insert(recognizer, tree)
        if asks {
            questions.ask(recognizer, toReceive: finger, tree, &asking)
        } else if recognizer.isBehind {
            recognizer.buffered.append(begin: finger)
        } else {
            recognizer.add(finger)
            recognizer.hasNews = true
        }
        return true
    }

    /// Takes where something hovers: gestures of regions that it has come over get it like a finger, to those of regions that it
    /// has left it has lifted.
    ///
    /// - Parameter target: the region under it; nil: none, or it hovers no more.
    func hover(_ touch: Touch, over target: RegionID?, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        for recognizer in active {
            guard let place = recognizer.fingers.firstIndex(where: { $0.id == touch.id && !$0.isOver }) else { continue }
            if let target, tree.isHeard(target, in: recognizer.region) {
                if touch.phase == .stationary { continue }
                recognizer.fingers[place].phase = .moved
                recognizer.fingers[place].previous = touch.previousLocation
                recognizer.fingers[place].location = touch.location
            } else {
                recognizer.fingers[place].phase = .ended
            }
            recognizer.hasNews = true
        }
        guard let target else { return }
        var finger = Finger(touch, target: target, knob: nil)
        finger.isHovering = true
        let ownershipDomain = tree.ownershipDomain(of: target)
        var next: RegionID? = target
        while let region = next {
            for gesture in tree.gestures.of(region) where tree.gestures.isOfHover(gesture) {
                if recognizers[gesture]?.fingers.isEmpty == false { continue }
                _ = bind(finger, gesture, region, tree, &asking)
            }
            if region == ownershipDomain { break }
            next = tree[region].parent
        }
    }

    /// Takes where touches have gone in a frame, each once. Recognizers that are over wait for ends alone.
    func note(_ moves: [Touch]) {
        recognizers.forEachWatching { recognizer in
            if recognizer.isBehind {
                for touch in moves { questions.miss(touch, recognizer) }
            } else if !recognizer.isOver, recognizer.fingers.take(moves) {
                recognizer.hasNews = true
            }
        }
    }

    /// Takes a touch that has ended or is cancelled.
    func note(end touch: Touch) {
        recognizers.forEachActive { recognizer in
            if recognizer.isBehind { return questions.miss(touch, recognizer) }
            if recognizer.take(touch.phase, of: touch.id, at: touch.location, from: touch.previousLocation) { recognizer.hasNews = true }
        }
    }

    /// Calls those whose time has come.
    func expire(until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.due <= time { arbitration.expire(recognizer, until: time, &output, tree) }
    }

    // MARK: Answers

    /// Whether a question is open and may still be answered.
    func isOpen(_ question: QuestionID, at time: Int64) -> Bool { active.contains { $0.hasAsked(question) { time < $0.deadline } } }

    /// Takes the answer to an open question; nil: what the gesture's spec says.
    func answer(_ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) {
        for recognizer in active where questions.answer(recognizer, question, value, tree) { return }
    }

    // MARK: What views wait for

    /// Whether a begin is withheld.
    func delaysBegin(of touch: TouchID, at time: Int64) -> Bool { active.contains { $0.state == .possible && $0.delaysBegin(of: touch, at: time) } }

    /// Whether an end is withheld.
    func delaysEnd(of touch: TouchID) -> Bool {
        active.contains { $0.state == .possible && $0.spec.delaysTouchesEnded && $0.has(touch) }
    }

    // MARK: Changes of the tree

    /// Cancels those that are concerned.
    func cancel(_ output: inout GestureOutput, _ tree: borrowing RegionTree, where isConcerned: (Recognizer) -> Bool) {
        for recognizer in active where isConcerned(recognizer) { arbitration.cancel(recognizer, &output, tree) }
    }

    /// Goes over to an edited tree. Recognizers whose gesture is not in it must be over.
    func leaveGone(_ tree: borrowing RegionTree) {
        recognizers.forgetGone(tree)
        for recognizer in active { recognizer.forgetGone(tree) }
        takeOverSpecs(tree)
    }

    /// What can change of a gesture in progress is what all types have.
    func takeOverSpecs(_ tree: borrowing RegionTree) {
        for recognizer in active {
            recognizer.takeOver(tree.gestures.specs[recognizer.index.slot])
            recognizer.treeChanged(tree, recognizer.space(tree))
        }
    }

    /// Something has scrolled.
    func noteScroll(_ tree: borrowing RegionTree) {
        for recognizer in active where recognizer.isActive { recognizer.treeChanged(tree, recognizer.space(tree)) }
    }

    // MARK: Invariants

    /// What contradicts itself, or the tree, between two events; nil if nothing does.
    func fault(_ tree: borrowing RegionTree, _ asking: Asking) -> String? {
        if let fault = asking.fault ?? questions.fault ?? recognizers.fault(tree) { return fault }
        let open = active.flatMap { [$0.request?.question].compactMap(\.self) + $0.buffered.steps.compactMap(\.question) }.map(\.id)
        if Set(open).count != open.count { return "a question is asked twice: \(open)" }
        for question in open where !asking.hasGiven(question) { return "nobody has given \(question) its number" }
        return nil
    }
}
