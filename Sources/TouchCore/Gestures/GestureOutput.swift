/// What the recognizers of a panel say in one event. It goes into the frame behind what controls say.
struct GestureOutput {
    /// Event time, µs.
    var time: Int64 = 0
    private(set) var actions: [RoutedAction] = []
    /// Gestures that have failed.
    var failures: [GestureID] = []
    /// Touches that gestures take from their views.
    var taken: [TouchID] = []
    var questions: [Question] = []
    var settled: [SettledQuestion] = []

    /// So small that it is inlined: an action is not copied on its way.
    mutating func add(_ action: RoutedAction) { actions.append(action) }

    /// Adds a change that a recognizer replays. Of several that follow each other only the last is told.
    mutating func add(replayed change: RoutedAction) {
        if let place = actions.lastIndex(where: { $0.subject == change.subject }), actions[place].isMove {
            actions[place] = change
        } else {
            actions.append(change)
        }
    }

    /// Gives all of it to a frame.
    mutating func move(into frame: inout RoutedFrame) {
        if !actions.isEmpty {
            if frame.actions.isEmpty { swap(&frame.actions, &actions) } else { frame.actions += actions }
            actions.removeAll(keepingCapacity: true)
        }
        if !failures.isEmpty {
            frame.failures += failures
            failures.removeAll(keepingCapacity: true)
        }
        if questions.isEmpty && settled.isEmpty { return }
        frame.questions += questions
        frame.settled += settled
        (questions, settled) = ([], [])
    }
}
