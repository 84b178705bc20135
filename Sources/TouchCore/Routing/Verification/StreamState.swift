/// The state that one subscriber derives from its stream: the touches that are down, and the gestures, controls and scroll views in progress. Each
/// line of the stream is applied to it and thereby checked against the grammar. The state also makes the cancels that only this subscriber gets.
///
/// The grammar of touches (contract 2.1): for each pair of touch and receiver, `began` once, then any number of `moved`, then exactly one `ended` or
/// `cancelled`, then nothing; ids never repeat. `ActionState` has the grammar of actions.
///
/// It runs on every stream that leaves the daemon. O(touches down) for each event, no allocation in steady state.
public struct StreamState: Sendable {
    /// A violation of the grammar of touches.
    public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        public enum Rule: String, Sendable {
            case beganTwice = "began a second time"
            case idRepeated = "began with an id that was used before"
            case notBegun = "came without its began, or after its end"
            case cancelledWithoutReason = "was cancelled without a reason"
            case reasonWithoutCancel = "has a reason without being cancelled"
            case shared = "belongs to an application, and to a region as well"
        }

        public let id: TouchID
        public let phase: TouchPhase
        public let rule: Rule

        public var description: String { "touch \(id.rawValue): \(phase.rawValue) \(rule.rawValue)" }
    }

    /// A touch, as last reported to the subscriber.
    public struct KnownTouch: Sendable {
        public let panel: String
        /// The panel's identity in frames.
        public let panelID: PanelID
        public internal(set) var touch: RoutedTouch
        /// Event time of the last line that contained the touch, in µs.
        public internal(set) var time: Int64
    }

    private var list = ProgressList<KnownTouch>(capacity: 32)
    private var ended = EndedTouches()
    /// The gestures, controls and scroll views in progress.
    public private(set) var actions = ActionState()
    private var foreign = ForeignSequences()
    /// The panel and event time of the last line, by panel slot. The panel is stored too, because another panel with another clock may take over a
    /// slot before a lagging subscriber has got the end of the touches of the previous one.
    private var lastTimes: [(panel: PanelID, time: Int64)] = []

    public init() {}

    /// The touches that are down for the subscriber.
    public var touches: [KnownTouch] { list.elements }
    /// The ids of the touches that are down for the subscriber. A touch with several receivers appears once.
    public var touchesDown: [TouchID] { list.elements.reduce(into: []) { if !$0.contains($1.touch.id) { $0.append($1.touch.id) } } }
    public var isEmpty: Bool { list.elements.isEmpty && actions.inProgress.isEmpty }

    func knows(_ touch: RoutedTouch) -> Bool { index(of: touch) != nil }

    private func index(of touch: RoutedTouch) -> Int? {
        // Accesses elements by index, so that none is copied.
        for index in list.elements.indices
        where list.elements[index].touch.id == touch.id && list.elements[index].touch.receiver == touch.receiver { return index }
        return nil
    }

    // MARK: Applying lines

    /// Applies the next frame of the stream.
    ///
    /// - Throws: A `Violation` of touches or of actions. If it throws, the frame begins and ends nothing for the subscriber.
    public mutating func apply(_ frame: RoutedFrame, panel: String) throws {
        list.beginFrame()
        actions.beginFrame()
        do {
            for event in frame.events.dropFirst(applyMoves(frame.events, time: frame.time)) {
                try applyNext(event, panel: panel, panelID: frame.panel, time: frame.time)
            }
            for place in frame.actions.indices { try actions.applyNext(place, of: frame, panel: panel) }
        } catch {
            list.rollBack()
            actions.rollBack()
            throw error
        }
        // A stream built by hand may have no panel.
        if frame.panel == .none { return }
        while lastTimes.count <= frame.panel.slot { lastTimes.append((.none, .min)) }
        lastTimes[frame.panel.slot] = (frame.panel, lastTime(frame.panel, frame.time))
    }

    /// Applies one event of which only these properties are known.
    public mutating func apply(_ id: TouchID, _ phase: TouchPhase, receiver: RegionID?, reason: CancelReason?) throws(Violation) {
        let event = RoutedTouch(
            id: id, phase: phase, reason: reason, target: receiver, receiver: receiver, location: Point(0, 0), local: Point(0, 0),
            previousLocal: Point(0, 0), timestamp: 0, isInside: true, tapCount: 1, axes: TouchAxes())
        list.beginFrame()
        try applyNext(event, panel: "", panelID: .none, time: 0)
    }

    /// Applies one action.
    public mutating func apply(_ action: RoutedAction, panel: String, panelID: PanelID, time: Int64) throws(ActionState.Violation) {
        try actions.apply(action, panel: panel, panelID: panelID, time: time)
    }

    /// Applies the moves at the start of a frame, as long as they are in the order in which their touches began. Nearly all frames contain only
    /// such moves. Returns the number of applied moves.
    private mutating func applyMoves(_ events: [RoutedTouch], time: Int64) -> Int {
        events.withUnsafeBufferPointer { events in
            list.change { known in
                var place = known.startIndex
                for index in events.indices {
                    guard events[index].isMove, events[index].reason == nil else { return index }
                    // Accesses elements by index, so that none is copied.
                    while place < known.endIndex, known[place].touch.id != events[index].id || known[place].touch.receiver != events[index].receiver {
                        place += 1
                    }
                    if place == known.endIndex { return index }
                    known[place].touch = events[index]
                    known[place].time = time
                    place += 1
                }
                return events.count
            }
        }
    }

    private mutating func applyNext(_ event: RoutedTouch, panel: String, panelID: PanelID, time: Int64) throws(Violation) {
        func violation(_ rule: Violation.Rule) -> Violation { Violation(id: event.id, phase: event.phase, rule: rule) }
        if event.phase == .cancelled && event.reason == nil { throw violation(.cancelledWithoutReason) }
        if event.phase != .cancelled && event.reason != nil { throw violation(.reasonWithoutCancel) }
        let index = index(of: event)
        switch event.phase {
        case .began:
            if index != nil { throw violation(.beganTwice) }
            if ended.contains(event.id, event.receiver) { throw violation(.idRepeated) }
            if list.elements.contains(where: { $0.touch.id == event.id && ($0.touch.isForSurface || event.isForSurface) }) {
                throw violation(.shared)
            }
            ended.recordBegin(event.id)
            list.append(KnownTouch(panel: panel, panelID: panelID, touch: event, time: time))
        case .moved, .stationary:
            guard let index else { throw violation(.notBegun) }
            list.update(at: index) { ($0.touch, $0.time) = (event, time) }
        case .ended, .cancelled:
            guard let index else { throw violation(.notBegun) }
            list.remove(at: index)
            ended.recordEnd(event.id, event.receiver)
        }
    }

    // MARK: Cancels

    /// Ends sequences for this subscriber alone.
    ///
    /// - Returns: The frames to send, one for each panel, in the order of the panels' names. A frame has the time of the last line about its panel,
    ///   because the subscriber knows no later time of that panel.
    public mutating func cancel(
        _ reason: CancelReason, touches isMeant: (RoutedTouch) -> Bool = { _ in true },
        actions isActionMeant: (RoutedAction) -> Bool = { _ in true }
    ) -> [(panel: String, frame: RoutedFrame)] {
        let overTouches = list.elements.filter { isMeant($0.touch) }
        let overActions = actions.inProgress.filter { isActionMeant($0.action) }
        if overTouches.isEmpty && overActions.isEmpty { return [] }
        list.removeAll { isMeant($0.touch) }
        for known in overTouches { ended.recordEnd(known.touch.id, known.touch.receiver) }
        actions.forget { isActionMeant($0.action) }
        return Set(overTouches.map(\.panel) + overActions.map(\.panel)).sorted().map { panel in
            let touches = overTouches.filter { $0.panel == panel }
            let actions = overActions.filter { $0.panel == panel }
            let time = (touches.map { lastTime($0.panelID, $0.time) } + actions.map { lastTime($0.panelID, $0.time) }).max()!
            let events = touches.map {
                var touch = $0.touch
                (touch.phase, touch.reason, touch.timestamp) = (.cancelled, reason, time)
                return touch
            }
            return (panel, RoutedFrame(time: time, events: events, actions: actions.map { $0.action.cancelled(at: time) }))
        }
    }

    private func lastTime(_ panel: PanelID, _ time: Int64) -> Int64 {
        lastTimes.indices.contains(panel.slot) && lastTimes[panel.slot].panel == panel ? max(lastTimes[panel.slot].time, time) : time
    }

    /// Ends everything for this subscriber, as if it had got a cancel for each sequence.
    public mutating func cancelAll() { _ = cancel(.resync) }

    // MARK: Foreign sequences

    /// Whether no sequence is hidden from the subscriber because of a missed begin.
    public var knowsAll: Bool { foreign.isEmpty }

    public func knows(touches: [RoutedTouch], actions: [ActionState.InProgress]) -> Bool {
        touches.allSatisfy(knows) && actions.allSatisfy(self.actions.knows)
    }

    /// Hides the given touches and actions in progress that the subscriber does not know but may see. Replaces the previous set.
    public mutating func setForeign(touches: [RoutedTouch], actions: [ActionState.InProgress]) {
        foreign.removeAll()
        for touch in touches where !knows(touch) { foreign.insert(touch) }
        for action in actions where !self.actions.knows(action) { foreign.insert(action) }
    }

    /// Whether the next event must be hidden from the subscriber because it did not get the begin. Call it once, in order, for every event that the
    /// subscriber may see.
    public mutating func hides(_ event: RoutedTouch) -> Bool { foreign.consume(event) }

    public mutating func hides(_ action: RoutedAction.Head, panel: String) -> Bool { foreign.consume(action, panel: panel) }

    // MARK: Changes around it

    /// Stops a debug build if the state contradicts itself.
    public func checkInvariants() {
        #if DEBUG
            ended.checkInvariants()
            actions.checkInvariants()
            for (index, known) in list.elements.enumerated() {
                let touch = known.touch
                assert(!touch.phase.isTerminal && touch.reason == nil, "touch \(touch.id.rawValue) has ended, but is still listed")
                assert(self.index(of: touch) == index, "touch \(touch.id.rawValue) is listed twice for one receiver")
                assert(!foreign.contains(touch), "touch \(touch.id.rawValue) is both listed and foreign")
                assert(touch.receiver == nil || !ended.contains(touch.id, touch.receiver), "touch \(touch.id.rawValue) is both down and ended")
            }
            for action in actions.inProgress { assert(!foreign.contains(action), "\(action.action.subject) is both listed and foreign") }
        #endif
    }
}
