/// Composes the events of a frame once it is decided who gets them: from what happened to touches, in order, and from what
/// gestures have taken since. What is composed is never taken back.
///
/// Nothing can change who hears of a touch that no recognizer has, or none that is not over: what happened to it is composed at once,
/// unless something before it waits.
struct FrameComposer {
    /// What happened to a touch, and who was told of it until then.
    private struct Update {
        let touch: Touch
        let first: RegionID?
        let isSilent: Bool
        /// In `others`; so an update is copied without counting references.
        let others: Range<Int>
    }

    private var updates: [Update] = []
    private var others: [RegionID] = []
    /// Touches that gestures take in this frame, and the receivers that lose them.
    private var taken: [(touch: Touch, receivers: [RegionID])] = []

    /// Whether nothing waits to be composed.
    @inline(__always)
    var isEmpty: Bool { updates.isEmpty && taken.isEmpty }

    /// A touch has begun, moved or ended.
    @inline(__always)
    mutating func add(_ touch: Touch, for recipients: Recipients, to frame: inout RoutedFrame, _ tree: borrowing RegionTree) {
        if updates.isEmpty && recipients.isDecided {
            recipients.forEachAudience { frame.events.append(RoutedTouch(touch, to: $0, tree)) }
        } else {
            wait(touch, recipients)
        }
    }

    /// The same for a touch that goes on, and that at most one receiver is told of.
    @inline(__always)
    mutating func add(
        _ touch: Touch, for sole: Recipients.Sole, isWatched: Bool, to frame: inout RoutedFrame, _ tree: borrowing RegionTree
    ) {
        if !updates.isEmpty || isWatched {
            updates.append(Update(touch: touch, first: sole.receiver, isSilent: sole.isSilent, others: 0..<0))
        } else if sole.receiver != nil || !sole.isSilent {
            frame.events.append(RoutedTouch(touch, to: sole.receiver, tree))
        }
    }

    private mutating func wait(_ touch: Touch, _ recipients: Recipients) {
        let start = others.count
        if recipients.hasOthers { others += recipients.others }
        updates.append(Update(touch: touch, first: recipients.first, isSilent: recipients.isSilent, others: start..<others.count))
    }

    /// A gesture takes a touch: whoever was told of it is told that it is cancelled, and whoever was not never is.
    mutating func take(_ touch: Touch, from receivers: [RegionID]) {
        if !receivers.isEmpty { taken.append((touch, receivers)) }
    }

    /// Whether the touch ends among what is composed.
    func hasEnd(of id: TouchID) -> Bool { updates.contains { $0.touch.id == id && $0.touch.phase == .ended } }

    /// Appends the events of all that was added.
    ///
    /// - Parameter kept: touches whose ends are delayed.
    func compose(into frame: inout RoutedFrame, kept: [EndedTouch], _ tree: borrowing RegionTree) {
        let isPlain = taken.isEmpty && kept.isEmpty
        for place in updates.indices {
            func tell(_ receiver: RegionID?) {
                if isPlain { return frame.events.append(RoutedTouch(updates[place].touch, to: receiver, tree)) }
                guard let touch = outcome(of: place, for: receiver, kept, at: frame.time) else { return }
                frame.events.append(RoutedTouch(touch, to: receiver, tree))
            }
            if updates[place].first != nil || !updates[place].isSilent { tell(updates[place].first) }
            for other in updates[place].others { tell(others[other]) }
        }
        for (touch, receivers) in taken {
            var cancelled = touch.cancelled(.gesture, at: frame.time)
            cancelled.previousLocation = cancelled.location
            for receiver in receivers where !tells(receiver, of: touch.id) { frame.events.append(RoutedTouch(cancelled, to: receiver, tree)) }
        }
    }

    /// Whether a receiver is told of a touch by one of the updates, or is not because it begins in this frame.
    private func tells(_ receiver: RegionID, of id: TouchID) -> Bool {
        updates.contains { $0.touch.id == id && ($0.first == receiver || others[$0.others].contains(receiver)) }
    }

    /// The touch of an update as a receiver is told of it; nil: it is not.
    private func outcome(of place: Int, for receiver: RegionID?, _ kept: [EndedTouch], at time: Int64) -> Touch? {
        let touch = updates[place].touch
        guard let receiver else { return touch }
        if touch.phase == .ended, let kept = kept.first(where: { $0.touch.id == touch.id }), kept.recipients.told.contains(receiver) { return nil }
        guard taken.contains(where: { $0.touch.id == touch.id && $0.receivers.contains(receiver) }) else { return touch }
        if updates.contains(where: { $0.touch.id == touch.id && $0.touch.phase == .began }) { return nil }
        let isLast = !updates[(place + 1)...].contains { $0.touch.id == touch.id }
        return isLast ? touch.cancelled(.gesture, at: time) : touch
    }

    mutating func removeAll() {
        if !updates.isEmpty { updates.removeAll(keepingCapacity: true) }
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
        if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
    }
}
