/// Gathering: frames that wait for a display frame or for a slow client become one where nothing but moves is lost.
extension RoutedFrame {
    /// Nothing in it begins or ends.
    public var isMovesOnly: Bool { events.allSatisfy(\.isMove) && actions.allSatisfy(\.isMove) }

    /// Takes a later frame of the same panel into this one, if both are moves only: per touch and receiver the newest, at the
    /// later time. Nothing merges into or past an edge: `began`, `ended` and `cancelled` stay, and stay where they are.
    ///
    /// A merged move comes from where the first one came from; it is `moved` even if the touch last only changed its axes.
    /// - Parameter keepsSamples: whether `samples` tells of what was merged; else the memory taken does not grow with time.
    /// - Parameter most: nothing is merged if a touch would have more samples than these.
    /// - Returns: how many events were merged away; nil when it cannot be done.
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
            // In the order of the later frame: a control's value is told before the drag that brings it.
            if let index = actions.firstIndex(where: action.replaces) {
                actions.remove(at: index)
                merged += 1
            }
            actions.append(action)
        }
        return merged
    }

    /// `UIEvent.coalescedTouches(for:)`: the touch of an event as it was in each of the frames gathered, in their order; the last
    /// is where the event is.
    public func coalesced(_ event: Int) -> [RoutedTouch] {
        var touches: [RoutedTouch] = []
        forEachSample(of: event) { touches.append($0) }
        return touches
    }

    /// The same, one after the other.
    public func forEachSample(of event: Int, _ body: (RoutedTouch) -> Void) {
        if samples.isEmpty { return body(events[event]) }
        for sample in samples where sample.event == event { body(sample.touch) }
    }

    public func sampleCount(of event: Int) -> Int { samples.isEmpty ? 1 : samples.count { $0.event == event } }

    private var longestSamples: Int { samples.isEmpty ? 1 : events.indices.reduce(1) { max($0, sampleCount(of: $1)) } }
}

extension RoutedAction {
    /// Neither begins nor ends anything.
    public var isMove: Bool {
        if step != .goesOn { return false }
        guard case .control(let action) = content else { return true }
        return action.event == .touchDragInside || action.event == .touchDragOutside || action.event == .valueChanged
    }

    /// Whether nothing is lost with an earlier action, both of them moves.
    func replaces(_ earlier: RoutedAction) -> Bool {
        if subject != earlier.subject { return false }
        guard case .control(let action) = content, case .control(let before) = earlier.content else { return true }
        return action.event == before.event
    }
}
