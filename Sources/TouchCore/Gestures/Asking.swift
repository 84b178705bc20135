/// How questions are counted.
struct Asking {
    private var next: UInt64 = 1
    /// Of sensitive regions' gestures: who is asked other questions cannot tell how many there were.
    private var nextSensitive = TouchIDs.firstSensitive

    mutating func open(isSensitive: Bool, until deadline: Int64) -> OpenQuestion {
        defer { if isSensitive { nextSensitive += 1 } else { next += 1 } }
        return OpenQuestion(id: QuestionID(isSensitive ? nextSensitive : next), deadline: deadline)
    }
}

/// Questions to clients: a recognizer that has asked is told nothing until it has the answer, or its time is over, and then
/// what it has missed. Nobody else waits, but those who need its failure and views whose touches it delays.
extension Arbiter {
    /// Asks whether a recognizer gets a touch.
    func ask(_ recognizer: Recognizer, toReceive finger: Finger, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        let open = asking.open(isSensitive: tree[recognizer.region].sensitiveRoot != nil, until: finger.beganAt &+ recognizer.spec.answerWithin)
        recognizer.missed.append(Missed(finger, open))
        let local = tree.toLocal[recognizer.region.slot].apply(finger.start)
        let action = GestureAction(
            gesture: recognizer.index, region: recognizer.region, state: .began, first: finger.id, touches: [finger.id], local: local,
            values: GestureValues(), timestamp: finger.beganAt)
        asked.append(Question(id: open.id, ask: .shouldReceive, action: action, target: finger.target, deadline: open.deadline))
    }

    /// Asks whether a recognizer may begin.
    func askToBegin(_ recognizer: Recognizer, at time: Int64, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        let open = asking.open(isSensitive: tree[recognizer.region].sensitiveRoot != nil, until: time &+ recognizer.spec.answerWithin)
        recognizer.beginQuestion = open
        recognizer.saidAt = recognizer.time
        recognizer.gatherTold()
        let state = recognizer.wish == .recognize ? GestureAction.State.recognized : .began
        guard case .gesture(let action) = recognizer.says(state, tree, space(of: recognizer, tree)) else { return }
        asked.append(Question(id: open.id, ask: .shouldBegin, action: action, target: nil, deadline: open.deadline))
    }

    /// Whether a question is open and may still be answered.
    func isOpen(_ question: QuestionID, at time: Int64) -> Bool {
        active.contains { recognizer in
            func isMeant(_ open: OpenQuestion?) -> Bool { open?.id == question && time < open!.deadline }
            return isMeant(recognizer.beginQuestion) || recognizer.missed.contains { isMeant($0.question) }
        }
    }

    /// Takes the answer to an open question; nil: what the gesture's spec says.
    func answer(_ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) {
        for recognizer in active {
            if recognizer.beginQuestion?.id == question { return decideBegin(recognizer, value) }
            if let place = recognizer.missed.firstIndex(where: { $0.question?.id == question }) {
                return decideReceive(recognizer, place, value, tree)
            }
        }
    }

    /// Those whose time is over by now have the spec's answer.
    func expireQuestions(_ recognizer: Recognizer, until time: Int64, _ tree: borrowing RegionTree) {
        if let open = recognizer.beginQuestion, open.deadline <= time { decideBegin(recognizer, nil) }
        while let place = recognizer.missed.firstIndex(where: { $0.question?.deadline ?? .max <= time }) {
            decideReceive(recognizer, place, nil, tree)
        }
    }

    private func decideBegin(_ recognizer: Recognizer, _ value: Bool?) {
        let answer = value ?? recognizer.spec.shouldBegin
        close(recognizer.beginQuestion!, value == nil ? .declared(answer) : .answered(answer))
        recognizer.beginQuestion = nil
        recognizer.answer = answer
    }

    private func decideReceive(_ recognizer: Recognizer, _ place: Int, _ value: Bool?, _ tree: borrowing RegionTree) {
        let finger = recognizer.missed[place].finger
        let answer = value ?? tree.gestures.gets(recognizer.index, touchesOf: finger.target)
        close(recognizer.missed[place].question!, value == nil ? .declared(answer) : .answered(answer))
        recognizer.missed[place].question = nil
        if !answer { recognizer.missed.removeAll { $0.finger.id == finger.id } }
    }

    func close(_ question: OpenQuestion, _ outcome: SettledQuestion.Outcome) {
        settled.append(SettledQuestion(id: question.id, outcome: outcome))
    }

    // MARK: What is missed

    /// Keeps for later what has become of a touch.
    func miss(_ touch: Touch, _ recognizer: Recognizer) {
        let isOwn = recognizer.fingers.contains { $0.id == touch.id && !$0.isOver }
        let begin = recognizer.missed.firstIndex { $0.isBegin && $0.finger.id == touch.id }
        guard isOwn || begin != nil else { return }
        if touch.phase == .cancelled {
            // It never gets what is over before it was decided; and it does not begin with a touch that was taken away.
            if let begin, let question = recognizer.missed[begin].question {
                close(question, .void)
                recognizer.missed.removeAll { $0.finger.id == touch.id }
                return
            }
            if isOwn, recognizer.has(touch.id), let question = recognizer.beginQuestion {
                close(question, .void)
                (recognizer.beginQuestion, recognizer.answer) = (nil, false)
            }
        }
        recognizer.missed.append(Missed(touch, target: touch.target ?? recognizer.region))
    }

    /// Tells each the next of what it has missed. Returns false when there is nothing that any could be told.
    func catchUp(_ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        var isAny = false
        for recognizer in active where !recognizer.missed.isEmpty {
            if catchUp(recognizer, &output, tree) { isAny = true }
        }
        return isAny
    }

    private func catchUp(_ recognizer: Recognizer, _ output: inout GestureOutput, _ tree: borrowing RegionTree) -> Bool {
        guard recognizer.beginQuestion == nil, let next = recognizer.missed.first, next.question == nil else { return false }
        endStep(recognizer)
        if recognizer.isOver && recognizer.fingers.isEmpty { reset(recognizer) }
        let hadWish = recognizer.wish != nil
        if recognizer.deadline <= next.time {
            recognizer.time = recognizer.deadline
            recognizer.deadline = .max
            if !recognizer.isWaiting { watch(recognizer, &output, tree, isLate: true) { $0.expire() } }
        } else {
            recognizer.time = next.time
            while let step = recognizer.missed.first, step.time == next.time, step.question == nil {
                recognizer.missed.removeFirst()
                take(step, recognizer, tree)
            }
            if !recognizer.isOver { watch(recognizer, &output, tree, isLate: true) { Self.tell($0) } }
        }
        if !hadWish && recognizer.wish != nil { recognizer.wishedAt = recognizer.time }
        return true
    }

    private func take(_ step: Missed, _ recognizer: Recognizer, _ tree: borrowing RegionTree) {
        let finger = step.finger
        if !step.isBegin {
            recognizer.take(finger.phase, of: finger.id, at: finger.location, from: finger.previous)
        } else if admits(finger, recognizer, tree) {
            add(finger, recognizer)
        } else {
            recognizer.missed.removeAll { $0.finger.id == finger.id }
        }
    }

    /// It will not be told any more: touches that it might have had are only waited for.
    func giveUpMissed(_ recognizer: Recognizer) {
        if let question = recognizer.beginQuestion { close(question, .void) }
        recognizer.beginQuestion = nil
        if recognizer.missed.isEmpty { return }
        for step in recognizer.missed {
            if let question = step.question { close(question, .void) }
            if step.isBegin {
                var finger = step.finger
                finger.isIgnored = true
                recognizer.fingers.append(finger)
            } else {
                recognizer.take(step.finger.phase, of: step.finger.id, at: step.finger.location, from: step.finger.previous)
            }
        }
        recognizer.missed = []
    }
}
