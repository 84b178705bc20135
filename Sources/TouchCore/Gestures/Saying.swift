/// What recognizers say in a frame.
extension Arbiter {
    /// - Parameter time: when that was, event time.
    func say(
        _ state: GestureAction.State, _ recognizer: Recognizer, at time: Int64, _ output: inout GestureOutput,
        _ tree: borrowing RegionTree
    ) {
        recognizer.gatherTold()
        recognizer.saidAt = time
        let action = recognizer.says(state, tree, space(of: recognizer, tree))
        if time < output.time, state == .changed { output.add(replayed: action) } else { output.add(action) }
    }

    func tellOfQuestions(_ output: inout GestureOutput) {
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

    func space(of recognizer: Recognizer, _ tree: borrowing RegionTree) -> GestureSpace {
        GestureSpace(
            toLocal: tree.toLocal[recognizer.region.slot], screen: tree.screens[tree[recognizer.region].screen].size)
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
