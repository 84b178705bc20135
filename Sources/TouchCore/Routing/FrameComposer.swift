/// Composes the events of a frame, in the order in which touches changed. Events of touches that a recognizer has are composed like the others, and
/// changed later if gestures take the touches or delay their ends.
///
/// Events before `open` are final: no active recognizer can still take their touches.
struct FrameComposer {
    /// The index of the first event that may still change; nil if there is none.
    private var open: Int?
    // The touches that begin or end from `open` on, for any receiver.
    private var begun: [TouchID] = []
    private var ended: [TouchID] = []
    /// The touches that gestures take in this frame, with the receivers that lose them.
    private var taken: [(touch: Touch, receivers: [RegionID])] = []

    /// Whether all events are final.
    @inline(__always)
    var isEmpty: Bool { open == nil && taken.isEmpty }

    /// Adds the event of a touch that has begun, moved or ended.
    @inline(__always)
    mutating func add(_ touch: Touch, for recipients: Recipients, to frame: inout RoutedFrame, _ tree: borrowing RegionTree) {
        if open != nil || !recipients.isDecided { note(touch, frame) }
        recipients.forEachAudience { frame.events.append(RoutedTouch(touch, to: $0, tree)) }
    }

    /// Adds the event of a touch that continues and has at most one receiver.
    @inline(__always)
    mutating func add(
        _ touch: Touch, for sole: Recipients.Sole, isWatched: Bool, to frame: inout RoutedFrame, _ tree: borrowing RegionTree
    ) {
        if isWatched, open == nil { open = frame.events.count }
        if sole.receiver != nil || !sole.isSilent { frame.events.append(RoutedTouch(touch, to: sole.receiver, tree)) }
    }

    private mutating func note(_ touch: Touch, _ frame: borrowing RoutedFrame) {
        if open == nil { open = frame.events.count }
        if touch.phase == .began { begun.append(touch.id) }
        if touch.phase == .ended { ended.append(touch.id) }
    }

    /// Records that a gesture takes a touch. Receivers that know the touch get a cancel; the others never get it.
    mutating func take(_ touch: Touch, from receivers: [RegionID]) {
        if !receivers.isEmpty { taken.append((touch, receivers)) }
    }

    /// Whether the end of the touch is among the events that may still change.
    func hasEnd(of id: TouchID) -> Bool { ended.contains(id) }

    /// Applies the decisions of gestures to the events.
    ///
    /// - Parameter kept: The touches whose ends are delayed.
    @inline(__always)
    func decide(_ frame: inout RoutedFrame, kept: [EndedTouch], _ tree: borrowing RegionTree) {
        if !taken.isEmpty || !kept.isEmpty { change(&frame, kept, tree) }
    }

    private func change(_ frame: inout RoutedFrame, _ kept: [EndedTouch], _ tree: borrowing RegionTree) {
        let open = (open ?? frame.events.count)..<frame.events.count
        for (touch, receivers) in taken {
            var cancelled = touch.cancelled(.gesture, at: frame.time)
            cancelled.previousLocation = cancelled.location
            for receiver in receivers where !frame.events[open].contains(where: { $0.id == touch.id && $0.receiver == receiver }) {
                frame.events.append(RoutedTouch(cancelled, to: receiver, tree))
            }
        }
        var place = open.lowerBound
        for index in open {
            let later = frame.events[(index + 1)..<open.upperBound]
            guard let event = outcome(of: frame.events[index], kept, at: frame.time, before: later) else { continue }
            frame.events[place] = event
            place += 1
        }
        frame.events.removeSubrange(place..<open.upperBound)
    }

    /// Returns the event that the receiver gets instead of a composed one; nil if it gets none.
    private func outcome(of event: RoutedTouch, _ kept: [EndedTouch], at time: Int64, before later: ArraySlice<RoutedTouch>) -> RoutedTouch? {
        guard let receiver = event.receiver else { return event }
        if event.phase == .ended, let kept = kept.first(where: { $0.touch.id == event.id }), kept.recipients.told.contains(receiver) { return nil }
        guard taken.contains(where: { $0.touch.id == event.id && $0.receivers.contains(receiver) }) else { return event }
        if begun.contains(event.id) { return nil }
        let isLast = !later.contains { $0.id == event.id && $0.receiver == receiver }
        return isLast ? event.cancelled(.gesture, at: time) : event
    }

    mutating func removeAll() {
        open = nil
        if !begun.isEmpty { begun.removeAll(keepingCapacity: true) }
        if !ended.isEmpty { ended.removeAll(keepingCapacity: true) }
        if !taken.isEmpty { taken.removeAll(keepingCapacity: true) }
    }
}
