import Configuration
import Panels
import Server
import TouchCore
import Wire

/// Owns the touch pipeline: leads into it what panels report, clients want and the clock brings, and leads out of it to the clients
/// what comes of that.
final class TouchDispatcher {
    let pipeline: TouchPipeline
    private(set) var recorders = Recorders()
    /// Of all touches, but for those that clients inject.
    private(set) var touchCounts = TouchStatistics()
    /// Called when there may be new counts.
    var counted: () -> Void = {}
    /// What the panels' last event has led to: kept so that no frame allocates.
    private(set) var output = FrameBuffer()
    /// Set once, before anything is dispatched.
    var publisher: Publisher!
    /// Has everything dispatched that panels have already reported. A deadline calls it first: an event from before the deadline
    /// averts it.
    var dispatchPending: () -> Void = {}
    /// Is told of screens' glass.
    var noticed: (KioskNotice) -> Void = { _ in }
    /// Takes what is the applications', before anything is encoded for clients. Set once, like the publisher.
    unowned var virtualPanels: VirtualPanels!
    /// Called before a finger comes down on a panel that nobody touches.
    var willTouch: (OpenPanel) -> Void = { _ in }
    /// Called when regions lie elsewhere or have other values.
    var treeChanged: () -> Void = {}
    private var seenRevision: UInt64 = 0
    private let loop: EventLoop
    private let panels: PanelTable
    private var timer: EventLoop.Timer!
    /// Monotonic, µs; never later than the earliest deadline.
    private var timerSetTo: Int64 = .max

    init(_ tree: RegionTree, _ panels: PanelTable, loop: EventLoop) {
        pipeline = TouchPipeline(tree: tree)
        self.panels = panels
        self.loop = loop
        timer = loop.timer { [unowned self] in deadlineReached() }
    }

    // MARK: Events

    /// Takes a panel's next events, live or recorded, all the way: from the front as many as make a report, or as follow each other in it
    /// at one time.
    func handle(_ events: inout UnsafeBufferPointer<InputEvent>, _ panel: OpenPanel) -> ContactAssembler.Outcome {
        let (all, time) = (events, events[0].time)
        output.removeAll()
        // What is due may end the last touch.
        pipeline.advance(panel.panelID, to: time, into: &output)
        if pipeline.touchCount(ofPanel: panel.panelID) == 0, InputEvent.beginContact(all) { willTouch(panel) }
        let outcome = pipeline.handle(&events, panel: panel.panelID, into: &output)
        if !recorders.isEmpty { record(all.dropLast(events.count), outcome, of: panel) }
        // A part of a report changes nothing before the rest has come.
        if outcome == .pending, output.isEmpty { return outcome }
        let lines = publisher.openLines
        publish(&output)
        if panel.isLive { publisher.noteLatency(ofReportAt: time, since: lines) }
        return outcome
    }

    /// Gives recordings what the pipeline has taken.
    private func record(_ events: Slice<UnsafeBufferPointer<InputEvent>>, _ outcome: ContactAssembler.Outcome, of panel: OpenPanel) {
        for event in events { recorders.take(event, panel: panel.panelID) }
        switch outcome {
        case .frame: closeReport(panel, at: events[0].time)
        case .dropped: publish(recorders.drop(panel: panel.panelID, at: events[0].time))
        case .pending: break
        }
    }

    /// Takes what fingers have done that no device has reported.
    func handle(_ changes: [ContactChange], _ panel: OpenPanel, at time: Int64) {
        if changes.contains(where: { $0.phase == .began }) && pipeline.touchCount(ofPanel: panel.panelID) == 0 { willTouch(panel) }
        change { pipeline.handle(changes, panel: panel.panelID, at: time, into: &$0) }
    }

    /// After the kernel dropped events: goes on from the state that it has of the panel.
    func resynchronise(_ panel: OpenPanel, from device: any PanelDevice, at time: Int64) {
        output.removeAll()
        pipeline.resynchronise(
            panel.panelID, slots: device.kernelSlots, currentSlot: device.currentSlot, time: time, into: &output)
        closeReport(panel, at: time)
        publish(&output)
    }

    // MARK: Deadlines

    /// Does what is due on all panels up to a moment of the monotonic clock, in the order in which it is due.
    func advance(to moment: Int64) {
        defer {
            pipeline.advanceScreens(to: moment)
            notice()
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

    /// What happens without an event: at the earliest deadline the timer fires, or earlier, for nothing.
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

    /// The panel on which something happens next without an event, and the moment of the monotonic clock at which.
    private var nextDue: (panel: OpenPanel, time: Int64)? {
        var next: (panel: OpenPanel, time: Int64)?
        for panel in panels.all {
            let due = due(on: panel)
            if due < next?.time ?? .max { next = (panel, due) }
        }
        return next
    }

    /// The moment of the monotonic clock at which something happens next on a panel without an event; `.max`: never.
    private func due(on panel: OpenPanel) -> Int64 {
        var deadline = pipeline.deadline(ofPanel: panel.panelID) ?? .max
        if let held = publisher.deadline(ofPanel: panel.panelID) { deadline = min(deadline, held) }
        return deadline < .max ? deadline &+ panel.clockOffset : .max
    }

    // MARK: Panels

    func addPanel(_ entry: PanelMatcher.Entry, kind: PanelKind, mapping: PanelMapping) -> PanelID {
        pipeline.addPanel(entry.settings.id, screen: entry.screen, kind: kind, mapping: mapping, rules: entry.settings.rules)
    }

    /// Contacts that are down on a panel just opened are no touches.
    func open(_ panel: OpenPanel, from device: any PanelDevice) {
        pipeline.open(panel.panelID, slots: device.kernelSlots, currentSlot: device.currentSlot)
    }

    /// Contacts that are down on a panel just opened are touches that begin now.
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

    /// Forgets a panel after its touches were cancelled.
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

    func touchCount(of panel: OpenPanel) -> Int { pipeline.touchCount(ofPanel: panel.panelID) }

    /// With those that have ended and that somebody has yet to be told of.
    var touchesDown: [(panel: String, touch: RoutedTouch)] {
        (pipeline.touchesDown + pipeline.redactedDown).map { (pipeline.name(ofPanel: $0.panel), $0.touch) }
    }

    // MARK: Screens

    /// Screens without a touch become idle from now on.
    func startScreens() {
        pipeline.startScreens(at: loop.now())
        setTimer()
    }

    /// - Parameter isTold: whether a program says so, rather than the display.
    func setDisplay(_ display: DisplayState, isTold: Bool, screen: Int) {
        change { _ in pipeline.setDisplay(display, isTold: isTold, screen: screen) }
    }

    /// - Parameter duration: after which it is over by itself, µs.
    func setMode(_ mode: ScreenMode, for duration: Int64?, screen: Int) {
        let end = duration.map { loop.now() &+ $0 } ?? .max
        change { pipeline.setMode(mode, until: end, screen: screen, time: timesOfPanels, into: &$0) }
        if mode != .normal { for panel in panels.all where panel.entry.screen == screen { virtualPanels.liftAll(of: panel) } }
    }

    var screenStates: [ScreenState] { pipeline.screenStates }

    /// A panel's event time has another distance from the loop's clock.
    func setClockOffset(of panel: OpenPanel) { pipeline.setClockOffset(ofPanel: panel.panelID, panel.clockOffset) }

    // MARK: The tree

    /// - Parameter change: how it differs from the one before, if that is known.
    func replaceTree(_ new: RegionTree, _ change: TreeChange?) -> TreeChange {
        var output = FrameBuffer()
        let change = pipeline.replaceTree(new, change: change, time: timesOfPanels, into: &output)
        publish(&output, isTreeChange: true)
        changed(change)
        setTimer()
        return change
    }

    /// Edits the tree: all of it or nothing.
    func edit(_ edits: [TreeEdit], check: EditsCheck?) throws(TreeEditError) {
        var output = FrameBuffer()
        let change = try pipeline.edit(edits, time: timesOfPanels, check: check, into: &output)
        publish(&output, isTreeChange: true)
        if let change {
            changed(change)
            virtualPanels.treeChanged(change)
            publisher.edited(change)
        } else {
            publisher.regionsChanged(edits.map(\.region))
        }
        notice()
        setTimer()
    }

    /// Removes regions whose client is gone; returns those that could not be.
    func removeRegions(_ regions: [String]) -> [String] {
        var output = FrameBuffer()
        let removal = pipeline.remove(regions, reason: .clientGone, time: timesOfPanels, into: &output)
        publish(&output, isTreeChange: true)
        if let change = removal.change {
            changed(change)
            virtualPanels.treeChanged(change)
            publisher.edited(change)
        }
        notice()
        setTimer()
        return removal.missing
    }

    // MARK: Clients' wants

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

    func letGo(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        try change { output throws(RoutingError) in try pipeline.letGo(touches, by: interceptor, time: timesOfPanels, into: &output) }
    }

    func answer(_ question: QuestionID, _ value: Bool?) {
        change { pipeline.answer(question, value, time: timesOfPanels, into: &$0) }
    }

    func setExplaining(_ isOn: Bool) { pipeline.explains = isOn }

    /// - Parameter isFresh: whether a recording that begins before the panel's first report has all of it.
    func startRecording(_ number: Int, of panel: OpenPanel, isFresh: Bool) {
        recorders.add(number, of: panel.panelID, panel.profile.declared, isFresh: isFresh, pipeline)
    }

    func stopRecording(_ number: Int) { recorders.remove(number) }

    /// Has its own buffer: a client may want something while frames of a panel are being published.
    private func change<Failure>(_ make: (inout FrameBuffer) throws(Failure) -> Void) throws(Failure) {
        var output = FrameBuffer()
        try make(&output)
        publish(&output)
        setTimer()
    }

    /// The present, on each panel's event clock.
    private var timesOfPanels: (PanelID) -> Int64 {
        let (now, panels) = (loop.now(), panels)
        return { panels[$0]?.time(now: now) ?? now }
    }

    // MARK: To the clients

    /// - Parameter isTreeChange: clients have yet to be told of the tree that there is by now; of screens they are told after that.
    private func publish(_ frames: inout FrameBuffer, isTreeChange: Bool = false) {
        virtualPanels.take(frames)
        for index in 0..<frames.count {
            let explanations = frames.explanations(at: index)
            frames.lend(index) { publish(&$0, explanations) }
        }
        noteTree()
        if !isTreeChange { notice() }
    }

    /// - Parameter frame: lent, so that it is not copied; nothing changes it.
    private func publish(_ frame: inout RoutedFrame, _ explanations: [Explanation]) {
        let panel = pipeline.name(ofPanel: frame.panel)
        // Also of a touch that is withheld from everybody as yet.
        publisher.publish(explanations, time: frame.time, panel: panel)
        publisher.publish(frame, panel: panel)
        count(frame)
    }

    /// Tells what there is to tell of screens.
    func notice() {
        if pipeline.hasNotices { for notice in pipeline.takeNotices() { noticed(notice) } }
    }

    /// Injected fingers are tests', and nobody's use of the kiosk.
    private func count(_ frame: RoutedFrame) {
        if frame.events.allSatisfy(\.isMove) || panels[frame.panel]?.isInjected == true { return }
        pipeline.count(frame, into: &touchCounts)
        counted()
    }

    func restoreCounts(_ regions: [(id: String, counts: RegionCounts)], total: RegionCounts, missed: Int, forgotten: Int) {
        pipeline.restore(regions, total: total, missed: missed, forgotten: forgotten, into: &touchCounts)
    }

    func resetCounts() { touchCounts.reset() }

    /// A change of the tree is done, and its frames are published.
    private func changed(_ change: TreeChange) { pipeline.countRemoval(change, into: &touchCounts) }

    private func noteTree() {
        if pipeline.treeRevision == seenRevision { return }
        seenRevision = pipeline.treeRevision
        treeChanged()
    }

    /// The pipeline has taken a whole report, or the kernel's state.
    private func closeReport(_ panel: OpenPanel, at time: Int64) {
        if !recorders.isEmpty { publish(recorders.close(panel: panel.panelID, at: time, pipeline)) }
    }

    private func publish(_ recorded: [Recorders.Output]) {
        for (recording, events) in recorded { publisher.publish(input: events, of: recording) }
    }
}

extension InputEvent {
    /// Whether a contact begins in the report that these events begin with.
    fileprivate static func beginContact(_ events: UnsafeBufferPointer<InputEvent>) -> Bool {
        for event in events {
            if event.isContact { return true }
            if event.type == EventType.syn && event.code == SynCode.report { return false }
        }
        return false
    }

    /// Whether a contact begins with it.
    private var isContact: Bool {
        type == EventType.abs && code == AbsCode.mtTrackingID && value >= 0
            || type == EventType.key && value == 1 && (code == KeyCode.btnTouch || code == KeyCode.btnLeft)
    }
}
