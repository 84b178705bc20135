import CLinux
import Configuration
import FakePlatform
import Glibc
import Panels
import Recordings
import Wire

@testable import Server
@testable import Service
@testable import TouchCore

typealias TestClient = FakePlatform.TestClient

/// The whole service on real sockets with a simulated clock, a ten-slot panel in front of it and clients behind it, all in one thread. Nothing here
/// depends on the machine's speed.
final class Stage {
    var time: Int64 = 1_000_000
    private(set) var loop: EventLoop!
    private(set) var service: TouchService!
    var publisher: Publisher { service.publisher }
    let path = "/tmp/touchd-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    var adminPath: String { path + ".admin" }
    /// The peer of the next connection.
    var peer = Peer(pid: getpid(), user: 1000)
    var access: AccessRules {
        get { service.access }
        set { service.access = newValue }
    }
    private(set) var system: FakeSystem!
    private var touchscreen: FakeTouchscreen
    private let hasPressure: Bool
    private let rules: PanelRules
    /// The tree of the configuration file.
    private var configured: RegionTree!
    private(set) var frames: [RoutedFrame] = []
    var published: Int { frames.count }
    /// The number of violations that the test provokes; any other is a bug.
    var expectedViolations = 0

    /// Makes regions `a` (left half) and `b` (right half) in the window `w`, 1000×1000.
    init(_ regions: RegionTree? = nil, hasPressure: Bool = false, rules: PanelRules = PanelRules()) throws {
        self.hasPressure = hasPressure
        self.rules = rules
        touchscreen = Self.touchscreen(hasPressure)
        system = FakeSystem { [unowned self] in .success(configuration(reloads.isEmpty ? nil : reloads.removeFirst(), access, replacing: $0)) }
        system.panels.plug(touchscreen)
        loop = EventLoop { [unowned self] in time }
        service = try TouchService(
            configuration(regions ?? Self.tree(window: "w"), AccessRules(trusted: [1000])),
            listeners: [try Listener(path: path), try Listener(path: adminPath, role: .admin)], epoch: "test", loop: loop,
            platform: system.platform, identify: { [unowned self] _ in peer })
    }

    private static func touchscreen(_ hasPressure: Bool) -> FakeTouchscreen {
        FakeTouchscreen(PanelIdentity(name: "test", vendor: 1, product: 2, source: "test"), pressure: hasPressure)
    }

    /// A configuration with the panel on the first screen.
    ///
    /// - Parameter tree: The new tree; nil keeps the last one.
    private func configuration(_ tree: RegionTree?, _ access: AccessRules, replacing inForce: TreeInForce? = nil) -> LoadedConfiguration {
        configured = tree ?? configured
        var screens = configured.screenSpecs.map { ScreenSettings(spec: $0) }
        screens[0].panels = [PanelSettings(id: "p", match: PanelMatch(name: "test"), rules: rules)]
        return LoadedConfiguration(Settings(screens: screens, gestureDefaults: configured.gestureDefaults), replacing: inForce, access: access)
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

    /// The trees of the next reloads.
    var reloads: [RegionTree] = []

    /// Reloads with a tree instead of a file.
    func replaceTree(_ new: RegionTree) {
        let inForce = TreeInForce(tree: tree, configured: service.configured)
        _ = service.finishReload(.success(configuration(new, access, replacing: inForce)))
    }

    deinit {
        unlink(path)
        unlink(path + ".lock")
        unlink(adminPath)
        unlink(adminPath + ".lock")
    }

    // MARK: The service

    var tree: RegionTree { service.tree }
    var touchesDown: [(panel: String, touch: RoutedTouch)] { service.touchesDown }
    var explains: Bool { service.dispatcher.pipeline.explains }
    var recorders: Recorders { service.dispatcher.recorders }
    /// The panel's number.
    var panel: PanelID { openPanel!.panelID }
    /// Whether the panel is open; a trial configuration may have none.
    var hasPanel: Bool { openPanel != nil }
    private var openPanel: OpenPanel? { service.panels.panel(ofID: "p") }

    func edit(_ edits: JSONNode, check: EditsCheck?) throws(RequestError) -> [RegionSpec] {
        try service.edit(edits, by: 0, Principal(user: 0), isTrusted: check == nil, check: check)
    }

    /// Does everything due at the current time.
    func advance() { service.dispatcher.advance(to: time) }

    /// Does everything due by the next frame, so that a test finds moving views where the frame does.
    func advanceToFrame() { service.dispatcher.advance(to: time + 10_000) }

    /// Starts a recording in place of a panel at this moment, or starts a new one. Returns its number.
    @discardableResult
    func playRecording(from origin: Int64) -> PanelID {
        let panel = service.panels.panel(ofID: "r") ?? addRecording()
        if case .recording(let recording) = panel.source { recording.origin = origin }
        return panel.panelID
    }

    private func addRecording() -> OpenPanel {
        let recording = Recording(file: "r.evemu", panel: touchscreen.description, events: [])
        let played = PlayedRecording(recording, PanelIdentity(recording: recording.file, panel: recording.panel))
        return service.registry.add(
            .recording(played), played.identity, PanelProfile(recording.panel, quirks: true), calibration: .identity,
            PanelMatcher.Entry(screen: 0, settings: PanelSettings(id: "r", match: PanelMatch())))
    }

    // MARK: The panel

    /// Sends a frame 10 ms after the last: each slot goes down, moves, or lifts (nil).
    ///
    /// - Parameter pressures: The pressure of the slots that are down, on a panel that has pressure.
    func frame(_ slots: [Int: (x: Int32, y: Int32)?], pressures: [Int: Int32] = [:]) {
        time += 10_000
        for (slot, place) in slots.sorted(by: { $0.key < $1.key }) {
            send(EventType.abs, AbsCode.mtSlot, Int32(slot))
            guard let place else {
                send(EventType.abs, AbsCode.mtTrackingID, -1)
                continue
            }
            if !isDown(slot) {
                send(EventType.abs, AbsCode.mtTrackingID, nextTrackingID)
                nextTrackingID += 1
            }
            send(EventType.abs, AbsCode.mtPositionX, place.x)
            send(EventType.abs, AbsCode.mtPositionY, place.y)
            if let pressure = pressures[slot] { send(EventType.abs, AbsCode.mtPressure, pressure) }
        }
        report()
    }

    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32) { touchscreen.send(time, type, code, value) }

    private func report() {
        reports.append(time)
        send(EventType.syn, SynCode.report, 0)
        touchscreen.wake()
        keepFrame()
    }

    private func keepFrame() {
        service.checkInvariants()
        if let frame = service.dispatcher.output.last, !frame.isEmpty { frames.append(frame) }
    }

    /// Changes only the pressure of the finger in slot 0.
    func press(_ pressure: Int32) {
        time += 10_000
        send(EventType.abs, AbsCode.mtSlot, 0)
        send(EventType.abs, AbsCode.mtPressure, pressure)
        report()
    }

    /// The times of the panel's reports.
    private(set) var reports: [Int64] = []

    /// Plays events of a recording.
    func play(_ events: [InputEvent]) {
        guard let openPanel else { return }
        events.withUnsafeBufferPointer { rest in
            var rest = rest
            while !rest.isEmpty { if service.dispatcher.handle(&rest, openPanel) == .frame { keepFrame() } }
        }
    }

    func isDown(_ slot: Int) -> Bool { touchscreen.isDown(slot) }

    /// Changes the slots in reports that the kernel loses, starting in the middle of a report; touchd then queries their state. `anew` are slots in
    /// which another finger is.
    func lose(_ slots: [Int: (x: Int32, y: Int32)?], anew: Set<Int> = []) {
        time += 10_000
        let torn = touchscreen.slots[touchscreen.currentSlot].values.x
        send(EventType.abs, AbsCode.mtPositionX, 999)
        touchscreen.set(touchscreen.currentSlot, AbsCode.mtPositionX, torn)
        for (slot, place) in slots.sorted(by: { $0.key < $1.key }) {
            guard let place else {
                touchscreen.set(slot, AbsCode.mtTrackingID, -1)
                continue
            }
            if !isDown(slot) || anew.contains(slot) {
                touchscreen.set(slot, AbsCode.mtTrackingID, nextTrackingID)
                nextTrackingID += 1
            }
            touchscreen.set(slot, AbsCode.mtPositionX, place.x)
            touchscreen.set(slot, AbsCode.mtPositionY, place.y)
        }
        send(EventType.syn, SynCode.dropped, 0)
        touchscreen.wake()
        keepFrame()
    }

    private var nextTrackingID: Int32 = 0

    /// Ends recordings as when the panel is unplugged; touches that are down stay down.
    func endRecordings() { service.dispatcher.endRecordings(of: openPanel!) }

    /// Unplugs the panel, whose handler keeps the service alive.
    func unplug() { system.panels.unplug(touchscreen) }

    /// Unplugs the panel and plugs in another of the same kind.
    func replug() {
        unplug()
        touchscreen = Self.touchscreen(hasPressure)
        system.panels.plug(touchscreen)
    }

    /// Moves the finger in slot 0 within region `a` for a number of frames while only the loop runs.
    func wiggle(_ frames: Int) {
        for index in 0..<frames {
            frame([0: (Int32(index % 400), 500)])
            turn()
        }
    }

    // MARK: The clients

    /// Lets the publisher do all its pending work.
    func turn() {
        for _ in 0..<8 { loop.turn(waiting: 0) }
    }

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

extension JSONValue {
    var type: String { self["type"]?.string ?? "" }
    var events: [JSONValue] { self["events"]?.array ?? [] }
    func int(_ key: String) -> Int? {
        self[key]?.number.map { Int($0) }
    }
}
