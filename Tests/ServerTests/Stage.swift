import CLinux
import Configuration
import Glibc
import Wire

@testable import Server
@testable import TouchCore

/// A publisher on a real socket with a clock of the test's own, a ten-slot panel in front of it, and clients behind it,
/// all in one thread: nothing here depends on how fast the machine is.
final class Stage: Router {
    var time: Int64 = 1_000_000
    private(set) var loop: EventLoop!
    private(set) var publisher: Publisher!
    let path = "/tmp/touchd-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    var adminPath: String { path + ".admin" }
    /// Whom the next connection comes from.
    var peer = Peer(pid: getpid(), user: 1000)
    var access = AccessRules(trusted: [1000])
    private(set) var pipeline: TouchPipeline
    let panel: Int
    private var description: PanelDescription
    private(set) var frames: [RoutedFrame] = []
    var published: Int { frames.count }
    /// How many the test itself provokes: any other is a bug.
    var expectedViolations = 0

    /// Regions `a` (left half) and `b` (right half) in the window `w`, 1000×1000.
    init(_ regions: RegionTree? = nil, hasPressure: Bool = false) throws {
        let size = Size(1000, 1000)
        pipeline = TouchPipeline(tree: regions ?? Self.tree(window: "w"))
        description = PanelDescription(name: "test")
        let range = AxisInfo(minimum: 0, maximum: 999)
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { description[axis: code] = range }
        if hasPressure { description[axis: AbsCode.mtPressure] = AxisInfo(minimum: 0, maximum: 100) }
        description[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: 9)
        description[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        let kind = PanelKind(description)
        panel = pipeline.addPanel("p", screen: 0, kind: kind, mapping: PanelMapping(panel: description, kind: kind, screen: size))
        loop = EventLoop { [unowned self] in time }
        publisher = Publisher(
            loop: loop, listeners: [try Listener(path: path), try Listener(path: adminPath, role: .admin)], epoch: "test", router: self,
            identify: { [unowned self] _ in peer })
    }

    static func tree(window id: String, screen: String = "s") -> RegionTree {
        func region(_ id: String, _ x: Double) -> RegionSpec {
            var spec = RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: Rect(x, 0, 500, 1000)))
            spec.isMultipleTouchEnabled = true
            return spec
        }
        var window = RegionSpec(id: id, kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [region("a", 0), region("b", 500)]
        return RegionTree([ScreenSpec(id: screen, size: Size(1000, 1000), windows: [window])])
    }

    /// As a reload does it.
    func replaceTree(_ new: RegionTree) {
        for (screen, panel) in injected where !new.screens.contains(where: { $0.id == screen }) {
            pipeline.cancelTouches(ofPanel: panel, reason: .reload, time: time)
            publish([pipeline.frame])
            pipeline.removePanel(panel)
            publisher.forgetInjected(screen: screen)
            injected[screen] = nil
        }
        let texts = RegionTexts(new)
        texts.writeAll()
        publish(pipeline.replaceTree(new, time: { _ in time }))
        publisher.replaceTree(isReload: true, encoder: FrameEncoder(new.directory), texts: texts)
    }

    deinit {
        unlink(path)
        unlink(path + ".lock")
        unlink(adminPath)
        unlink(adminPath + ".lock")
    }

    // MARK: The panel

    /// A frame: each of the slots is set down, moved, or lifted (nil). 10 ms after the last.
    func frame(_ slots: [Int: (x: Int32, y: Int32)?]) {
        time += 10_000
        for (slot, place) in slots.sorted(by: { $0.key < $1.key }) {
            send(EventType.abs, AbsCode.mtSlot, Int32(slot))
            guard let place else {
                send(EventType.abs, AbsCode.mtTrackingID, -1)
                down.remove(slot)
                continue
            }
            if down.insert(slot).inserted {
                send(EventType.abs, AbsCode.mtTrackingID, nextTrackingID)
                nextTrackingID += 1
            }
            send(EventType.abs, AbsCode.mtPositionX, place.x)
            send(EventType.abs, AbsCode.mtPositionY, place.y)
        }
        reports.append(time)
        send(EventType.syn, SynCode.report, 0)
    }

    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        let event = InputEvent(time: time, type: type, code: code, value: value)
        recorders.take(event, panel: panel)
        let outcome = pipeline.handle(event, panel: panel)
        if outcome == .frame {
            for (number, events) in recorders.close(panel: panel, at: time, pipeline) { publisher.publish(input: events, of: number) }
        }
        if outcome == .frame, !pipeline.frame.isIdle || !pipeline.explanations.isEmpty {
            if !pipeline.frame.isEmpty { frames.append(pipeline.frame) }
            publisher.publish(pipeline.explanations, time: pipeline.frame.time, panel: "p")
            publisher.publish(pipeline.frame, panel: "p")
        }
    }

    /// The finger in slot 0 presses otherwise, and does nothing else.
    func press(_ pressure: Int32) {
        time += 10_000
        send(EventType.abs, AbsCode.mtSlot, 0)
        send(EventType.abs, AbsCode.mtPressure, pressure)
        send(EventType.syn, SynCode.report, 0)
    }

    /// When the panel has reported.
    private(set) var reports: [Int64] = []

    /// Events of a recording.
    func play(_ events: [InputEvent]) {
        for event in events where pipeline.handle(event, panel: panel) == .frame && !pipeline.frame.isEmpty { frames.append(pipeline.frame) }
    }

    func isDown(_ slot: Int) -> Bool { down.contains(slot) }

    /// The kernel loses what the slots do meanwhile, the middle of a report first, and is asked how they are then. `anew` are those in
    /// which another finger is.
    func lose(_ slots: [Int: (x: Int32, y: Int32)?], anew: Set<Int> = []) {
        time += 10_000
        var kernel = pipeline.panels[panel]!.assembler.kernelSlots
        for (slot, place) in slots.sorted(by: { $0.key < $1.key }) {
            if place == nil || anew.contains(slot) { down.remove(slot) }
            guard let place else {
                kernel[slot].trackingID = -1
                continue
            }
            if down.insert(slot).inserted {
                kernel[slot].trackingID = nextTrackingID
                nextTrackingID += 1
            }
            (kernel[slot].values.x, kernel[slot].values.y) = place
        }
        send(EventType.abs, AbsCode.mtPositionX, 999)
        send(EventType.syn, SynCode.dropped, 0)
        for (number, events) in recorders.drop(panel: panel, at: time) { publisher.publish(input: events, of: number) }
        pipeline.resynchronise(panel, slots: kernel, currentSlot: 0, time: time)
        for (number, events) in recorders.close(panel: panel, at: time, pipeline) { publisher.publish(input: events, of: number) }
        if !pipeline.frame.isEmpty { frames.append(pipeline.frame) }
        publisher.publish(pipeline.frame, panel: "p")
    }

    /// Does what is due by now.
    func advance() {
        while let next = pipeline.nextDeadline, next.time <= time, pipeline.advance(next.panel, to: next.time) { publish([pipeline.frame]) }
    }

    private var down: Set<Int> = []
    private var nextTrackingID: Int32 = 0

    /// Moves the finger in slot 0 about in region `a`, so many frames, while only the loop runs.
    func wiggle(_ frames: Int) {
        for index in 0..<frames {
            frame([0: (Int32(index % 400), 500)])
            turn()
        }
    }

    // MARK: Router

    var tree: RegionTree { pipeline.tree }
    var panelEntries: [ServerMessages.PanelEntry] { [] }
    var deviceEntries: [DeviceEntry] {
        var entry = DeviceEntry(node: "test", name: "test", vendor: 1, product: 2, idPath: "", phys: "", panel: "p", reason: "matched")
        entry.health = DeviceEntry.health(pipeline.counts(ofPanel: panel), filters: true, reopened: 0)
        return [entry]
    }
    var configurationEntry: ConfigurationEntry { ConfigurationEntry(file: "test.yaml", loadedAt: 1_000_000) }
    var touchesDown: [(panel: String, touch: RoutedTouch)] { (pipeline.touchesDown + pipeline.veiledDown).map { (pipeline.name(ofPanel: $0.panel), $0.touch) } }
    var nextID: TouchID { pipeline.nextID }
    func subscribed() {}
    func clockOffset(ofPanel number: Int) -> Int64 { clockOffsets[number] ?? 0 }
    /// By panel, of those that a test makes up.
    var clockOffsets: [Int: Int64] = [:]
    func setClaimed(_ owners: [String: Int]) { publish(pipeline.setClaimed(owners, time: { _ in time })) }
    func setExplaining(_ isOn: Bool) { pipeline.explains = isOn }
    var explains: Bool { pipeline.explains }
    func abandon(_ receivers: [String: TouchID], _ reason: CancelReason) {
        publish(pipeline.abandon(receivers, reason: reason, time: { _ in time }))
    }
    func steal(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        publish(try pipeline.steal(touches, by: interceptor, time: { _ in time }))
    }
    func letGo(_ touches: [TouchID], by interceptor: String) throws(RoutingError) {
        publish(try pipeline.letGo(touches, by: interceptor, time: { _ in time }))
    }
    func answer(_ question: QuestionID, _ value: Bool?) {
        publish(pipeline.answer(question, value, time: { _ in time }))
    }
    func edit(_ edits: JSONNode, check: EditsCheck?) throws(RequestError) -> [String] {
        switch readEdits(edits, of: pipeline.tree) {
        case .failure(let error): throw RequestError(error.description, code: error.isMissing ? .notFound : .badRequest)
        case .success(let edits):
            do { try edit(edits, check: check) } catch { throw RequestError(error) }
            return edits.compactMap { if case .add(let region, _, _) = $0 { region.id } else { nil } }
        }
    }
    func startRecording(_ number: Int, panel id: String) throws(RequestError) -> [String] {
        if id != "p" { throw RequestError("there is no panel \"\(id)\"", code: .notFound) }
        recorders.add(number, of: panel, description, isFresh: published == 0, pipeline)
        return ["N: test"]
    }
    func stopRecording(_ number: Int) { recorders.remove(number) }
    /// As when the panel is unplugged.
    func endRecordings() { publisher.ended(recordings: recorders.remove(panel: panel)) }
    private(set) var recorders = Recorders()
    func reload(_ done: @escaping (ReloadResult) -> Void) {
        replaceTree(reloads.isEmpty ? pipeline.tree : reloads.removeFirst())
        done(ReloadResult(isDone: true, diagnostics: []))
    }
    /// The trees of the next reloads.
    var reloads: [RegionTree] = []
    func remove(_ regions: [String]) -> [String] {
        let removal = pipeline.remove(regions, reason: .clientGone, time: { _ in time })
        publish(removal.frames)
        if removal.isRenumbered { publisher.replaceTree(isReload: false) }
        return removal.missing
    }
    private func edit(_ edits: [TreeEdit], check: EditsCheck? = nil) throws(TreeEditError) {
        let (cancels, isRenumbered) = try pipeline.edit(edits, time: { _ in time }, check: check)
        publish(cancels)
        isRenumbered ? publisher.replaceTree(isReload: false) : publisher.regionsChanged(edits.map(\.region))
    }
    private func publish(_ frames: [RoutedFrame]) {
        for frame in frames { publisher.publish(frame, panel: pipeline.name(ofPanel: frame.panel)) }
    }
    func inject(_ changes: [ContactChange], screen: String) {
        let panel = injected[screen] ?? openInjected(screen)
        advance()
        pipeline.handle(changes, panel: panel, at: time)
        publisher.publish(pipeline.explanations, time: pipeline.frame.time, panel: pipeline.name(ofPanel: panel))
        publish([pipeline.frame])
    }
    func injectedTouch(inSlot slot: Int, screen: String) -> TouchID? { injected[screen].flatMap { pipeline.touch(inSlot: slot, ofPanel: $0) } }
    private func openInjected(_ screen: String) -> Int {
        let index = tree.screens.firstIndex { $0.id == screen }!
        let kind = PanelKind.slots(InjectedTouch.maximum)
        let mapping = PanelMapping(panel: PanelDescription(name: "injected"), kind: kind, screen: tree.screens[index].size)
        injected[screen] = pipeline.addPanel("\(screen)-injected", screen: index, kind: kind, mapping: mapping)
        return injected[screen]!
    }
    /// Panels of injected touches, by screen.
    private var injected: [String: Int] = [:]

    // MARK: The clients

    /// Lets the publisher do all it can do now.
    func turn() { for _ in 0..<8 { loop.turn(waiting: 0) } }

    func connect(_ lines: String..., user: UInt32? = nil, groups: Set<UInt32> = [], on socket: Listener.Role = .events) -> TestClient {
        let before = peer
        if let user { peer = Peer(pid: getpid(), user: user, groups: groups) }
        defer { peer = before }
        let client = TestClient(socket == .admin ? adminPath : path)
        turn()
        for line in lines { client.send(line) }
        turn()
        return client
    }

    func subscriber(_ regions: String = "**") -> TestClient {
        connect(#"{"type":"subscribe","id":1,"regions":["\#(regions)"]}"#)
    }
}
