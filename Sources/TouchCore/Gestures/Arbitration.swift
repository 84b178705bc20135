/// What comes of an event: recognizers are told of it, those that may are recognized, and others fail for it (routing 8).
struct Arbitration {
    private let recognizers: RecognizerTable
    private let questions: GestureQuestions

    init(_ recognizers: RecognizerTable, _ questions: GestureQuestions) { (self.recognizers, self.questions) = (recognizers, questions) }

    /// Tells the recognizers of the event, and decides what comes of it.
    func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        recognizers.forEachWatching { recognizer in
            recognizer.wasActiveInEvent = false
            recognizer.giveBack(tree, at: output.time)
        }
        recognizers.forEachWatching { recognizer in
            if !recognizer.hasNews { return }
            recognizer.time = output.time
            if !recognizer.isOver { watch(recognizer, &output, tree) { $0.tell() } }
        }
        while let next = nextToResolve(&output, tree) { resolve(next, &output, tree, &asking) }
        while catchUp(&output, tree) {
            while let next = nextToResolve(&output, tree) { resolve(next, &output, tree, &asking) }
        }
        close(&output)
        questions.move(into: &output)
    }

    /// Lets a recognizer act, and says what became of its state.
    ///
    /// - Parameter isLate: it is told now of what was earlier.
    private func watch(
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

    /// Calls a recognizer whose time has come.
    func expire(_ recognizer: Recognizer, until time: Int64, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        if recognizer.isBehind { return questions.expire(recognizer, until: time, tree) }
        recognizer.deadline = .max
        // One that has all it needs cannot be late.
        if recognizer.isWaiting { return }
        recognizer.time = time
        watch(recognizer, &output, tree) { $0.expire() }
    }

    /// Cancels a recognizer: an active one says so, a possible one fails. Its touches go on without it.
    func cancel(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) {
        questions.giveUp(recognizer)
        if recognizer.isOver { return }
        recognizer.time = output.time
        watch(recognizer, &output, tree) { $0.cancel() }
    }

    // MARK: Who is recognized

    /// The first that can be decided on; those that can come to nothing fail on the way.
    private func nextToResolve(_ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Recognizer? {
        guard recognizers.isAnyWatching(where: \.isToBeDecided) else { return nil }
        var isAnyOut: Bool
        repeat {
            isAnyOut = false
            for recognizer in recognizers.active where recognizer.state == .possible && recognizer.request?.question == nil {
                if recognizer.request == nil {
                    if !recognizer.buffered.isEmpty || !recognizer.isIdle { continue }
                    isAnyOut = true
                    if recognizer.fingers.isEmpty { leave(recognizer) } else { fail(recognizer, &output) }
                } else if !isBlocked(recognizer, &output, tree), recognizer.state == .possible {
                    return recognizer
                } else if recognizer.state == .possible {
                    recognizer.request!.since = nil  // it comes about when there is nobody to wait for
                } else {
                    isAnyOut = true
                }
            }
            // Others may have waited for them.
        } while isAnyOut
        return nil
    }

    /// A recognizer has been given none of the touches that it asked for: it was never part of this, and nobody waits for it.
    private func leave(_ recognizer: Recognizer) {
        recognizers.remove(recognizer)
        recognizer.hasNews = false
        recognizer.startAnew()
    }

    /// Whether a recognizer must wait for others to fail. It fails itself if one of them has been recognized.
    private func isBlocked(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        if recognizer.request!.blockers != nil {
            // A touch that both might have had may turn out not to be the other's.
            recognizer.request!.blockers!.removeAll { !(recognizers[$0]?.shares(with: recognizer) ?? false) }
            return !recognizer.request!.blockers!.isEmpty
        }
        var blockers: [GestureID] = []
        for requirement in tree.gestures.requirements[recognizer.index.slot] {
            // One that gets no touch of this sequence does not block.
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

    /// One that nobody stands in the way of is recognized, unless it may not be, or has to ask first.
    private func resolve(
        _ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout Asking
    ) {
        let request = recognizer.request!
        let asks =
            request.answer == nil && recognizer.spec.asks.contains(.shouldBegin)
            && tree.ownership.mayAsk(recognizer.region, about: recognizer.first)
        let mayBegin = asks || (request.answer ?? recognizer.spec.shouldBegin)
        if !mayBegin || BeginRules.isHeldOffByControl(recognizer, tree) { return fail(recognizer, &output) }
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
                questions.giveUp(other)
                fail(other, &output)
            }
        }
    }

    // MARK: What was missed

    /// Tells each the next of what it has missed. Returns false when there is nothing that any could be told.
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
        if recognizer.isOver && recognizer.fingers.isEmpty { recognizer.startAnew() }
        let hadRequest = recognizer.request != nil
        if recognizer.deadline <= next.time {
            recognizer.time = recognizer.deadline
            recognizer.deadline = .max
            if !recognizer.isWaiting { watch(recognizer, &output, tree, isLate: true) { $0.expire() } }
        } else {
            recognizer.time = next.time
            while let step = recognizer.buffered.steps.first, step.time == next.time, step.question == nil {
                replay(recognizer.buffered.removeFirst(), recognizer, tree)
            }
            if !recognizer.isOver { watch(recognizer, &output, tree, isLate: true) { $0.tell() } }
        }
        if !hadRequest { recognizer.request?.since = recognizer.time }
        return true
    }

    private func replay(_ step: BufferedInput.Step, _ recognizer: Recognizer, _ tree: borrowing RegionTree) {
        let finger = step.finger
        if !step.isBegin {
            recognizer.take(finger.phase, of: finger.id, at: finger.location, from: finger.previous)
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
        if recognizer.isTold { output.failures.append(recognizer.index) }
        recognizers.stopWaiting(for: recognizer)
    }

    /// The event is over: who is done and has no finger left begins anew.
    private func close(_ output: inout GestureOutput) {
        var isAnyDone = false
        func end(_ recognizer: Recognizer) {
            recognizer.endStep(&output)
            if recognizer.isOver && recognizer.fingers.isEmpty { isAnyDone = true }
        }
        recognizers.forEachWatching(end)
        recognizers.forEachActive { if $0.hasNews { end($0) } }
        if isAnyDone {
            for recognizer in recognizers.active where recognizer.isOver && recognizer.fingers.isEmpty { recognizer.startAnew() }
            recognizers.removeResting()
        }
        recognizers.settle()
    }
}
