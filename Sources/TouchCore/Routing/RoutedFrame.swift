/// All that one SYN_REPORT changed, routed: what goes out as one `frame` line.
public struct RoutedFrame: Sendable {
    public internal(set) var panel = PanelID.none
    /// Event time, µs.
    public internal(set) var time: Int64 = 0
    /// Endings first, then moves and begins in slot order.
    public internal(set) var events: [RoutedTouch] = []
    /// Who is told that a touch began elsewhere, and nothing more of it.
    public internal(set) var outside: [OutsideNotice] = []
    /// What gestures, controls and scroll views say of it, after all events: in the order in which it is to be done.
    public internal(set) var actions: [RoutedAction] = []
    /// Contacts that came down in sensitive regions and begin or end in it, as those see it who may not look into the region: for the outermost
    /// sensitive region, and for interceptors outside and those that they deliver to.
    public internal(set) var redactions: [RoutedTouch] = []
    /// Gestures that have failed in it. No client hears of them.
    public internal(set) var failures: [GestureID] = []
    /// What clients are asked.
    public internal(set) var questions: [Question] = []
    /// Questions that are open no more.
    public internal(set) var settled: [SettledQuestion] = []
    /// What `coalesced` tells of all events, in the order in which it came; empty, unless frames were gathered with their samples.
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

    /// Whether it has nothing that a line would tell.
    public var hasNoEvents: Bool { events.isEmpty && outside.isEmpty && actions.isEmpty }
    /// Whether subscribers have nothing to hear of it.
    public var isEmpty: Bool { hasNoEvents && redactions.isEmpty }
    /// Whether nothing at all comes of it.
    public var isIdle: Bool { isEmpty && failures.isEmpty && questions.isEmpty && settled.isEmpty }

    /// The earliest touch that it is about.
    public var firstTouch: TouchID {
        var first = TouchID(.max)
        // By place: no element is copied.
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
    /// Becomes like another frame, in the memory that it has.
    public mutating func copy(_ other: RoutedFrame) {
        (panel, time) = (other.panel, other.time)
        removeAll()
        if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
        events += other.events
        if !other.outside.isEmpty { outside += other.outside }
        if !other.actions.isEmpty { actions += other.actions }
        if !other.samples.isEmpty { samples += other.samples }
    }

    /// Becomes the part of another frame that passes a filter, in the memory that it has; where all of it passes, nothing is copied. The
    /// filter is asked once for each event, by its place.
    ///
    /// - Returns: whether all of it passes.
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

    /// - Parameters: which lists are the other frame's, and have not been copied yet.
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

    /// Copies those whose places pass, unless all do. Returns whether all do.
    static func copy<Element>(partOf all: [Element], into part: inout [Element], where passes: (Int) -> Bool) -> Bool {
        guard let first = all.indices.first(where: { !passes($0) }) else { return true }
        if !part.isEmpty { part.removeAll(keepingCapacity: true) }
        for place in all.indices where place < first || place > first && passes(place) { part.append(all[place]) }
        return false
    }
}
