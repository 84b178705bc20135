/// Processes one event: passes it to the recognizers, decides which of them are recognized, and makes others fail as a consequence (routing 8).
struct Arbitration {
    private let recognizers: RecognizerTable
    private let questions: GestureQuestions

    init(_ recognizers: RecognizerTable, _ questions: GestureQuestions) { (self.recognizers, self.questions) = (recognizers, questions) }

    /// Passes the event to the recognizers and decides the outcome.
    func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        recognizers.forEachWatching { recognizer in
            recognizer.wasActiveInEvent = false
            recognizer.dropIsolatedFingers(tree, at: output.time)
        }
        recognizers.forEachWatching { recognizer in
            if !recognizer.hasPendingInput { return }
            recognizer.time = output.time
            if !recognizer.isOver { runAndReport(recognizer, &output, tree) { $0.handleEvent() } }
        }
        while let next = nextToResolve(&output, tree) { resolve(next, &output, tree, &asking) }
        while catchUp(&output, tree) {
            while let next = nextToResolve(&output, tree) { resolve(next, &output, tree, &asking) }
        }
        close(&output)
        questions.move(into: &output)
    }

    /// Lets a recognizer act and reports the resulting change of its state.
    ///
    /// - Parameter isLate: True if the recognizer processes buffered input.
    private func runAndReport(
        _ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree, isLate: Bool = false,
        _ act: (Recognizer) -> Void
    ) {
        let wasActive = recognizer.isActive
        let wasOver = recognizer.isOver
        act(recognizer)
        let time = isLate ? recognizer.time : output.time
        if recognizer.isActive {
            if recognizer.commitChange() {
                let action = recognizer.action(.changed, at: time, tree)
                if time < output.time { output.add(replayed: action) } else { output.add(action) }
            }
        } else if recognizer.isOver && !wasOver {
            if wasActive {
                recognizer.deadline = .max
                recognizer.wasActiveInEvent = true
                output.add(recognizer.action(recognizer.state == .ended ? .ended : .cancelled, at: time, tree))
            } else {
                recordFailure(recognizer, &output)
            }
        }
        recognizer.hasChanged = false
    }

    /// Calls a recognizer whose deadline has passed.
    func expire(_ recognizer: Recognizer, until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        if recognizer.isBehind { return questions.expire(recognizer, until: time, tree) }
        recognizer.deadline = .max
        // A waiting recognizer has already met all conditions of its gesture, so its deadline no longer matters.
        if recognizer.isWaiting { return }
        recognizer.time = time
        runAndReport(recognizer, &output, tree) { $0.expire() }
    }

    /// Cancels a recognizer: an active one reports `cancelled`, a possible one fails. Its touches continue without it.
    func cancel(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        questions.abandon(recognizer)
        if recognizer.isOver { return }
        recognizer.time = output.time
        runAndReport(recognizer, &output, tree) { $0.cancel() }
    }

    // MARK: Recognition

    /// Returns the first recognizer whose request can be decided; nil if there is none. Makes recognizers fail if they can no longer be recognized.
    private func nextToResolve(_ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Recognizer? {
        guard recognizers.isAnyWatching(where: \.isToBeDecided) else { return nil }
        var isAnyOut: Bool
        repeat {
            isAnyOut = false
            for recognizer in recognizers.active where recognizer.state == .possible && recognizer.request?.question == nil {
                if recognizer.request == nil {
                    if !recognizer.buffered.isEmpty || !recognizer.isIdle { continue }
                    isAnyOut = true
                    if recognizer.fingers.isEmpty { removeUnused(recognizer) } else { fail(recognizer, &output) }
                } else if !isBlocked(recognizer, &output, tree), recognizer.state == .possible {
                    return recognizer
                } else if recognizer.state == .possible {
                    recognizer.request!.since = nil  // takes effect when the last blocker is gone, not at the time of the request
                } else {
                    isAnyOut = true
                }
            }
            // Others may have waited for the recognizers that failed.
        } while isAnyOut
        return nil
    }

    /// Removes a recognizer that has no touches, because its client has denied them or it has given them up. It took no part in the sequence, so
    /// others stop waiting for it.
    private func removeUnused(_ recognizer: Recognizer) {
        recognizers.remove(recognizer)
        recognizer.hasPendingInput = false
        recognizer.restart()
    }

    /// Whether a recognizer must wait for others to fail. If one of these others has been recognized, the recognizer itself fails.
    private func isBlocked(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        if recognizer.request!.blockers != nil {
            // A client's answer may have denied the shared touch to the other recognizer.
            recognizer.request!.blockers!.removeAll { !(recognizers[$0]?.shares(with: recognizer) ?? false) }
            return !recognizer.request!.blockers!.isEmpty
        }
        var blockers: [GestureID] = []
        for requirement in tree.gestures.requirements[recognizer.index.slot] {
            // A recognizer that has no touch in common with this one does not block it.
            guard let other = recognizers[requirement], recognizer.shares(with: other) else { continue }
            switch other.state {
            case .possible: blockers.append(requirement)
            case .failed: continue
            case .began, .changed, .ended, .cancelled:
                fail(recognizer, &output)
                return true
            }
        }
        recognizer.request!.blockers = blockers
        return !blockers.isEmpty
    }

    /// Recognizes an unblocked recognizer, unless a rule forbids it or its client must be asked first.
    private func resolve(
        _ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers
    ) {
        let request = recognizer.request!
        let asks =
            request.answer == nil && recognizer.spec.asks.contains(.shouldBegin)
            && tree.ownership.mayAsk(recognizer.region, about: recognizer.first)
        let mayBegin = asks || (request.answer ?? recognizer.spec.shouldBegin)
        if !mayBegin || BeginRules.isBlockedByControl(recognizer, tree) { return fail(recognizer, &output) }
        switch recognizer.mayBegin(tree, recognizer.space(tree)) {
        case .yes: break
        case .no: return fail(recognizer, &output)
        case .notYet: return recognizer.withdraw()
        }
        for other in recognizers.active where other !== recognizer {
            let isThere = other.isActive || (other.isOver && other.wasActiveInEvent)
            if isThere, BeginRules.prevents(other, recognizer, tree) { return fail(recognizer, &output) }
        }
        recognizer.time = request.since ?? output.time
        if asks {
            recognizer.request!.since = recognizer.time
            return questions.askToBegin(recognizer, at: output.time, tree, &asking)
        }
        recognizer.enterRequested()
        output.add(recognizer.action(request.state == .recognized ? .recognized : .began, at: recognizer.time, tree))
        if recognizer.spec.cancelsTouchesInView {
            for finger in recognizer.fingers where !finger.isIgnored { output.taken.append(finger.id) }
        }
        for other in recognizers.active where other !== recognizer && other.state == .possible {
            if BeginRules.requires(other, failureOf: recognizer, tree) || BeginRules.prevents(recognizer, other, tree) {
                questions.abandon(other)
                fail(other, &output)
            }
        }
    }

    // MARK: Missed events

    /// Gives each recognizer the next step of its buffered input. Returns false if no recognizer can continue.
    private func catchUp(_ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        guard recognizers.isAnyWatching(where: { !$0.buffered.isEmpty }) else { return false }
        var isAny = false
        for recognizer in recognizers.active where !recognizer.buffered.isEmpty {
            if catchUp(recognizer, &output, tree) { isAny = true }
        }
        return isAny
    }

    private func catchUp(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        guard recognizer.request?.question == nil, let next = recognizer.buffered.steps.first, next.question == nil else { return false }
        recognizer.endStep(&output)
        if recognizer.isOver && recognizer.fingers.isEmpty { recognizer.restart() }
        let hadRequest = recognizer.request != nil
        if recognizer.deadline <= next.time {
            recognizer.time = recognizer.deadline
            recognizer.deadline = .max
            if !recognizer.isWaiting { runAndReport(recognizer, &output, tree, isLate: true) { $0.expire() } }
        } else {
            recognizer.time = next.time
            while let step = recognizer.buffered.steps.first, step.time == next.time, step.question == nil {
                replay(recognizer.buffered.removeFirst(), recognizer, tree)
            }
            if !recognizer.isOver { runAndReport(recognizer, &output, tree, isLate: true) { $0.handleEvent() } }
        }
        if !hadRequest { recognizer.request?.since = recognizer.time }
        return true
    }

    private func replay(_ step: BufferedInput.Step, _ recognizer: Recognizer, _ tree: borrowing RegionTree) {
        let finger = step.finger
        if !step.isBegin {
            recognizer.update(finger.phase, of: finger.id, at: finger.location, from: finger.previous)
        } else if recognizer.admits(finger, tree) {
            recognizer.add(finger)
        } else {
            recognizer.buffered.remove(finger.id)
        }
    }

    // MARK: Ends

    private func fail(_ recognizer: Recognizer, _ output: inout GestureOutput) {
        recognizer.fail()
        recordFailure(recognizer, &output)
    }

    private func recordFailure(_ recognizer: Recognizer, _ output: inout GestureOutput) {
        recognizer.withdraw()
        recognizer.deadline = .max
        if recognizer.reportsFailure { output.failures.append(recognizer.index) }
        recognizers.stopWaiting(for: recognizer)
    }

    /// Ends the event: recognizers that are over and have no finger left start anew.
    private func close(_ output: inout GestureOutput) {
        var isAnyDone = false
        func end(_ recognizer: Recognizer) {
            recognizer.endStep(&output)
            if recognizer.isOver && recognizer.fingers.isEmpty { isAnyDone = true }
        }
        recognizers.forEachWatching(end)
        recognizers.forEachActive { if $0.hasPendingInput { end($0) } }
        if isAnyDone {
            for recognizer in recognizers.active where recognizer.isOver && recognizer.fingers.isEmpty { recognizer.restart() }
            recognizers.removeResting()
        }
        recognizers.endEvent()
    }
}
