/// A finger's way from a panel's events to routed touches. Pure: no I/O, no clock; time comes in with the events.
///
/// A frame passes the same stages whichever source its events come from:
/// assemble (contacts) → filter (noise) → hit test and capture (new touches) → recognizers → views (what each receiver gets)
/// → actions. A frame is written as if there were no recognizers, and then set right by what they decide (`Recognition`).
public struct TouchPipeline: ~Copyable {
    public internal(set) var tree: RegionTree
    /// What the last call that returned true has done.
    public internal(set) var frame = RoutedFrame()
    /// The id that the next touch will get.
    public internal(set) var nextID = TouchID.first
    /// Whether begins are explained: it costs a second hit test that takes notes.
    public var explains = false
    /// Of the touches that began in the frame there is.
    public internal(set) var explanations: [Explanation] = []
    private(set) var panels: [PanelState?] = []
    /// Ids of the regions that a client has claimed; those of others go to their fallback, where they have one.
    var claimed: Set<String> = []
    /// What gestures ask of those clients.
    var asking = Asking()
    /// Controls that track a finger.
    var controls: [ControlTracking] = []

    /// - Parameter nextID: where the ids go on when another pipeline gave those before.
    public init(tree: RegionTree, nextID: TouchID = .first) {
        self.tree = tree
        self.nextID = nextID
        frame.events.reserveCapacity(64)
    }

    // MARK: Panels

    /// Opens a panel on a screen; the number stands for it until `removePanel`.
    public mutating func addPanel(
        _ name: String, screen: Int, kind: PanelKind, mapping: PanelMapping, rules: PanelRules = PanelRules()
    ) -> Int {
        let state = PanelState(
            name: name, screen: screen, mapping: mapping, rules: rules, assembler: ContactAssembler(kind: kind))
        if let free = panels.firstIndex(where: { $0 == nil }) {
            panels[free] = state
            return free
        }
        panels.append(state)
        return panels.count - 1
    }

    /// Takes the kernel's state of a panel just opened: contacts already down are no touches until they come again.
    public mutating func open(_ panel: Int, slots: [KernelSlot], currentSlot: Int) {
        panels[panel]!.assembler.open(slots: slots, currentSlot: currentSlot)
    }

    /// Maps and treats a panel's contacts another way from when nothing is down on it: at once, or when the last touch ends.
    public mutating func reconfigure(_ panel: Int, mapping: PanelMapping, rules: PanelRules) {
        panels[panel]!.next = (mapping, rules)
        panels[panel]!.takeOverIfUntouched()
    }

    public func name(ofPanel panel: Int) -> String { panels[panel]?.name ?? "" }

    public func counters(ofPanel panel: Int) -> ContactCounters { panels[panel]?.assembler.counters ?? ContactCounters() }

    public func filterCounters(ofPanel panel: Int) -> FilterCounters { panels[panel]?.filter?.counters ?? FilterCounters() }

    public func health(ofPanel panel: Int) -> PanelHealth { panels[panel]?.health ?? PanelHealth() }

    /// How many touches are down on a panel.
    public func touchCount(ofPanel panel: Int) -> Int { panels[panel]?.touches.count { $0 != nil } ?? 0 }

    /// Event time of the panel's last frame, nil before the first.
    public func time(ofPanel panel: Int) -> Int64? {
        guard let time = panels[panel]?.time, time > .min else { return nil }
        return time
    }

    // MARK: Events

    /// Takes a panel's next event. `.frame` says only that the frame is complete: read `frame`, which may be empty.
    public mutating func handle(_ event: InputEvent, panel: Int) -> ContactAssembler.Outcome {
        let outcome = panels[panel]!.assembler.handle(event)
        if outcome == .frame {
            panels[panel]!.health.note(reportAt: event.time)
            route(panel, at: event.time)
        }
        return outcome
    }

    /// Takes what a source that has touches rather than events (a scenario) says of them: endings first.
    public mutating func handle(_ changes: [ContactChange], panel: Int, at time: Int64) {
        begin(panel, at: time)
        take(changes, panels[panel]!)
        finish(panels[panel]!)
    }

    /// The panel on which something happens next without an event, and the event time at which; nil if on none.
    public var nextDeadline: (panel: Int, time: Int64)? {
        var next: (panel: Int, time: Int64)?
        for (index, panel) in panels.enumerated() {
            if let panel, panel.deadline < next?.time ?? .max { next = (index, panel.deadline) }
        }
        return next
    }

    /// Event time at which something happens next on a panel without an event; nil if nothing does.
    public func deadline(ofPanel panel: Int) -> Int64? {
        guard let deadline = panels[panel]?.deadline, deadline < .max else { return nil }
        return deadline
    }

    /// Does what is due on a panel at this event time, and says whether anything was: then read `frame`, and call again.
    /// To be called before an event of that time is handled.
    public mutating func advance(_ panel: Int, to time: Int64) -> Bool {
        let state = panels[panel]!
        guard state.deadline <= time, state.deadline < .max else { return false }
        let due = state.deadline
        if state.filter != nil, state.filter!.isBehind || state.filter!.deadline <= due {
            if !state.filter!.isBehind { state.filter!.expire(state.mapping) }
            frame.panel = panel
            frame.removeAll()
            if !explanations.isEmpty { explanations.removeAll() }
            takeNext(state)
            finish(state)
            return true
        }
        begin(panel, at: due)
        if state.isWithholding { decide(state, until: due) }
        if state.isRecognizing { state.recognizers().expire(until: due, &frame, tree) }
        if let stuckAfter = state.rules.stuckAfter {
            cancel(panel, .stuck) { $0.timestamp &+ stuckAfter <= due }
            state.health.stuck += frame.events.count { $0.reason == .stuck }
        }
        finish(state)
        return true
    }

    /// Goes on after a drop from the kernel's state; `frame` says what that meant for the touches.
    public mutating func resynchronise(_ panel: Int, slots: [KernelSlot], currentSlot: Int, time: Int64) {
        panels[panel]!.assembler.resynchronise(slots: slots, currentSlot: currentSlot)
        route(panel, at: time)
    }

    /// Cancels all that is down on a panel; `frame` says what was. The contacts are dead until they lift.
    public mutating func cancelTouches(ofPanel panel: Int, reason: CancelReason, time: Int64) {
        begin(panel, at: time)
        let state = panels[panel]!
        if state.filter != nil {
            // What was seen to lift has ended; what has not begun yet never does.
            takeRest(state)
            _ = endLost(state)
            state.filter!.forgetBegins()
        }
        // A withheld finger that was seen to lift has ended.
        if state.isWithholding {
            for index in state.lifted.indices { state.lifted[index].withheld?.deciders = [] }
            release(state)
        }
        cancel(panel, reason) { _ in true }
        if state.isRecognizing { state.recognizers().cancel(&frame, tree) { _ in true } }
        endHover(state)
        finish(state)
    }

    /// The output under a panel goes off or on: what is down is cancelled, and `frame` says what was. While it is off, what
    /// begins is nothing for its whole life.
    public mutating func setOutput(ofPanel panel: Int, isOff: Bool, time: Int64) {
        cancelTouches(ofPanel: panel, reason: .outputInactive, time: time)
        let state = panels[panel]!
        state.isOutputOff = isOff
        for slot in state.isWaitingForEntry.indices { state.isWaitingForEntry[slot] = false }
    }

    /// Forgets a panel on which nothing is down: cancel its touches first.
    public mutating func removePanel(_ panel: Int) { panels[panel] = nil }

    // MARK: What is down

    /// Touches that are down, in order of panel and slot.
    public var touchesDown: [(panel: Int, touch: RoutedTouch)] {
        var down: [(panel: Int, touch: RoutedTouch)] = []
        for (index, panel) in panels.enumerated() {
            guard let panel else { continue }
            for slot in panel.touches.indices {
                guard var touch = panel.touches[slot] else { continue }
                touch.phase = .stationary
                if touch.receiver == nil && touch.isSilent { continue }
                down.append((index, routed(touch, to: touch.receiver)))
                if touch.hasRoute { down += panel.routes[slot].others.map { (index, routed(touch, to: $0)) } }
            }
        }
        return down
    }

    // MARK: Stages

    mutating func begin(_ panel: Int, at time: Int64) {
        let state = panels[panel]!
        state.time = max(time, state.time)
        frame.panel = panel
        frame.time = state.time
        frame.removeAll()
        if !explanations.isEmpty { explanations.removeAll() }
    }

    /// Takes the contacts of a completed frame on their way.
    private mutating func route(_ panel: Int, at time: Int64) {
        begin(panel, at: time)
        let state = panels[panel]!
        if state.filter == nil {
            take(state.assembler.changes, state)
        } else {
            let isBehind = state.filter!.isBehind
            takeRest(state)
            state.filter!.take(state.assembler.changes, at: state.time, state.mapping)
            if isBehind { takeRest(state) } else { takeNext(state) }
        }
        hover(state)
        finish(state)
    }

    /// Takes the next frame that a panel's filters give on its way.
    private mutating func takeNext(_ panel: PanelState) {
        frame.time = max(panel.filter!.next(), panel.lineTime)
        panel.time = max(panel.time, frame.time)
        take(panel.filter!.current, panel)
    }

    /// Takes all that a panel's filters have left into the frame there is. Nothing, unless `advance` was not called in time.
    private mutating func takeRest(_ panel: PanelState) {
        while panel.filter!.isBehind {
            _ = panel.filter!.next()
            take(panel.filter!.current, panel)
        }
    }

    /// Takes what a frame did to the contacts on its way.
    private mutating func take(_ changes: [ContactChange], _ state: PanelState) {
        let sweep = Sweep(changes, state)
        // Endings come first in the list; what sweeps the panel comes between them and the rest.
        var index = 0
        while index < changes.count, changes[index].phase.isTerminal {
            state.isWaitingForEntry[changes[index].slot] = false
            update(changes[index], state)
            index += 1
        }
        if let sweep { cancel(frame.panel, sweep.reason, where: sweep.concerns) }
        while index < changes.count {
            let change = changes[index]
            index += 1
            if change.phase != .began && !state.isWaitingForEntry[change.slot] {
                update(change, state)
            } else if sweep?.admits(change) ?? true {
                receive(change, state)
            }
        }
    }

    mutating func finish(_ panel: PanelState) {
        if panel.isRecognizing { recognize(panel) }
        if panel.isWithholding { release(panel) }
        if tree.special.contains(.controls) { trackControls() }
        if tree.special.contains(.dragsSelf) { dragSelves() }
        if tree.special.contains(.scrolls) { scroll() }
        if !frame.isEmpty { panel.lineTime = frame.time }
        panel.takeOverIfUntouched()
        panel.setDeadline()
    }

    /// A contact that may become a touch now: unless the panel's rules keep it away, it is captured.
    private mutating func receive(_ change: ContactChange, _ panel: PanelState) {
        panel.isWaitingForEntry[change.slot] = false
        if panel.isOutputOff { return }
        if let most = panel.rules.maximumContacts {
            func isFull() -> Bool { panel.touches.count(where: { $0 != nil }) >= most }
            if isFull() && !(endLost(panel) && !isFull()) { return }
        }
        if panel.rules.outside != .keep && !panel.mapping.area.contains(change.location ?? panel.mapping.location(change.values)) {
            switch panel.rules.outside {
            case .keep, .clamp: break
            case .ignore: return
            case .beginOnEntry:
                panel.isWaitingForEntry[change.slot] = true
                return
            }
        }
        capture(change, panel)
    }

    /// Ends what might have come back but is in the way of a new touch; false when there is nothing such.
    mutating func endLost(_ panel: PanelState) -> Bool {
        guard panel.filter?.hasLost == true else { return false }
        panel.filter!.endLost()
        for change in panel.filter!.ends {
            panel.isWaitingForEntry[change.slot] = false
            update(change, panel)
        }
        return true
    }

    /// A captured contact has changed. One whose touch was cancelled is dead, and stays so until it lifts.
    private mutating func update(_ change: ContactChange, _ panel: PanelState) {
        let isNews = panel.touches[change.slot]?.update(
            change.phase, change.reason, time: frame.time, location(change, panel),
            panel.mapping.axes(change.values))
        guard isNews == true else { return }
        if change.phase.isTerminal {
            let touch = panel.touches[change.slot].take()!
            if change.phase == .ended { panel.taps.ended(touch, in: sensitiveRoot(of: touch)) }
            deliver(touch, panel, change.slot)
            if touch.hasRoute || touch.isBound { leave(touch, panel, change.slot) }
            if tree.special.contains(.sensitive) { veil(touch) }
        } else {
            if panel.touches[change.slot]!.isBound { panel.recognizers().note(panel.touches[change.slot]!) }
            deliver(panel.touches[change.slot]!, panel, change.slot)
        }
    }

    @inline(__always)
    func location(_ change: ContactChange, _ panel: PanelState) -> Point {
        let location = change.location ?? panel.mapping.location(change.values)
        return panel.rules.outside == .clamp ? panel.mapping.area.nearest(to: location) : location
    }

    mutating func cancel(_ panel: Int, _ reason: CancelReason, where isConcerned: (Touch) -> Bool) {
        let state = panels[panel]!
        for slot in state.touches.indices {
            guard var touch = state.touches[slot], isConcerned(touch) else { continue }
            touch.phase = .cancelled
            touch.reason = reason
            touch.timestamp = frame.time
            state.touches[slot] = nil
            deliver(touch, state, slot)
            if touch.hasRoute || touch.isBound { leave(touch, state, slot) }
            if tree.special.contains(.sensitive) { veil(touch) }
        }
    }

    /// Views: what the touch's receivers get in this frame.
    mutating func deliver(_ touch: Touch, _ panel: PanelState, _ slot: Int) {
        if touch.receiver != nil || !touch.isSilent { frame.events.append(routed(touch, to: touch.receiver)) }
        guard touch.hasRoute else { return }
        for receiver in panel.routes[slot].others { frame.events.append(routed(touch, to: receiver)) }
    }

    @inline(__always)
    func routed(_ touch: Touch, to receiver: RegionIndex?) -> RoutedTouch {
        var routed = RoutedTouch(
            id: touch.id, phase: touch.phase, reason: touch.reason, target: touch.target, receiver: receiver,
            location: touch.location, local: touch.location, previousLocal: touch.previousLocation,
            timestamp: touch.timestamp, isInside: true, tapCount: touch.tapCount, axes: touch.axes)
        if let receiver {
            routed.local = tree.convert(touch.location, to: receiver)
            routed.previousLocal = tree.convert(touch.previousLocation, to: receiver)
            routed.isInside = tree.contains(touch.location, receiver)
        }
        return routed
    }
}
