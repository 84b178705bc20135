/// All that one SYN_REPORT changed, routed: what goes out as one `frame` line.
public struct RoutedFrame: Sendable {
    public internal(set) var panel = 0
    /// Event time, µs.
    public internal(set) var time: Int64 = 0
    /// Endings first, then moves and begins in slot order.
    public internal(set) var events: [RoutedTouch] = []
    /// Who is told that a touch began elsewhere, and nothing more of it.
    public internal(set) var outside: [OutsideNotice] = []
    /// What gestures, controls and scroll views say of it, after all events: in the order in which it is to be done.
    public internal(set) var actions: [RoutedAction] = []
    /// Touches of sensitive regions that begin or end in it, as those see it who may not look into the region (`Veil`).
    public internal(set) var veils: [RoutedTouch] = []
    /// Gestures that have failed in it. No client hears of them.
    public internal(set) var failures: [GestureIndex] = []
    /// What clients are asked.
    public internal(set) var questions: [Question] = []
    /// Questions that are open no more.
    public internal(set) var settled: [SettledQuestion] = []
    /// By event, what `coalesced` tells; empty, unless frames were gathered with their samples.
    var samples: [[RoutedTouch]] = []

    public init(panel: Int = 0, time: Int64 = 0, events: [RoutedTouch] = [], actions: [RoutedAction] = []) {
        self.panel = panel
        self.time = time
        self.events = events
        self.actions = actions
    }

    /// Whether subscribers have nothing to hear of it.
    public var isEmpty: Bool { events.isEmpty && outside.isEmpty && actions.isEmpty && veils.isEmpty }
    /// Whether nothing at all comes of it.
    public var isIdle: Bool { isEmpty && failures.isEmpty && questions.isEmpty && settled.isEmpty }

    mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        outside.removeAll(keepingCapacity: true)
        if !actions.isEmpty { actions.removeAll(keepingCapacity: true) }
        if !veils.isEmpty { veils.removeAll(keepingCapacity: true) }
        if !failures.isEmpty { failures.removeAll(keepingCapacity: true) }
        if !questions.isEmpty { questions.removeAll() }
        if !settled.isEmpty { settled.removeAll() }
    }
}

extension RoutedFrame {
    /// A frame of some of these events.
    public func with(_ events: [RoutedTouch]) -> RoutedFrame {
        var frame = self
        frame.events = events
        frame.samples = []
        return frame
    }

    /// The same events, with some of these actions.
    public func with(actions: [RoutedAction]) -> RoutedFrame {
        var frame = self
        frame.actions = actions
        return frame
    }

    /// What of the frame passes a filter; itself, uncopied, when all does.
    ///
    /// - Parameter scratch: keeps its memory from frame to frame, so that filtering does not allocate.
    public func filtered(
        into scratch: inout [RoutedTouch], where isVisible: (RoutedTouch) -> Bool, outside isSeen: (OutsideNotice) -> Bool,
        actions isShown: (RoutedAction) -> Bool
    ) -> RoutedFrame {
        if !actions.allSatisfy(isShown) {
            var frame = self
            // Who wants none of them wants none of any frame: no copy then.
            if actions.contains(where: isShown) { frame.actions.removeAll { !isShown($0) } } else { frame.actions = [] }
            return frame.filtered(into: &scratch, where: isVisible, outside: isSeen, actions: { _ in true })
        }
        if !outside.allSatisfy(isSeen) {
            var frame = self
            frame.outside.removeAll { !isSeen($0) }
            return frame.filtered(into: &scratch, where: isVisible, outside: isSeen, actions: { _ in true })
        }
        guard let first = events.firstIndex(where: { !isVisible($0) }) else { return self }
        scratch.removeAll(keepingCapacity: true)
        scratch += events[..<first]
        for event in events[(first + 1)...] where isVisible(event) { scratch.append(event) }
        return with(scratch)
    }
}
