/// What recognizers say in a frame.
extension Arbiter {
    /// - Parameter time: when that was, event time.
    func say(
        _ state: GestureAction.State, _ recognizer: Recognizer, at time: Int64, _ frame: inout RoutedFrame,
        _ tree: borrowing RegionTree
    ) {
        recognizer.gatherTold()
        recognizer.saidAt = time
        let action = recognizer.says(state, tree, space(of: recognizer, tree))
        // Of what is told later only the last change.
        if time < frame.time, state == .changed, let place = frame.actions.lastIndex(where: { $0.isOf(recognizer.index) }),
            frame.actions[place].isMove
        {
            frame.actions[place] = action
        } else {
            frame.actions.append(action)
        }
    }

    func tellOfQuestions(_ frame: inout RoutedFrame) {
        // What is settled in the event in which it was asked need not be asked.
        for question in asked where settled.contains(where: { $0.id == question.id }) {
            asked.removeAll { $0.id == question.id }
            settled.removeAll { $0.id == question.id }
        }
        frame.questions += asked
        frame.settled += settled
        asked.removeAll()
        settled.removeAll()
    }

    func space(of recognizer: Recognizer, _ tree: borrowing RegionTree) -> GestureSpace {
        GestureSpace(
            toLocal: tree.toLocal[Int(recognizer.region)], screen: tree.screens[tree[recognizer.region].screen].size)
    }
}

extension RoutedAction {
    fileprivate func isOf(_ gesture: GestureIndex) -> Bool {
        if case .gesture(let action) = self { action.gesture == gesture } else { false }
    }
}

extension Recognizer {
    /// Brings the list of the touches it tells of up to date, leaving it alone when nothing has changed.
    func gatherTold() {
        func isTold(_ finger: Finger) -> Bool {
            !finger.isIgnored && !finger.isPast && !finger.isHovering && (!finger.isOver || tellsOfLifted)
        }
        var place = 0
        var isSame = true
        for finger in fingers where isTold(finger) {
            if place >= told.count || told[place] != finger.id { isSame = false }
            place += 1
        }
        if isSame && place == told.count { return }
        told = []
        for finger in fingers where isTold(finger) { told.append(finger.id) }
    }
}
