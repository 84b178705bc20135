/// What one subscriber believes: which touches are down, and which gestures, controls and scroll views are in progress. Each line of
/// its stream is applied to it, and thereby held against the grammar; what is cancelled for this subscriber alone is made from it.
///
/// The grammar of touches (contract 2.1): for every (touch, receiver) `began` once, then any number of `moved`, then exactly one
/// of `ended` or `cancelled`, then nothing; ids never repeat. `ActionState` has the grammar of the rest.
///
/// Runs on every stream that leaves the daemon. O(touches down) an event, no allocation in steady state.
public struct StreamState: Sendable {
    /// What the stream must not contain.
    public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        public enum Rule: String, Sendable {
            case beganTwice = "began a second time"
            case idRepeated = "began with an id that was used before"
            case notBegun = "came without its began, or after its end"
            case cancelledWithoutReason = "was cancelled without a reason"
            case reasonWithoutCancel = "has a reason without being cancelled"
            case shared = "is an application's, and a region has it as well"
        }

        public let id: TouchID
        public let phase: TouchPhase
        public let rule: Rule

        public var description: String { "touch \(id.rawValue): \(phase.rawValue) \(rule.rawValue)" }
    }

    /// A touch as the subscriber last saw it.
    public struct KnownTouch: Sendable {
        public let panel: String
        /// The panel's identity, as frames have it.
        public let panelID: PanelID
        public internal(set) var touch: RoutedTouch
        /// Event time of the line that it was last in, µs.
        public internal(set) var time: Int64
    }

    private var list = ProgressList<KnownTouch>(capacity: 32)
    private var ended = EndedTouches()
    /// Gestures, controls and scroll views.
    public private(set) var actions = ActionState()
    private var foreign = ForeignSequences()
    /// By the panel's slot, event time of the last line, and whose it was: a slot may become another panel's, with a clock of its own, before a
    /// subscriber that lags has heard that what was down on the one before is over.
    private var lastTimes: [(panel: PanelID, time: Int64)] = []

    public init() {}

    /// The touches that the subscriber knows to be down.
    public var touches: [KnownTouch] { list.elements }
    /// The same by id; one with several receivers counts once.
    public var touchesDown: [TouchID] { list.elements.reduce(into: []) { if !$0.contains($1.touch.id) { $0.append($1.touch.id) } } }
    public var isEmpty: Bool { list.elements.isEmpty && actions.inProgress.isEmpty }

    func knows(_ touch: RoutedTouch) -> Bool { index(of: touch) != nil }

    private func index(of touch: RoutedTouch) -> Int? {
        // By place: no element is copied.
        for index in list.elements.indices
        where list.elements[index].touch.id == touch.id && list.elements[index].touch.receiver == touch.receiver { return index }
        return nil
    }

    // MARK: Applying lines

    /// Applies the next frame of the stream.
    ///
    /// - Throws: a `Violation` of touches or of actions. Then nothing of the frame begins or ends for the subscriber.
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
        // A stream that is put together by hand may be of no panel.
        if frame.panel == .none { return }
        while lastTimes.count <= frame.panel.slot { lastTimes.append((.none, .min)) }
        lastTimes[frame.panel.slot] = (frame.panel, lastTime(frame.panel, frame.time))
    }

    /// Applies one event of a stream of which no more is known.
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

    /// Applies the moves that a frame begins with, as far as they come in the order in which the touches began: nearly all frames have
    /// nothing else. Returns how many those were.
    private mutating func applyMoves(_ events: [RoutedTouch], time: Int64) -> Int {
        events.withUnsafeBufferPointer { events in
            list.change { known in
                var place = known.startIndex
                for index in events.indices {
                    guard events[index].isMove, events[index].reason == nil else { return index }
                    // By place: no element is copied.
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
    /// - Returns: what it has to be told: a frame a panel, in the order of the panels' names. Its time is that of the last line about
    ///   the panel: a time of its own the subscriber could not place.
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

    /// Nothing is down any more for this subscriber, as after it was told that all was cancelled.
    public mutating func cancelAll() { _ = cancel(.resync) }

    // MARK: What is foreign

    /// Whether nothing is hidden from the subscriber for want of its begin.
    public var knowsAll: Bool { foreign.isEmpty }

    public func knows(touches: [RoutedTouch], actions: [ActionState.InProgress]) -> Bool {
        touches.allSatisfy(knows) && actions.allSatisfy(self.actions.knows)
    }

    /// What of this it does not know is foreign from now on: these touches and actions are in progress, and it may see them.
    public mutating func setForeign(touches: [RoutedTouch], actions: [ActionState.InProgress]) {
        foreign.removeAll()
        for touch in touches where !knows(touch) { foreign.insert(touch) }
        for action in actions where !self.actions.knows(action) { foreign.insert(action) }
    }

    /// Whether the next event has to be hidden from the subscriber because it was not shown the begin. Every event that it may see is
    /// asked about once, in order.
    public mutating func hides(_ event: RoutedTouch) -> Bool { foreign.take(event) }

    public mutating func hides(_ action: RoutedAction.Head, panel: String) -> Bool { foreign.take(action, panel: panel) }

    // MARK: Changes around it

    /// Stops a debug build where the state contradicts itself.
    public func checkInvariants() {
        #if DEBUG
            ended.checkInvariants()
            actions.checkInvariants()
            for (index, known) in list.elements.enumerated() {
                let touch = known.touch
                assert(!touch.phase.isTerminal && touch.reason == nil, "touch \(touch.id.rawValue) is over and still known")
                assert(self.index(of: touch) == index, "touch \(touch.id.rawValue) is known twice for one receiver")
                assert(!foreign.contains(touch), "touch \(touch.id.rawValue) is known and foreign")
                assert(touch.receiver == nil || !ended.contains(touch.id, touch.receiver), "touch \(touch.id.rawValue) is down and has ended")
            }
            for action in actions.inProgress { assert(!foreign.contains(action), "\(action.action.subject) is known and foreign") }
        #endif
    }
}
