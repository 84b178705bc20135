import TouchCore

/// The questions of gestures in a scenario, and the scenario's answers.
extension ScenarioRunner {
    /// Logs the questions in a frame.
    mutating func recordQuestions(of frame: RoutedFrame, _ tree: RegionTree) {
        for question in frame.questions {
            let gesture = tree.directory.gestures[question.action.gesture.slot].id
            openQuestions.append((question, gesture))
            log.append(question, ofGesture: gesture, at: frame.time)
        }
        openQuestions.removeAll { entry in frame.settled.contains { $0.id == entry.question.id } }
    }

    /// Answers the first matching question that is open. Does nothing if there is none.
    mutating func answer(_ gesture: String, _ ask: GestureAsk, _ touch: Int?, _ value: Bool) {
        let meant = openQuestions.first { entry in
            entry.gesture == gesture && entry.question.ask == ask
                && (touch == nil || entry.question.action.touches.contains { log.numbers[$0] == touch })
        }
        guard let meant else { return }
        let time = now
        pipeline.answer(meant.question.id, value, time: { _ in time }, into: &output)
        recordOutput()
    }
}
