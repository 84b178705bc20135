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
    /// Touches of sensitive regions that begin or end in it, as those see it who may not look into the region (`redacted`).
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

    /// Whether subscribers have nothing to hear of it.
    public var isEmpty: Bool { events.isEmpty && outside.isEmpty && actions.isEmpty && redactions.isEmpty }
    /// Whether nothing at all comes of it.
    public var isIdle: Bool { isEmpty && failures.isEmpty && questions.isEmpty && settled.isEmpty }

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

    /// The part of the frame that passes a filter; the frame itself, uncopied, if all of it passes. The filter is asked once for
    /// each event.
    ///
    /// - Parameter scratch: keeps its memory from frame to frame, so that filtering does not allocate.
    public func filtered(
        into scratch: inout FrameScratch, where isVisible: (RoutedTouch) -> Bool, outside isSeen: (OutsideNotice) -> Bool,
        actions isShown: (RoutedAction) -> Bool
    ) -> RoutedFrame {
        var frame = self
        if let events = FrameScratch.some(events, &scratch.events, where: isVisible) { (frame.events, frame.samples) = (events, []) }
        if let outside = FrameScratch.some(outside, &scratch.outside, where: isSeen) { frame.outside = outside }
        if let actions = FrameScratch.some(actions, &scratch.actions, where: isShown) { frame.actions = actions }
        return frame
    }
}

/// Memory for frames of which only a part is seen. A frame that was made in it lies in it until the next one is made.
public struct FrameScratch {
    var events: [RoutedTouch] = []
    var outside: [OutsideNotice] = []
    var actions: [RoutedAction] = []

    public init() {}

    /// Those that pass; nil when all do.
    static func some<Element>(_ all: [Element], _ scratch: inout [Element], where passes: (Element) -> Bool) -> [Element]? {
        guard let first = all.firstIndex(where: { !passes($0) }) else { return nil }
        scratch.removeAll(keepingCapacity: true)
        scratch += all[..<first]
        for element in all[(first + 1)...] where passes(element) { scratch.append(element) }
        return scratch
    }
}
