/// The questions that a panel's gestures have asked clients since the last event, and the questions settled since then.
///
/// A recognizer that has asked gets no input until it has the answer or the deadline has passed; then it replays the missed input. Only recognizers
/// that require its failure, and views whose touches it delays, wait as well.
final class GestureQuestions {
    private var asked: [Question] = []
    private var settled: [SettledQuestion] = []

    // MARK: Questions

    /// Asks whether a recognizer gets a touch.
    func ask(_ recognizer: Recognizer, toReceive finger: Finger, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        let open = open(recognizer, at: finger.beganAt, tree, &asking)
        recognizer.buffered.append(begin: finger, open)
        let action = GestureAction(
            gesture: recognizer.index, region: recognizer.region, state: .began, first: finger.id, touches: [finger.id],
            local: recognizer.space(tree).toLocal.apply(finger.start), values: GestureValues(), timestamp: finger.beganAt)
        asked.append(Question(id: open.id, ask: .shouldReceive, action: action, target: finger.target, deadline: open.deadline))
    }

    /// Asks whether a recognizer may begin.
    func askToBegin(_ recognizer: Recognizer, at time: Int64, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) {
        let open = open(recognizer, at: time, tree, &asking)
        let state = recognizer.request!.state == .recognized ? GestureAction.State.recognized : .began
        recognizer.request!.question = open
        guard case .gesture(let action) = recognizer.action(state, at: recognizer.time, tree).content else { return }
        asked.append(Question(id: open.id, ask: .shouldBegin, action: action, target: nil, deadline: open.deadline))
    }

    private func open(_ recognizer: Recognizer, at time: Int64, _ tree: borrowing RegionTree, _ asking: inout QuestionNumbers) -> OpenQuestion {
        asking.open(isSensitive: tree[recognizer.region].sensitiveRoot != nil, until: time &+ recognizer.spec.answerWithin)
    }

    // MARK: Answers

    /// Applies the answer to an open question; nil applies the default of the gesture's spec. Returns false if the recognizer has not asked it.
    func answer(_ recognizer: Recognizer, _ question: QuestionID, _ value: Bool?, _ tree: borrowing RegionTree) -> Bool {
        close(recognizer, value, tree) { $0.id == question }
    }

    /// Answers questions whose deadline has passed with the spec's default.
    func expire(_ recognizer: Recognizer, until time: Int64, _ tree: borrowing RegionTree) {
        while close(recognizer, nil, tree, where: { $0.deadline <= time }) {}
    }

    private func close(
        _ recognizer: Recognizer, _ value: Bool?, _ tree: borrowing RegionTree, where isMeant: (OpenQuestion) -> Bool
    ) -> Bool {
        if let open = recognizer.request?.question, isMeant(open) {
            let answer = value ?? recognizer.spec.shouldBegin
            recordOutcome(open, value == nil ? .declared(answer) : .answered(answer))
            (recognizer.request!.question, recognizer.request!.answer) = (nil, answer)
            return true
        }
        guard let (open, finger) = recognizer.buffered.close(where: isMeant) else { return false }
        let answer = value ?? tree.gestures.mayReceive(recognizer.index, touchesOf: finger.target)
        recordOutcome(open, value == nil ? .declared(answer) : .answered(answer))
        if !answer { recognizer.buffered.remove(finger.id) }
        return true
    }

    private func recordOutcome(_ question: OpenQuestion, _ outcome: SettledQuestion.Outcome) {
        settled.append(SettledQuestion(id: question.id, outcome: outcome))
    }

    // MARK: Recognizers that are behind

    /// Buffers a change of a touch for later.
    func buffer(_ touch: Touch, _ recognizer: Recognizer) {
        let isOwn = recognizer.fingers.contains { $0.id == touch.id && !$0.isOver }
        guard isOwn || recognizer.buffered.begins(touch.id) else { return }
        if touch.phase == .cancelled {
            // If a touch is cancelled before the answer, the recognizer never gets it. If a recognizer asks whether it may begin and one of its
            // touches is cancelled, it does not begin.
            if let question = recognizer.buffered.question(about: touch.id) {
                recordOutcome(question, .void)
                recognizer.buffered.remove(touch.id)
                return
            }
            if isOwn, recognizer.has(touch.id), let question = recognizer.request?.question {
                recordOutcome(question, .void)
                (recognizer.request!.question, recognizer.request!.answer) = (nil, false)
            }
        }
        recognizer.buffered.append(touch, target: touch.target ?? recognizer.region)
    }

    /// Closes the open questions of a recognizer and drops its buffered input. The recognizer then only waits for the ends of the touches that it
    /// might have got.
    func abandon(_ recognizer: Recognizer) {
        if let question = recognizer.request?.question.take() { recordOutcome(question, .void) }
        if recognizer.buffered.isEmpty { return }
        for step in recognizer.buffered.steps {
            if let question = step.question { recordOutcome(question, .void) }
            if step.isBegin {
                var finger = step.finger
                finger.isIgnored = true
                recognizer.fingers.append(finger)
            } else {
                recognizer.update(step.finger.phase, of: step.finger.id, at: step.finger.location, from: step.finger.previous)
            }
        }
        recognizer.buffered.removeAll()
        // The recognizer reports no touch that had ended before.
        recognizer.fingers.endStep { _ in }
    }

    // MARK: Reporting to clients

    func move(into output: inout GestureOutput) {
        if asked.isEmpty && settled.isEmpty { return }
        // A question that is settled in the same event in which it was asked is not sent.
        for question in asked where settled.contains(where: { $0.id == question.id }) {
            asked.removeAll { $0.id == question.id }
            settled.removeAll { $0.id == question.id }
        }
        output.questions += asked
        output.settled += settled
        asked.removeAll()
        settled.removeAll()
    }

    /// A description of the first contradiction; nil if there is none. Valid only between two events.
    var fault: String? { asked.isEmpty && settled.isEmpty ? nil : "\(asked.count) questions and \(settled.count) answers were not reported" }
}
