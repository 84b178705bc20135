/// The questions of a panel's gestures to clients: what has been asked and answered since the last event.
///
/// A recognizer that has asked is told nothing until it has the answer, or its time is over, and then what it has missed. Nobody else
/// waits, but those who need its failure and views whose touches it delays.
final class GestureQuestions {
    private var asked: [Question] = []
    private var settled: [SettledQuestion] = []

    // MARK: Questions

    /// Asks whether a recognizer gets a touch.
    func ask(_ recognizer: Recognizer, toReceive finger: Finger, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        let open = open(recognizer, at: finger.beganAt, tree, &asking)
        recognizer.buffered.append(begin: finger, open)
        let action = GestureAction(
            gesture: recognizer.index, region: recognizer.region, state: .began, first: finger.id, touches: [finger.id],
            local: recognizer.space(tree).toLocal.apply(finger.start), values: GestureValues(), timestamp: finger.beganAt)
        asked.append(Question(id: open.id, ask: .shouldReceive, action: action, target: finger.target, deadline: open.deadline))
    }

    /// Asks whether a recognizer may begin.
    func askToBegin(_ recognizer: Recognizer, at time: Int64, _ tree: borrowing RegionTree, _ asking: inout Asking) {
        let open = open(recognizer, at: time, tree, &asking)
        let state = recognizer.request!.state == .recognized ? GestureAction.State.recognized : .began
        recognizer.request!.question = open
        guard case .gesture(let action) = recognizer.action(state, at: recognizer.time, tree).content else { return }
        asked.append(Question(id: open.id, ask: .shouldBegin, action: action, target: nil, deadline: open.deadline))
    }

    private func open(_ recognizer: Recognizer, at time: Int64, _ tree: borrowing RegionTree, _ asking: inout Asking) -> OpenQuestion {
        asking.open(isSensitive: tree[recognizer.region].sensitiveRoot != nil, until: time &+ recognizer.spec.answerWithin)
    }

    // MARK: Answers

    /// Takes the answer to an open question; nil: what the gesture's spec says. Returns false if it is none of the recognizer's.
    func answer(_ recognizer: Recognizer, _ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) -> Bool {
        close(recognizer, value, tree) { $0.id == question }
    }

    /// Questions whose time is over by now have the spec's answer.
    func expire(_ recognizer: Recognizer, until time: Int64, _ tree: borrowing RegionTree) {
        while close(recognizer, nil, tree, where: { $0.deadline <= time }) {}
    }

    private func close(
        _ recognizer: Recognizer, _ value: Bool?, _ tree: borrowing RegionTree, where isMeant: (OpenQuestion) -> Bool
    ) -> Bool {
        if let open = recognizer.request?.question, isMeant(open) {
            let answer = value ?? recognizer.spec.shouldBegin
            settle(open, value == nil ? .declared(answer) : .answered(answer))
            (recognizer.request!.question, recognizer.request!.answer) = (nil, answer)
            return true
        }
        guard let (open, finger) = recognizer.buffered.close(where: isMeant) else { return false }
        let answer = value ?? tree.gestures.gets(recognizer.index, touchesOf: finger.target)
        settle(open, value == nil ? .declared(answer) : .answered(answer))
        if !answer { recognizer.buffered.remove(finger.id) }
        return true
    }

    private func settle(_ question: OpenQuestion, _ outcome: SettledQuestion.Outcome) {
        settled.append(SettledQuestion(id: question.id, outcome: outcome))
    }

    // MARK: Recognizers that are behind

    /// Keeps for later what has become of a touch.
    func miss(_ touch: Touch, _ recognizer: Recognizer) {
        let isOwn = recognizer.fingers.contains { $0.id == touch.id && !$0.isOver }
        guard isOwn || recognizer.buffered.begins(touch.id) else { return }
        if touch.phase == .cancelled {
            // It never gets what is over before it was decided; and it does not begin with a touch that was taken away.
            if let question = recognizer.buffered.question(about: touch.id) {
                settle(question, .void)
                recognizer.buffered.remove(touch.id)
                return
            }
            if isOwn, recognizer.has(touch.id), let question = recognizer.request?.question {
                settle(question, .void)
                (recognizer.request!.question, recognizer.request!.answer) = (nil, false)
            }
        }
        recognizer.buffered.append(touch, target: touch.target ?? recognizer.region)
    }

    /// The recognizer will not be told any more: touches that it might have had are only waited for.
    func giveUp(_ recognizer: Recognizer) {
        if let question = recognizer.request?.question.take() { settle(question, .void) }
        if recognizer.buffered.isEmpty { return }
        for step in recognizer.buffered.steps {
            if let question = step.question { settle(question, .void) }
            if step.isBegin {
                var finger = step.finger
                finger.isIgnored = true
                recognizer.fingers.append(finger)
            } else {
                recognizer.take(step.finger.phase, of: step.finger.id, at: step.finger.location, from: step.finger.previous)
            }
        }
        recognizer.buffered.removeAll()
    }

    // MARK: Telling clients

    func move(into output: inout GestureOutput) {
        if asked.isEmpty && settled.isEmpty { return }
        // What is settled in the event in which it was asked need not be asked.
        for question in asked where settled.contains(where: { $0.id == question.id }) {
            asked.removeAll { $0.id == question.id }
            settled.removeAll { $0.id == question.id }
        }
        output.questions += asked
        output.settled += settled
        asked.removeAll()
        settled.removeAll()
    }

    /// What contradicts itself between two events; nil if nothing does.
    var fault: String? { asked.isEmpty && settled.isEmpty ? nil : "\(asked.count) questions and \(settled.count) answers were not told of" }
}
