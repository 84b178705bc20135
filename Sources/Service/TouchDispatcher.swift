import Configuration
import Panels
import Server
import TouchCore
import Wire

/// Owns the touch pipeline. Passes the reports of panels, the requests of clients and the deadlines of the clock to the pipeline, and the resulting
/// frames to virtual panels and clients.
final class TouchDispatcher: TouchRouter {
    let pipeline: TouchPipeline
    private(set) var recorders = Recorders()
    /// The counts of all touches, except those that clients inject.
    private(set) var touchCounts = TouchStatistics()
    /// Called when there may be new counts.
    var countsChanged: () -> Void = {}
    /// The frames caused by the last event. The buffer is kept so that no frame allocates.
    private(set) var output = FrameBuffer()
    /// The server. Set once, before anything is dispatched.
    var publisher: Publisher!
    /// Dispatches everything that panels have already reported. It is called before a deadline is handled, because an event from before the
    /// deadline may avert it.
    var dispatchPending: () -> Void = {}
    /// Called with each notice about a screen.
    var handleNotice: (KioskNotice) -> Void = { _ in }
    /// The virtual panels, which receive the touches of surfaces before anything is encoded for clients. Set once, like the publisher.
    unowned var virtualPanels: VirtualPanels!
    /// The keyboards, on which touches type. Set once, like the publisher.
    unowned var keyboards: Keyboards!
    /// Whether any screen has a keyboard. Without one, frames cost nothing more.
    var hasKeyboards = false
    /// Called before a finger comes down on a panel without touches.
    var willTouch: (OpenPanel) -> Void = { _ in }
    /// Called when regions have moved or have new values.
    var treeChanged: () -> Void = {}
    private var seenRevision: UInt64 = 0
    private let loop: EventLoop
    private let panels: PanelTable
    private var timer: EventLoop.Timer!
    /// The time the timer is set to (monotonic, µs); never later than the earliest deadline.
    private var timerSetTo: Int64 = .max

    init(_ tree: RegionTree, _ panels: PanelTable, loop: EventLoop) {
        pipeline = TouchPipeline(tree: tree)
        self.panels = panels
        self.loop = loop
        timer = loop.timer { [unowned self] in deadlineReached() }
    }

    // MARK: Events

    /// Passes a panel's next events, live or recorded, through all stages. It consumes events from the front, up to the end of a report or to an
    /// event with another time.
    func handle(_ events: inout UnsafeBufferPointer<InputEvent>, _ panel: OpenPanel) -> ContactAssembler.Outcome {
        let (all, time) = (events, events[0].time)
        output.removeAll()
        // A deadline that is due may end the last touch.
        pipeline.advance(panel.panelID, to: time, into: &output)
        if pipeline.touchCount(ofPanel: panel.panelID) == 0, InputEvent.beginContact(all) { willTouch(panel) }
        let outcome = pipeline.handle(&events, panel: panel.panelID, into: &output)
        if !recorders.isEmpty { record(all.dropLast(events.count), outcome, of: panel) }
        // A part of a report changes nothing until the rest has come.
        if outcome == .pending, output.isEmpty { return outcome }
        let lines = publisher.unredactedLines
        publish(&output)
        if panel.isLive { publisher.recordLatency(ofReportAt: time, since: lines) }
        return outcome
    }

    /// Records the events that the pipeline has consumed.
    private func record(_ events: Slice<UnsafeBufferPointer<InputEvent>>, _ outcome: ContactAssembler.Outcome, of panel: OpenPanel) {
        for event in events { recorders.append(event, panel: panel.panelID) }
        switch outcome {
        case .frame: closeReport(panel, at: events[0].time)
        case .dropped: publish(recorders.drop(panel: panel.panelID, at: events[0].time))
        case .pending: break
        }
    }

    /// Handles contact changes that no device has reported.
    func handle(_ changes: [ContactChange], _ panel: OpenPanel, at time: Int64) {
        if changes.contains(where: { $0.phase == .began }) && pipeline.touchCount(ofPanel: panel.panelID) == 0 { willTouch(panel) }
        change { pipeline.handle(changes, panel: panel.panelID, at: time, into: &$0) }
    }

    /// Continues from the kernel's state of the panel after the kernel has dropped events.
    func resynchronise(_ panel: OpenPanel, from device: any PanelDevice, at time: Int64) {
        output.removeAll()
        pipeline.resynchronise(
            panel.panelID, slots: device.kernelSlots, currentSlot: device.currentSlot, time: time, into: &output)
        closeReport(panel, at: time)
        publish(&output)
    }

    // MARK: Deadlines

    /// Handles everything that is due on all panels up to a moment of the monotonic clock, in the order of the deadlines.
    func advance(to moment: Int64) {
        defer {
            if let due = pipeline.screenDeadline, due <= moment { change { pipeline.advanceScreens(to: moment, into: &$0) } } else { handleNotices() }
        }
        while let next = nextDue, next.time <= moment {
            let (panel, time) = (next.panel.panelID, next.time - next.panel.clockOffset)
            output.removeAll()
            if pipeline.advance(panel, to: time, into: &output) {
                publish(&output)
            } else if !publisher.advance(panel: panel, to: time) {
                return
            }
        }
    }

    /// Sets the timer to the earliest deadline. The timer may also fire earlier, with nothing to do.
    func setTimer() {
        var next = pipeline.screenDeadline ?? .max
        for panel in panels.all { next = min(next, due(on: panel)) }
        guard next < timerSetTo else { return }
        timerSetTo = next
        timer.set(after: next - loop.now())
    }

    private func deadlineReached() {
        timerSetTo = .max
        dispatchPending()
        advance(to: loop.now())
        setTimer()
    }

    /// The panel with the earliest deadline, and the deadline on the monotonic clock.
    private var nextDue: (panel: OpenPanel, time: Int64)? {
        var next: (panel: OpenPanel, time: Int64)?
        for panel in panels.all {
            let due = due(on: panel)
            if due < next?.time ?? .max { next = (panel, due) }
        }
        return next
    }

    /// Returns the panel's next deadline on the monotonic clock; `.max` if it has none.
    private func due(on panel: OpenPanel) -> Int64 {
        var deadline = pipeline.deadline(ofPanel: panel.panelID) ?? .max
        if let held = publisher.deadline(ofPanel: panel.panelID) { deadline = min(deadline, held) }
        return deadline < .max ? deadline &+ panel.clockOffset : .max
    }

    // MARK: Panels

    func addPanel(_ entry: PanelMatcher.Entry, kind: PanelKind, mapping: PanelMapping, makesTouches: Bool = false) -> PanelID {
        pipeline.addPanel(
            entry.settings.id, screen: entry.screen, kind: kind, mapping: mapping, rules: entry.settings.rules, makesTouches: makesTouches)
    }

    /// Opens a panel. Contacts that are already down are not touches.
    func open(_ panel: OpenPanel, from device: any PanelDevice) {
        pipeline.open(panel.panelID, slots: device.kernelSlots, currentSlot: device.currentSlot)
    }

    /// Opens a panel. Contacts that are already down begin as touches now.
    func resume(_ panel: OpenPanel, from device: any PanelDevice) {
        change {
            pipeline.resynchronise(
                panel.panelID, slots: device.kernelSlots, currentSlot: device.currentSlot, time: loop.now(), into: &$0)
        }
    }

    func cancelTouches(of panel: OpenPanel, _ reason: CancelReason) {
        change { pipeline.cancelTouches(ofPanel: panel.panelID, reason: reason, time: time(of: panel), into: &$0) }
        virtualPanels.liftAll(of: panel)
    }

    /// Removes a panel, whose touches must have been cancelled.
    func removePanel(_ panel: OpenPanel) {
        pipeline.removePanel(panel.panelID)
        endRecordings(of: panel)
    }

    func endRecordings(of panel: OpenPanel) { publisher.ended(recordings: recorders.remove(panel: panel.panelID)) }

    func reconfigure(_ panel: OpenPanel, _ mapping: PanelMapping) {
        pipeline.reconfigure(panel.panelID, mapping: mapping, rules: panel.entry.settings.rules)
    }

    func setOutput(of panel: OpenPanel, isOff: Bool) {
        change { pipeline.setOutput(ofPanel: panel.panelID, isOff: isOff, time: time(of: panel), into: &$0) }
        if isOff { virtualPanels.liftAll(of: panel) }
    }

    func time(of panel: OpenPanel) -> Int64 { panel.time(now: loop.now()) }

    func health(of panel: OpenPanel) -> PanelHealth { pipeline.health(ofPanel: panel.panelID) }

    func contactCount(of panel: OpenPanel) -> Int { pipeline.contactCount(ofPanel: panel.panelID) }

    func touchCount(of panel: OpenPanel) -> Int { pipeline.touchCount(ofPanel: panel.panelID) }

    /// The touches that receivers believe to be down, including ended ones whose end is still delayed for a receiver.
    var touchesDown: [(panel: String, touch: RoutedTouch)] {
        (pipeline.touchesDown + pipeline.redactedDown).map { (pipeline.name(ofPanel: $0.panel), $0.touch) }
    }

    // MARK: Screens

    /// Starts the idle time of screens without a touch.
    func startScreens() {
        pipeline.startScreens(at: loop.now())
        setTimer()
    }

    /// - Parameter isTold: whether a program has reported the state, rather than the display.
    func setDisplay(_ display: DisplayState, isTold: Bool, screen: Int) {
        change { _ in pipeline.setDisplay(display, isTold: isTold, screen: screen) }
    }

    /// - Parameter duration: the time in µs after which the mode ends by itself; nil: never.
    func setMode(_ mode: ScreenMode, for duration: Int64?, screen: Int) {
        let end = duration.map { loop.now() &+ $0 } ?? .max
        change { pipeline.setMode(mode, until: end, screen: screen, time: timesOfPanels, into: &$0) }
        if mode != .normal { virtualPanels.liftAll(onScreen: screen, except: pipeline.tree.regionsSpared(from: mode)) }
    }

    func mode(ofScreen screen: Int) -> ScreenMode { pipeline.mode(ofScreen: screen) }

    var screenStates: [ScreenState] { pipeline.screenStates }

    /// The id of a screen; nil if the configuration no longer has it.
    func screenID(_ screen: Int) -> String? { pipeline.tree.screens.indices.contains(screen) ? pipeline.tree.screens[screen].id : nil }

    // MARK: The accessible glass

    func handle(_ request: AccessibilityRequest, screen: Int, by client: Int) throws(AccessibilityRefusal) {
        let (now, turn) = (loop.now(), request.turn)
        var refusal: AccessibilityRefusal?
        // A refused request also makes overdue deadlines take effect.
        change { output in
            do throws(AccessibilityRefusal) { try perform(request.action, screen, turn, client, now, &output) } catch { refusal = error }
        }
        if let refusal { throw refusal }
    }

    private func perform(
        _ action: AccessibilityRequest.Action, _ screen: Int, _ turn: UInt64?, _ client: Int, _ now: Int64, _ output: inout FrameBuffer
    ) throws(AccessibilityRefusal) {
        switch action {
        case .profile(let id, let isOn): try pipeline.accessibility.setProfile(id, isOn: isOn, screen: screen, at: now, into: &output)
        case .region(let id): try pipeline.accessibility.setFocus(id, screen: screen, turn: turn, by: client, at: now, into: &output)
        case .move(let move): try pipeline.accessibility.moveFocus(move, screen: screen, turn: turn, by: client, at: now, into: &output)
        case .element(let element, let point):
            try pipeline.accessibility.setFocus(element: (element, point), screen: screen, turn: turn, by: client, at: now, into: &output)
        case .activate: try pipeline.accessibility.activate(screen: screen, turn: turn, by: client, at: now, into: &output)
        case .extend: try pipeline.accessibility.extend(screen: screen, at: now, into: &output)
        }
    }

    /// Processes a press of a keypad's key.
    func press(_ key: KeypadKey, _ action: KeypadAction?, _ timing: KeyTiming = KeyTiming(), screen: Int, at time: Int64) {
        change { pipeline.accessibility.press(key, action, timing, screen: screen, at: time, into: &$0) }
    }

    /// Processes the release of a keypad's key.
    func release(_ key: KeypadKey, screen: Int, at time: Int64) {
        change { pipeline.accessibility.release(key, screen: screen, at: time, into: &$0) }
    }

    /// Processes a plug that goes into a jack or out of it.
    func setJack(_ jack: String, isIn: Bool, screen: Int, at time: Int64) {
        change { pipeline.accessibility.setJack(jack, isIn: isIn, screen: screen, at: time, into: &$0) }
    }

    /// Updates the offset between a panel's event time and the loop's clock.
    func setClockOffset(of panel: OpenPanel) { pipeline.setClockOffset(ofPanel: panel.panelID, panel.clockOffset) }

    // MARK: The tree

    /// - Parameter change: the difference from the tree in force, if it is known.
    func replaceTree(_ new: RegionTree, _ change: TreeChange?) -> TreeChange {
        var output = FrameBuffer()
        let change = pipeline.replaceTree(new, change: change, time: timesOfPanels, into: &output)
        publish(&output, isTreeChange: true)
        countRemovals(change)
        setTimer()
        return change
    }

    /// Applies all edits, or none if one fails.
    func edit(_ edits: [TreeEdit], check: EditsCheck?) throws(TreeEditError) {
        var output = FrameBuffer()
        let change = try pipeline.edit(edits, time: timesOfPanels, check: check, into: &output)
        publish(&output, isTreeChange: true)
        if let change {
            countRemovals(change)
            virtualPanels.treeChanged(change)
            publisher.edited(change)
        } else {
            publisher.regionsChanged(edits.map(\.region))
        }
        handleNotices()
        setTimer()
    }

    /// Removes the regions of a client that is gone. Returns those that could not be removed.
    func removeRegions(_ regions: [String]) -> [String] {
        var output = FrameBuffer()
        let removal = pipeline.remove(regions, reason: .clientGone, time: timesOfPanels, into: &output)
        publish(&output, isTreeChange: true)
        if let change = removal.change {
            countRemovals(change)
            virtualPanels.treeChanged(change)
            publisher.edited(change)
        }
        handleNotices()
        setTimer()
        return removal.missing
    }

    // MARK: Clients' wants

    var claims: ClaimTable { pipeline.claims }

    func claim(_ receivers: [String], by client: Int) { change { _ in pipeline.claim(receivers, by: client) } }

    func release(_ receivers: [String]) { change { _ in pipeline.release(receivers) } }

    func abandon(_ receivers: [String], _ reason: CancelReason) {
        change { pipeline.abandon(claimed: receivers, reason: reason, time: timesOfPanels, into: &$0) }
    }

    func abandon(_ receivers: [String: TouchID], _ reason: CancelReason) {
        change { pipeline.abandon(receivers, reason: reason, time: timesOfPanels, into: &$0) }
    }

    func steal(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        try change { output throws(RoutingError) in try pipeline.steal(touches, by: interceptor, time: timesOfPanels, into: &output) }
    }

    func decline(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        try change { output throws(RoutingError) in try pipeline.decline(touches, by: interceptor, time: timesOfPanels, into: &output) }
    }

    func answer(_ question: QuestionID, _ value: Bool?) {
        change { pipeline.answer(question, value, time: timesOfPanels, into: &$0) }
    }

    func setExplaining(_ isOn: Bool) { pipeline.explains = isOn }

    /// - Parameter isFresh: true if the panel has not reported yet, so that the recording is complete.
    func startRecording(_ number: Int, of panel: OpenPanel, isFresh: Bool) {
        recorders.add(number, of: panel.panelID, panel.profile.declared, isFresh: isFresh, pipeline)
    }

    func stopRecording(_ number: Int) { recorders.remove(number) }

    /// Makes a change and publishes its frames. It uses a separate buffer, because a client may send a request while frames of a panel are being
    /// published.
    private func change<Failure>(_ make: (inout FrameBuffer) throws(Failure) -> Void) throws(Failure) {
        var output = FrameBuffer()
        try make(&output)
        publish(&output)
        setTimer()
    }

    /// Returns the current time on the event clock of a panel.
    private var timesOfPanels: (PanelID) -> Int64 {
        let (now, panels) = (loop.now(), panels)
        return { panels[$0]?.time(now: now) ?? now }
    }

    // MARK: To the clients

    /// - Parameter isTreeChange: whether the caller will inform clients of a changed tree. If so, the caller also passes on the notices about
    ///   screens, after that.
    private func publish(_ frames: inout FrameBuffer, isTreeChange: Bool = false) {
        virtualPanels.process(frames)
        if hasKeyboards { keyboards.process(frames) }
        for index in 0..<frames.count {
            let explanations = frames.explanations(at: index)
            frames.lend(index) { publish(&$0, explanations) }
        }
        reportTreeChange()
        if !isTreeChange { handleNotices() }
    }

    /// - Parameter frame: lent to avoid a copy; nothing changes it.
    private func publish(_ frame: inout RoutedFrame, _ explanations: [Explanation]) {
        let panel = pipeline.name(ofPanel: frame.panel)
        // Explanations are published even if the touch is still delayed for all its receivers.
        publisher.publish(explanations, time: frame.time, panel: panel)
        publisher.publish(frame, panel: panel)
        count(frame)
    }

    /// Passes on the pending notices about screens.
    func handleNotices() {
        if pipeline.hasNotices { for notice in pipeline.removeNotices() { handleNotice(notice) } }
    }

    /// Counts the touches of a frame. Injected fingers belong to tests and do not count as use of the kiosk.
    private func count(_ frame: RoutedFrame) {
        if frame.events.allSatisfy(\.isMove) { return }
        if let panel = panels[frame.panel], panel.isInjected, !panel.isActivating { return }
        pipeline.count(frame, into: &touchCounts)
        countsChanged()
    }

    func restoreCounts(_ regions: [(id: String, counts: RegionCounts)], total: RegionCounts, missed: Int, forgotten: Int) {
        pipeline.restore(regions, total: total, missed: missed, forgotten: forgotten, into: &touchCounts)
    }

    func resetCounts() { touchCounts.reset() }

    /// Updates the counts after a change of the tree that removed regions. Call it after publishing the frames of the change.
    private func countRemovals(_ change: TreeChange) { pipeline.countRemoval(change, into: &touchCounts) }

    private func reportTreeChange() {
        if pipeline.treeRevision == seenRevision { return }
        seenRevision = pipeline.treeRevision
        treeChanged()
    }

    /// Closes the report in recordings, after the pipeline has consumed a whole report or the kernel's state.
    private func closeReport(_ panel: OpenPanel, at time: Int64) {
        if !recorders.isEmpty { publish(recorders.close(panel: panel.panelID, at: time, pipeline)) }
    }

    private func publish(_ recorded: [Recorders.Output]) {
        for (recording, events) in recorded { publisher.publish(input: events, of: recording) }
    }
}

extension InputEvent {
    /// Whether a contact begins in the first report of these events.
    fileprivate static func beginContact(_ events: UnsafeBufferPointer<InputEvent>) -> Bool {
        for event in events {
            if event.isContact { return true }
            if event.type == EventType.syn && event.code == SynCode.report { return false }
        }
        return false
    }

    /// Whether a contact begins with this event.
    private var isContact: Bool {
        type == EventType.abs && code == AbsCode.mtTrackingID && value >= 0
            || type == EventType.key && value == 1 && (code == KeyCode.btnTouch || code == KeyCode.btnLeft)
    }
}
