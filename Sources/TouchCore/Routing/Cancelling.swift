/// Whatever interrupts touches ends them as `cancelled` (contract 2.3). Their contacts are dead until they lift.
extension TouchPipeline {
    /// Cancels all that is down on a panel.
    public mutating func cancelTouches(ofPanel panel: PanelID, reason: CancelReason, time: Int64, into output: inout FrameBuffer) {
        begin(panel, at: time)
        let state = panels[panel]!
        if state.filter != nil {
            // What was seen to lift has ended; what has not begun yet never does.
            takeRest(state)
            _ = endLost(state)
            state.filter!.forgetBegins()
        }
        // A withheld finger that was seen to lift has ended.
        if state.touches.isDelaying {
            state.touches.changeEnded { $0.recipients.decline { _ in true } }
            compose(state)
        }
        cancel(panel, reason) { _, _ in true }
        if state.isRecognizing { state.recognizers().cancel(&gestureOutput, tree) { _ in true } }
        endHover(state)
        finish(state)
        emit(into: &output)
    }

    /// The output under a panel goes off or on: what is down is cancelled. While it is off, what begins is nothing for its whole
    /// life.
    public mutating func setOutput(ofPanel panel: PanelID, isOff: Bool, time: Int64, into output: inout FrameBuffer) {
        cancelTouches(ofPanel: panel, reason: .outputInactive, time: time, into: &output)
        let state = panels[panel]!
        state.isOutputOff = isOff
        for slot in state.isWaitingForEntry.indices { state.isWaitingForEntry[slot] = false }
    }

    /// Cancels those of a panel's touches that are concerned.
    mutating func cancel(_ panel: PanelID, _ reason: CancelReason, where isConcerned: (Touch, Recipients) -> Bool) {
        let state = panels[panel]!
        for slot in state.touches.indices {
            guard let touch = state.touches[slot], isConcerned(touch, state.touches.recipients(inSlot: slot)) else { continue }
            end(slot, touch.cancelled(reason, at: frame.time), state)
        }
    }

    /// Tells receivers that have lost a touch that it is cancelled.
    mutating func cancel(_ touch: Touch, _ reason: CancelReason, for receivers: [RegionID]) {
        if receivers.isEmpty { return }
        var losing = Recipients()
        for receiver in receivers { losing.add(receiver) }
        composer.add(touch.cancelled(reason, at: frame.time), for: losing, to: &frame, tree)
    }

    /// Cancels the ended touches of a panel that are concerned for the receivers that wait for the end.
    mutating func cancelEnded(_ panel: PanelState, _ reason: CancelReason, where isConcerned: (EndedTouch) -> Bool) {
        for ended in panel.touches.removeEnded(where: isConcerned) { cancel(ended.touch, reason, for: ended.recipients.told) }
    }
}
