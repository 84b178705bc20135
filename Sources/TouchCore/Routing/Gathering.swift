/// Gathering, which merges frames that wait for a display frame or for a slow client. Only moves are lost.
extension RoutedFrame {
    /// Whether the frame contains only moves: nothing begins or ends.
    public var isMovesOnly: Bool { events.allSatisfy(\.isMove) && actions.allSatisfy(\.isMove) }

    /// Merges a later frame of the same panel into this one, if both contain only moves: the newest move for each touch and receiver, with the later
    /// time. Nothing is merged into or past a begin or an end: `began`, `ended` and `cancelled` stay where they are.
    ///
    /// A merged move keeps the previous location of the first one. It is `moved` if any of the merged moves is, even if the last one only changed
    /// axes.
    /// - Parameter keepsSamples: Whether `samples` keeps the merged events. If not, memory does not grow with time.
    /// - Parameter most: The greatest number of samples of a touch. If a merge would exceed it, nothing is merged.
    /// - Returns: The number of events merged away; nil if the frames cannot be merged.
    public mutating func gather(_ later: RoutedFrame, keepsSamples: Bool = false, most: Int = .max) -> Int? {
        guard panel == later.panel, isMovesOnly, later.isMovesOnly else { return nil }
        if keepsSamples, longestSamples + later.longestSamples > most { return nil }
        var merged = 0
        time = later.time
        if !later.outside.isEmpty { outside += later.outside }
        if keepsSamples, samples.isEmpty { for index in events.indices { samples.append(Sample(event: index, touch: events[index])) } }
        for (place, event) in later.events.enumerated() {
            if let index = events.firstIndex(where: { $0.id == event.id && $0.receiver == event.receiver }) {
                let first = events[index]
                events[index] = event
                events[index].previousLocal = first.previousLocal
                if first.phase == .moved { events[index].phase = .moved }
                if keepsSamples { later.forEachSample(of: place) { samples.append(Sample(event: index, touch: $0)) } }
                merged += 1
            } else {
                events.append(event)
                let index = events.count - 1
                if keepsSamples { later.forEachSample(of: place) { samples.append(Sample(event: index, touch: $0)) } }
            }
        }
        for action in later.actions {
            // Keeps the order of the later frame, in which a control's value comes before the drag that causes it.
            if let index = actions.firstIndex(where: action.replaces) {
                actions.remove(at: index)
                merged += 1
            }
            actions.append(action)
        }
        return merged
    }

    /// Returns the counterpart of `UIEvent.coalescedTouches(for:)`: the touch of an event in each of the gathered frames, in order. The last one is
    /// the event itself.
    public func coalesced(_ event: Int) -> [RoutedTouch] {
        var touches: [RoutedTouch] = []
        forEachSample(of: event) { touches.append($0) }
        return touches
    }

    /// Calls `body` with the touch of an event in each of the gathered frames, in order.
    public func forEachSample(of event: Int, _ body: (RoutedTouch) -> Void) {
        if samples.isEmpty { return body(events[event]) }
        for sample in samples where sample.event == event { body(sample.touch) }
    }

    public func sampleCount(of event: Int) -> Int { samples.isEmpty ? 1 : samples.count { $0.event == event } }

    private var longestSamples: Int { samples.isEmpty ? 1 : events.indices.reduce(1) { max($0, sampleCount(of: $1)) } }
}

extension RoutedAction {
    /// Whether the action neither begins nor ends anything.
    public var isMove: Bool {
        if step != .goesOn { return false }
        guard case .control(let action) = content else { return true }
        return action.event == .touchDragInside || action.event == .touchDragOutside || action.event == .valueChanged
    }

    /// Whether an earlier action can be dropped in favour of this one; both are moves.
    func replaces(_ earlier: RoutedAction) -> Bool {
        if subject != earlier.subject { return false }
        guard case .control(let action) = content, case .control(let before) = earlier.content else { return true }
        return action.event == before.event
    }
}
