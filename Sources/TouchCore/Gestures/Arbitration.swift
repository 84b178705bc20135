/// What comes of an event: recognizers are told of it, those that may are recognized, and others fail for it.
extension Arbiter {
    /// Tells the recognizers of the event, and decides what comes of it.
    func decide(_ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        event &+= 1
        for recognizer in active { recognizer.giveBack(tree, at: output.time) }
        for recognizer in active where recognizer.hasNews {
            recognizer.time = output.time
            if !recognizer.isOver { watch(recognizer, &output, tree) { Self.tell($0) } }
        }
        while let next = nextToSettle(&output, tree) { settle(next, &output, tree, &asking) }
        while catchUp(&output, tree) {
            while let next = nextToSettle(&output, tree) { settle(next, &output, tree, &asking) }
        }
        close(tree)
        if !asked.isEmpty || !settled.isEmpty { tellOfQuestions(&output) }
    }

    static func tell(_ recognizer: Recognizer) {
        func has(_ phase: TouchPhase) -> Bool { recognizer.fingers.contains { $0.phase == phase && $0.counts } }
        if has(.began) { recognizer.touchesBegan() }
        if !recognizer.isOver, has(.moved) { recognizer.touchesMoved() }
        if !recognizer.isOver, has(.ended) { recognizer.touchesEnded() }
        if !recognizer.isOver, has(.cancelled) { recognizer.touchesCancelled() }
    }

    /// Lets a recognizer act, and says what became of its state.
    ///
    /// - Parameter isLate: it is told now of what was earlier.
    func watch(
        _ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree, isLate: Bool = false,
        _ act: (Recognizer) -> Void
    ) {
        let wasActive = recognizer.isActive
        let wasOver = recognizer.isOver
        act(recognizer)
        if recognizer.isActive {
            if recognizer.hasChanged {
                recognizer.state = .changed
                say(.changed, recognizer, at: isLate ? recognizer.time : output.time, &output, tree)
            }
        } else if recognizer.isOver && !wasOver {
            if wasActive {
                recognizer.deadline = .max
                recognizer.activeIn = event
                let state: GestureAction.State = recognizer.state == .ended ? .ended : .cancelled
                say(state, recognizer, at: isLate ? recognizer.time : output.time, &output, tree)
            } else {
                noteFailure(recognizer, &output)
            }
        }
        recognizer.hasChanged = false
    }

    /// The first that can be decided on; those that can come to nothing fail on the way.
    private func nextToSettle(_ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Recognizer? {
        var isAnyOut: Bool
        repeat {
            isAnyOut = false
            for recognizer in active where recognizer.state == .possible && recognizer.beginQuestion == nil {
                if recognizer.wish == nil {
                    if !recognizer.missed.isEmpty { continue }
                    // Nothing is left that could make it.
                    let isIdle = recognizer.deadline == .max && !recognizer.fingers.contains { $0.isDown && !$0.isIgnored }
                    if !isIdle { continue }
                    isAnyOut = true
                    if recognizer.fingers.isEmpty { leave(recognizer) } else { fail(recognizer, &output) }
                } else if !isBlocked(recognizer, &output, tree), recognizer.state == .possible {
                    return recognizer
                } else {
                    recognizer.wishedAt = nil  // it comes about when there is nobody to wait for
                    if recognizer.state != .possible { isAnyOut = true }
                }
            }
            // Others may have waited for them.
        } while isAnyOut
        return nil
    }

    /// It has been given none of the touches that it asked for: it was never part of this, and nobody waits for it.
    private func leave(_ recognizer: Recognizer) {
        active.removeAll { $0 === recognizer }
        for other in active { other.blockers?.removeAll { $0 == recognizer.index } }
        recognizer.hasNews = false
        reset(recognizer)
    }

    /// Whether it must wait for others to fail. It fails itself if one of them has been recognized.
    private func isBlocked(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        if recognizer.blockers == nil {
            var blockers: [GestureID] = []
            for requirement in tree.gestures.requirements[recognizer.index.slot] {
                // One that gets no touch of this sequence does not block.
                guard let other = recognizers[requirement.slot], recognizer.shares(with: other) else { continue }
                switch other.state {
                case .possible: blockers.append(requirement)
                case .failed: continue
                case .began, .changed, .ended, .cancelled:
                    fail(recognizer, &output)
                    return true
                }
            }
            recognizer.blockers = blockers
        }
        return !recognizer.blockers!.isEmpty
    }

    /// One that nobody stands in the way of is recognized, unless it may not be, or has to ask first.
    private func settle(
        _ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree, _ asking: inout Asking
    ) {
        let asks =
            recognizer.answer == nil && recognizer.spec.asks.contains(.shouldBegin)
            && tree.ownership.mayAsk(recognizer.region, about: recognizer.first)
        let mayBegin = asks || (recognizer.answer ?? recognizer.spec.shouldBegin)
        if !mayBegin || isHeldOffByControl(recognizer, tree) { return fail(recognizer, &output) }
        switch recognizer.mayBegin(tree, space(of: recognizer, tree)) {
        case .yes: break
        case .no: return fail(recognizer, &output)
        case .notYet:
            recognizer.wish = nil
            recognizer.blockers = nil
            return
        }
        for other in active where other !== recognizer {
            let isThere = other.isActive || (other.isOver && other.activeIn == event)
            if isThere, prevents(other, recognizer, tree) { return fail(recognizer, &output) }
        }
        recognizer.time = recognizer.wishedAt ?? output.time
        if asks {
            recognizer.wishedAt = recognizer.time
            return askToBegin(recognizer, at: output.time, tree, &asking)
        }
        let isDiscrete = recognizer.wish == .recognize
        recognizer.wish = nil
        recognizer.wishedAt = nil
        recognizer.answer = nil
        recognizer.state = isDiscrete ? .ended : .began
        recognizer.activeIn = event
        recognizer.deadline = .max
        say(isDiscrete ? .recognized : .began, recognizer, at: recognizer.time, &output, tree)
        if recognizer.spec.cancelsTouchesInView {
            for finger in recognizer.fingers where !finger.isIgnored { taken.append(finger.id) }
        }
        for other in active where other !== recognizer && other.state == .possible {
            let needsFailure = tree.gestures.requirements[other.index.slot].contains(recognizer.index) && recognizer.shares(with: other)
            if needsFailure || prevents(recognizer, other, tree) {
                giveUpMissed(other)
                fail(other, &output)
            }
        }
    }

    private func prevents(_ a: Recognizer, _ b: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        a.shares(with: b) && !tree.gestures.areCompanions(a.index, b.index) && a.canPrevent(b)
    }

    private func isHeldOffByControl(_ recognizer: Recognizer, _ tree: borrowing RegionTree) -> Bool {
        func isInside(_ control: RegionID) -> Bool { tree.directory.isInside(control, recognizer.region) }
        if let way = recognizer.wayBesideKnobs, recognizer.spec.cancelsTouchesInView {
            let isHeld = recognizer.fingers.contains { finger in
                guard finger.counts, let knob = finger.knob, isInside(knob) else { return false }
                return tree.keepsKnob(knob, from: way)
            }
            if isHeld { return true }
        }
        guard recognizer.yieldsToControls else { return false }
        return recognizer.fingers.contains { finger in
            guard finger.counts, let control = tree.control(at: finger.target) else { return false }
            // A tap is nothing to a slider.
            return isInside(control) && tree.specs[control.slot].kind != .slider
        }
    }

    private func fail(_ recognizer: Recognizer, _ output: inout GestureOutput) {
        recognizer.state = .failed
        noteFailure(recognizer, &output)
    }

    private func noteFailure(_ recognizer: Recognizer, _ output: inout GestureOutput) {
        (recognizer.wish, recognizer.wishedAt, recognizer.answer) = (nil, nil, nil)
        recognizer.deadline = .max
        if recognizer.isTold { output.failures.append(recognizer.index) }
        for other in active { other.blockers?.removeAll { $0 == recognizer.index } }
    }

    /// A step is over: what was lifted is history.
    func endStep(_ recognizer: Recognizer) {
        let takes = recognizer.isActive && recognizer.spec.cancelsTouchesInView
        for place in recognizer.fingers.indices {
            let finger = recognizer.fingers[place]
            // A touch that joins a gesture is the gesture's, not its view's.
            if takes, finger.phase == .began, !finger.isIgnored { taken.append(finger.id) }
            if finger.phase.isTerminal { recognizer.fingers[place].isOver = true }
            recognizer.fingers[place].phase = .stationary
        }
        recognizer.hasNews = false
        if recognizer.state != .possible { recognizer.fingers.removeAll(where: \.isOver) }
    }

    /// The event is over: who is done and has no finger left begins anew.
    private func close(_ tree: borrowing RegionTree) {
        var isAnyDone = false
        for recognizer in active {
            endStep(recognizer)
            if recognizer.isOver && recognizer.fingers.isEmpty { isAnyDone = true }
        }
        if !isAnyDone { return }
        for recognizer in active where recognizer.isOver && recognizer.fingers.isEmpty { reset(recognizer) }
        active.removeAll { $0.state == .possible && $0.fingers.isEmpty && !$0.isBehind }
    }

    func reset(_ recognizer: Recognizer) {
        recognizer.state = .possible
        (recognizer.wish, recognizer.wishedAt, recognizer.answer) = (nil, nil, nil)
        recognizer.blockers = nil
        recognizer.deadline = .max
        recognizer.reset()
    }
}

extension RegionTree {
    /// The enabled control that takes a touch of a region: itself, or one that it is in, if all between pass touches on.
    func control(at target: RegionID) -> RegionID? {
        var next: RegionID? = target
        while let region = next {
            let spec = specs[region.slot]
            if spec.kind.isControl { return spec.isEnabled ? region : nil }
            if spec.responds == .consume { return nil }
            next = self[region].parent
        }
        return nil
    }
}
