/// Begins and ends that are withheld, because an interceptor may still take the touch over or a gesture may be recognized:
/// delivered with their own time and place when nobody wants to keep them any more; never when the touch is taken or
/// cancelled (dispatch 11, routing 8).
extension TouchPipeline {
    /// For how long the touches of a region are withheld: what it asks for itself, or the nearest region that it is in.
    func undecidedTime(of region: RegionID) -> Int64? {
        guard tree.special.contains(.undecided) else { return nil }
        var next: RegionID? = region
        while let index = next {
            if let time = tree.specs[index.slot].undecidedFor { return time }
            next = tree[index].parent
        }
        return nil
    }

    /// Tells all receivers of what has happened to touches by now, and of delayed begins and ends that nobody keeps any more.
    mutating func compose(_ panel: PanelState) {
        if panel.touches.isDelaying {
            composer.compose(into: &frame, kept: panel.touches.ended.filter { isEndDelayed($0, panel) }, tree)
            release(panel)
        } else {
            composer.compose(into: &frame, kept: [], tree)
        }
        composer.removeAll()
    }

    private mutating func release(_ panel: PanelState) {
        panel.touches.changeEnded { release(&$0, panel) }
        for slot in panel.touches.indices {
            guard let touch = panel.touches[slot], let delayed = panel.touches.recipients(inSlot: slot).delayed, isFree(delayed, panel)
            else { continue }
            for receiver in delayed.receivers {
                tell(delayed.began, receiver)
                if touch.location == delayed.began.location { continue }
                var moved = touch
                moved.phase = .moved
                moved.previousLocation = delayed.began.location
                tell(moved, receiver)
            }
            panel.touches.change(slot) { $0.release() }
        }
    }

    private mutating func release(_ ended: inout EndedTouch, _ panel: PanelState) {
        let isEndDelayed = isEndDelayed(ended, panel)
        let isNewEnd = composer.hasEnd(of: ended.touch.id)
        if let delayed = ended.recipients.delayed, isFree(delayed, panel) {
            ended.touch.previousLocation = delayed.began.location  // where they were told last
            for receiver in delayed.receivers {
                tell(delayed.began, receiver)
                if !isEndDelayed { tell(ended.touch, receiver) }
            }
            if isEndDelayed { ended.recipients.release() } else { ended.recipients.forgetDelayed() }
        }
        if isEndDelayed { return }
        if !isNewEnd { for receiver in ended.recipients.told { tell(ended.touch, receiver) } }
        ended.recipients.forgetTold()
    }

    private mutating func tell(_ touch: Touch, _ receiver: RegionID) { frame.events.append(tree.routed(touch, to: receiver)) }

    private func isEndDelayed(_ ended: EndedTouch, _ panel: PanelState) -> Bool {
        panel.isRecognizing && panel.recognizers().delaysEnd(of: ended.touch.id)
    }

    private func isFree(_ delayed: DelayedBegin, _ panel: PanelState) -> Bool {
        delayed.pendingInterceptors.isEmpty
            && !(panel.isRecognizing && panel.recognizers().delaysBegin(of: delayed.began.id, at: frame.time))
    }

    /// After each step: what is kept of a panel's touches agrees with itself, and nothing is delayed that nobody keeps.
    func checkInvariants(of panel: PanelState) {
        assert(panel.touches.fault == nil, panel.touches.fault!)
        assert(panel.arbiter?.fault(tree, asking) == nil, panel.arbiter!.fault(tree, asking)!)
        assert(panel.touches.allDelayed.allSatisfy { !isFree($0, panel) }, "a begin is delayed that nobody keeps")
    }
}
