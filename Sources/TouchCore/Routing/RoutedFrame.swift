/// The routed changes of one SYN_REPORT, which are sent as one `frame` line.
public struct RoutedFrame: Sendable {
    public internal(set) var panel = PanelID.none
    /// Event time, in µs.
    public internal(set) var time: Int64 = 0
    /// The events: endings first, then moves and begins in slot order.
    public internal(set) var events: [RoutedTouch] = []
    /// The notices that a touch began elsewhere, without further details.
    public internal(set) var outside: [OutsideNotice] = []
    /// The actions of gestures, controls and scroll views, in the order in which they must be performed, after all events.
    public internal(set) var actions: [RoutedAction] = []
    /// The begins and ends of contacts that came down in sensitive regions, for clients that may not look into the region. Their receivers are the
    /// outermost sensitive region, interceptors outside, and the regions that these interceptors deliver to.
    public internal(set) var redactions: [RoutedTouch] = []
    /// The gestures that have failed. Not sent to clients.
    public internal(set) var failures: [GestureID] = []
    /// The questions to clients.
    public internal(set) var questions: [Question] = []
    /// The questions that are no longer open.
    public internal(set) var settled: [SettledQuestion] = []
    /// The samples that `coalesced` returns, in order. Empty unless the frame was merged from several frames by `gather` with `keepsSamples`.
    var samples: [Sample] = []

    /// The touch of an event in one of the gathered frames.
    struct Sample: Sendable {
        let event: Int
        let touch: RoutedTouch
    }

    public init(panel: PanelID = .none, time: Int64 = 0, events: [RoutedTouch] = [], actions: [RoutedAction] = []) {
        self.panel = panel
        self.time = time
        self.events = events
        self.actions = actions
    }

    /// Whether the frame has nothing for a `frame` line.
    public var hasNoEvents: Bool { events.isEmpty && outside.isEmpty && actions.isEmpty }
    /// Whether the frame has nothing for subscribers.
    public var isEmpty: Bool { hasNoEvents && redactions.isEmpty }
    /// Whether the frame has no content at all.
    public var isIdle: Bool { isEmpty && failures.isEmpty && questions.isEmpty && settled.isEmpty }

    /// The id of the earliest touch in the frame.
    public var firstTouch: TouchID {
        var first = TouchID(.max)
        // Accesses elements by index, so that none is copied.
        for index in events.indices where events[index].id < first { first = events[index].id }
        for index in actions.indices where actions[index].first < first { first = actions[index].first }
        for index in redactions.indices where redactions[index].id < first { first = redactions[index].id }
        return first
    }

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        if !outside.isEmpty { outside.removeAll(keepingCapacity: true) }
        if !actions.isEmpty { actions.removeAll(keepingCapacity: true) }
        if !redactions.isEmpty { redactions.removeAll(keepingCapacity: true) }
        if !failures.isEmpty { failures.removeAll(keepingCapacity: true) }
        if !questions.isEmpty { questions.removeAll() }
        if !settled.isEmpty { settled.removeAll() }
    }
}

extension RoutedFrame {
    /// Copies another frame into this one, reusing its memory.
    public mutating func copy(_ other: RoutedFrame) {
        (panel, time) = (other.panel, other.time)
        removeAll()
        if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
        events += other.events
        if !other.outside.isEmpty { outside += other.outside }
        if !other.actions.isEmpty { actions += other.actions }
        if !other.samples.isEmpty { samples += other.samples }
    }

    /// Copies the part of another frame that passes the filters into this one, reusing the memory of this frame. Copies nothing if everything passes.
    /// Each filter is called with indices, once for each element.
    ///
    /// - Returns: True if the whole frame passes.
    public mutating func copy(
        partOf other: RoutedFrame, where isVisible: (Int) -> Bool, outside isSeen: (Int) -> Bool, actions isShown: (Int) -> Bool
    ) -> Bool {
        let hasAllEvents = Self.copy(partOf: other.events, into: &events, where: isVisible)
        let hasAllOutside = Self.copy(partOf: other.outside, into: &outside, where: isSeen)
        let hasAllActions = Self.copy(partOf: other.actions, into: &actions, where: isShown)
        if hasAllEvents && hasAllOutside && hasAllActions { return true }
        copyRest(of: other, events: hasAllEvents, outside: hasAllOutside, actions: hasAllActions)
        return false
    }

    /// Copies the parts of another frame that were not copied yet: the panel, the time, and each list whose flag is true because all of it passes.
    mutating func copyRest(of other: RoutedFrame, events hasAllEvents: Bool, outside hasAllOutside: Bool, actions hasAllActions: Bool) {
        (panel, time) = (other.panel, other.time)
        if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
        if hasAllEvents {
            events.replaceSubrange(events.indices, with: other.events)
            if !other.samples.isEmpty { samples += other.samples }
        }
        if hasAllOutside, !(outside.isEmpty && other.outside.isEmpty) { outside.replaceSubrange(outside.indices, with: other.outside) }
        if hasAllActions, !(actions.isEmpty && other.actions.isEmpty) { actions.replaceSubrange(actions.indices, with: other.actions) }
    }

    /// Copies the elements for whose indices `passes` returns true. If all pass, copies nothing and returns true.
    static func copy<Element>(partOf all: [Element], into part: inout [Element], where passes: (Int) -> Bool) -> Bool {
        guard let first = all.indices.first(where: { !passes($0) }) else { return true }
        if !part.isEmpty { part.removeAll(keepingCapacity: true) }
        for place in all.indices where place < first || place > first && passes(place) { part.append(all[place]) }
        return false
    }
}
