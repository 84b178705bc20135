/// The output of a panel's recognizers for one event. It is added to the frame after the actions of controls.
struct GestureOutput {
    /// Event time, in µs.
    var time: Int64 = 0
    private(set) var actions: [RoutedAction] = []
    /// The gestures that have failed.
    var failures: [GestureID] = []
    /// The touches that gestures take away from views.
    var taken: [TouchID] = []
    var questions: [Question] = []
    var settled: [SettledQuestion] = []

    /// Appends an action. The function is small enough to be inlined, so that the action is not copied.
    mutating func add(_ action: RoutedAction) { actions.append(action) }

    /// Appends a change from replayed input. Of several consecutive changes of a gesture only the last is kept.
    mutating func add(replayed change: RoutedAction) {
        if let place = actions.lastIndex(where: { $0.subject == change.subject }), actions[place].isMove {
            actions[place] = change
        } else {
            actions.append(change)
        }
    }

    /// Moves the actions to the end of a frame's actions.
    mutating func moveActions(into frame: inout [RoutedAction]) {
        if actions.isEmpty { return }
        if frame.isEmpty { swap(&frame, &actions) } else { frame += actions }
        actions.removeAll(keepingCapacity: true)
    }
}
