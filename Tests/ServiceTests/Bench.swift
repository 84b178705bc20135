import Configuration
import FakePlatform
import Glibc
import Panels
import Recordings
import Server
import TouchCore
import Wire

@testable import Service

/// The service on a simulated system, with one client that observes everything.
final class Bench {
    var time: Int64 = 1_000_000
    let system: FakeSystem
    private(set) var loop: EventLoop!
    private(set) var service: TouchService!
    /// The contents of the configuration's file.
    var settings: Settings
    /// The file's text. Only a trial reads it, for comparison.
    var text = Array(Bench.text().utf8)
    /// The user of the next connection.
    var user: UInt32 = 1000
    /// The warnings about the configuration at the start.
    private(set) var warnings: [String] = []
    /// The error with which the configuration is refused; nil if it is valid.
    var refusal: StartFailure?
    let path = "/tmp/touchd-service-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    private(set) var client: TestClient!
    private var input: [UInt8] = []
    private var nextTrackingID: Int32 = 0

    /// The times of the frames received.
    private(set) var times: [Int] = []

    /// The x coordinates of touches in the frames received.
    private var acrosses: [Double] = []
    var places: [Double] {
        _ = heard()
        return acrosses
    }

    /// Starts with a screen `s` filled by the region `a`, and a panel `s-0` that plays a recording in a loop.
    ///
    /// - Parameter subscribes: Whether the client has already subscribed; its lines have not been read yet.
    convenience init(looping recording: Recording, subscribes: Bool = true) throws {
        let panel = PanelSettings(id: "s-0", match: PanelMatch(recording: recording.file))
        try self.init(settings: Self.settings([panel]), [], looping: [recording], subscribes: subscribes)
    }

    /// Starts with a screen `s` filled by the region `a`, and with these panels.
    convenience init(_ panels: [PanelSettings], _ touchscreens: FakeTouchscreen...) throws {
        try self.init(settings: Self.settings(panels), touchscreens)
        _ = heard()
    }

    convenience init(
        settings: Settings, _ touchscreens: FakeTouchscreen..., state: StateFolder? = nil, virtualPanels: FakeVirtualPanels = FakeVirtualPanels()
    ) throws {
        try self.init(settings: settings, touchscreens, state, virtualPanels)
        _ = heard()
    }

    /// Starts while another process opens the panels, which takes time.
    convenience init(openingLater touchscreens: [FakeTouchscreen], settings: Settings) throws {
        try self.init(settings: settings, touchscreens, asksAnother: true)
        _ = heard()
    }

    private init(
        settings: Settings, _ touchscreens: [FakeTouchscreen], _ state: StateFolder? = nil, _ virtualPanels: FakeVirtualPanels = FakeVirtualPanels(),
        looping recordings: [Recording] = [], asksAnother: Bool = false, subscribes: Bool = true
    ) throws {
        self.settings = settings
        let box = Box()
        system = FakeSystem(virtualPanels: virtualPanels) { box.bench!.loaded(replacing: $0) }
        system.state = state
        system.panels.asksAnother = asksAnother
        for touchscreen in touchscreens { system.panels.plug(touchscreen) }
        loop = EventLoop { box.bench?.time ?? 0 }
        box.bench = self
        var loaded = LoadedConfiguration(settings, text: text, access: AccessRules(trusted: [1000]))
        if let state { loaded.restore(from: state) }
        warnings = loaded.warnings
        service = try TouchService(
            loaded,
            listeners: [try Listener(path: path), try Listener(path: path + ".admin", role: .admin)], recordings: recordings, loops: true,
            epoch: "test", loop: loop, platform: system.platform, identify: { _ in Peer(user: box.bench?.user ?? 1000) })
        client = TestClient(path)
        if subscribes { client.send(#"{"type":"subscribe","regions":["**"],"observe":true}"#) }
    }

    private final class Box { weak var bench: Bench? }

    deinit { service?.publisher.close() }

    static func settings(_ panels: [PanelSettings], region: String = "a") -> Settings {
        var view = RegionSpec(id: region, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        view.isMultipleTouchEnabled = true
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [view])
        return Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window]), panels: panels)])
    }

    /// The file for such settings with the panel `s-0`.
    static func text(region: String = "a") -> String {
        """
        version: 1
        screens:
          - id: s
            size: [1000, 1000]
            panels: [{ match: { name: one } }]
            windows:
              - id: w
                frame: [0, 0, 1000, 1000]
                children: [{ id: \(region), frame: [0, 0, 1000, 1000], multipleTouchEnabled: true }]

        """
    }

    private func loaded(replacing tree: TreeInForce) -> Result<LoadedConfiguration, StartFailure> {
        refusal.map { .failure($0) } ?? .success(LoadedConfiguration(settings, text: text, replacing: tree, access: service.access))
    }

    static func panel(_ id: String = "s-0", name: String = "one", _ change: (inout PanelSettings) -> Void = { _ in }) -> PanelSettings {
        var settings = PanelSettings(id: id, match: PanelMatch(name: name))
        change(&settings)
        return settings
    }

    static func touchscreen(_ name: String = "one", at node: String = "/dev/input/event1") -> FakeTouchscreen {
        FakeTouchscreen(PanelIdentity(name: name, vendor: 1, product: 2, idPath: "", serial: "", phys: "", source: node))
    }

    /// Puts a finger down, moves it, or lifts it (nil). The service reads the report `delay` µs later.
    func touch(_ touchscreen: FakeTouchscreen, slot: Int = 0, _ place: (x: Int32, y: Int32)?, readAfter delay: Int64 = 0) {
        time += 10_000
        touchscreen.send(time, EventType.abs, AbsCode.mtSlot, Int32(slot))
        if let place {
            if !touchscreen.isDown(slot) {
                touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, nextTrackingID)
                nextTrackingID += 1
            }
            touchscreen.send(time, EventType.abs, AbsCode.mtPositionX, place.x)
            touchscreen.send(time, EventType.abs, AbsCode.mtPositionY, place.y)
        } else {
            touchscreen.send(time, EventType.abs, AbsCode.mtTrackingID, -1)
        }
        touchscreen.send(time, EventType.syn, SynCode.report, 0)
        time += delay
        touchscreen.wake()
    }

    /// Sends a line from the client.
    func send(_ line: String) {
        client.send(line)
        turn()
    }

    /// Disconnects the client; the service notices in its next turn.
    func leave() { client = nil }

    func turn() { for _ in 0..<8 { loop.turn(waiting: 0) } }

    /// Lets time pass, stopping at every due timer.
    func pass(_ duration: Int64) {
        let end = time + duration
        while let next = loop.nextTimer, next <= end {
            time = max(time, next)
            turn()
        }
        time = end
        turn()
    }

    /// Returns the client's lines since the last call: a frame as its touches, a panel line as the panel's change, another line as its type.
    func heard() -> [String] {
        turn()
        input += client.receive(atMost: 1 << 18)
        var said: [String] = []
        while let end = input.firstIndex(of: 10) {
            let line = try! JSONReader.parse(Array(input[..<end]))
            input.removeSubrange(...end)
            switch line["type"]!.string! {
            case "frame":
                times.append(Int(line["time"]!.number!))
                acrosses += line["events"]!.array!.compactMap { $0["x"]?.number }
                said += line["events"]!.array!.map { event in
                    let reason = event["reason"]?.string.map { " \($0)" } ?? ""
                    return "\(event["phase"]?.string ?? event["state"]?.string ?? "")\(reason) on \(line["panel"]!.string!)"
                }
            case "panel": said.append("\(line["panel"]!.string!) \(line["state"]!.string!)")
            case let type: said.append(type)
            }
        }
        return said
    }

    /// Returns the log without the messages about panels that come and go.
    func log() -> [String] { system.takeLog().filter { !$0.hasPrefix("info: panel ") } }
}
