/// Whatever interrupts touches ends them as `cancelled` (contract 2.3). Their contacts are dead until they lift.
extension TouchPipeline {
    /// Cancels all that is down on a panel; `frame` says what was.
    public mutating func cancelTouches(ofPanel panel: Int, reason: CancelReason, time: Int64) {
        begin(panel, at: time)
        let state = panels[panel]!
        if state.filter != nil {
            // What was seen to lift has ended; what has not begun yet never does.
            takeRest(state)
            _ = endLost(state)
            state.filter!.forgetBegins()
        }
        // A withheld finger that was seen to lift has ended.
        if state.isWithholding {
            for index in state.lifted.indices { state.lifted[index].withheld?.deciders = [] }
            release(state)
        }
        cancel(panel, reason) { _ in true }
        if state.isRecognizing { state.recognizers().cancel(&frame, tree) { _ in true } }
        endHover(state)
        finish(state)
    }

    /// The output under a panel goes off or on: what is down is cancelled, and `frame` says what was. While it is off, what
    /// begins is nothing for its whole life.
    public mutating func setOutput(ofPanel panel: Int, isOff: Bool, time: Int64) {
        cancelTouches(ofPanel: panel, reason: .outputInactive, time: time)
        let state = panels[panel]!
        state.isOutputOff = isOff
        for slot in state.isWaitingForEntry.indices { state.isWaitingForEntry[slot] = false }
    }

    /// Cancels those of a panel's touches that are concerned.
    mutating func cancel(_ panel: Int, _ reason: CancelReason, where isConcerned: (Touch) -> Bool) {
        let state = panels[panel]!
        for slot in state.touches.indices {
            guard let touch = state.touches[slot], isConcerned(touch) else { continue }
            state.touches[slot] = nil
            end(touch.cancelled(reason, at: frame.time), state, slot)
        }
    }
}
