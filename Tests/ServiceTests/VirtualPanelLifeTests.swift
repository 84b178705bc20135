import Configuration
import FakePlatform
import Files
import Glibc
import Panels
import Support
import Testing
import Text
import TouchCore

@testable import Service

/// Virtual panels that outlive their panels (`virtual: { life: always }`).
@Suite struct VirtualPanelLifeTests {
    private final class Folder {
        let path: String

        init() {
            var template = Array("/tmp/touchd-state-XXXXXX".utf8CString)
            path = String(cString: mkdtemp(&template)!)
        }

        var state: StateFolder { StateFolder(path) }
        var file: String { path + "/panels.json" }
        var contents: String? { (try? readFile(file, atMost: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } }

        deinit {
            for name in ["panels.json", "panels.json.new"] { unlink(path + "/" + name) }
            rmdir(path)
        }
    }

    private static func settings(
        _ space: VirtualPanelSettings.Space, _ life: VirtualPanelSettings.Life? = .always,
        _ change: @escaping (inout PanelSettings) -> Void = { _ in }
    ) -> Settings {
        VirtualPanelTests.settings([
            VirtualPanelTests.panel {
                ($0.virtual.space, $0.virtual.life) = (space, life)
                change(&$0)
            }
        ])
    }

    private static func reload(_ bench: Bench, _ settings: Settings) {
        bench.settings = settings
        bench.service.reload { _ in }
        bench.turn()
    }

    private static func inject(_ bench: Bench, _ phase: TouchPhase, slot: Int = 0) {
        bench.service.injected.inject(
            [ContactChange(slot: slot, phase: phase, values: ContactValues(), location: Point(300, 200))], screen: "s")
    }

    private func only(_ bench: Bench) throws -> FakeVirtualPanel {
        #expect(bench.system.virtualPanels.devices.count == 1)
        return try #require(bench.system.virtualPanels.devices.first)
    }

    private static let waits = "warning: panel s-0: no virtual panel until the panel is plugged in, because \"space: panel\" needs its description"

    // MARK: In the screen's units

    @Test func `in the screen's units it is there before the panel and after it, by default`() throws {
        for life in [nil, VirtualPanelSettings.Life.always] {
            let bench = try Bench(settings: Self.settings(.screen, life))
            let device = try only(bench)
            #expect(device.layout.name == "touchd s" && device.layout.slots == 10)
            let one = FakeTouchscreen(Bench.touchscreen().identity, slots: 5, range: 4095, pressure: true)
            bench.system.panels.plug(one)
            bench.touch(one, (2048, 2048))
            #expect(device.takeWrites() == ["slot 0 id 0 x 5000 y 5000 touch X 5000 Y 5000 |"])
            bench.system.panels.unplug(one)
            #expect(device.takeWrites() == ["slot 0 id -1 up |"])
            bench.system.panels.plug(one)
            bench.touch(one, nil)
            bench.touch(one, (4000, 4000))
            #expect(device.down == 1)
            #expect(bench.system.virtualPanels.made == 1 && device.downAtEnd == nil)
        }
    }

    @Test func `life panel ends it with the panel, in any units`() throws {
        for space in VirtualPanelSettings.Space.allCases {
            let one = Bench.touchscreen()
            let bench = try Bench(settings: Self.settings(space, .panel), one)
            bench.touch(one, (500, 400))
            let device = try only(bench)
            bench.system.panels.unplug(one)
            #expect(device.downAtEnd == 0 && bench.system.virtualPanels.devices.isEmpty)
        }
    }

    @Test func `a screen without a surface, a panel that is not grabbed, and a recording have none`() throws {
        let without = Self.settings(.screen).screens[0].panels
        #expect(try Bench(settings: VirtualPanelTests.settings(without, kind: .view)).system.virtualPanels.made == 0)
        #expect(try Bench(settings: Self.settings(.screen) { $0.grab = false }).system.virtualPanels.made == 0)
        #expect(try Bench(settings: Self.settings(.screen) { $0.match = PanelMatch(recording: "*") }).system.virtualPanels.made == 0)
    }

    @Test func `a reload makes it, keeps it where nothing of it changes, and removes it`() throws {
        let bench = try Bench(settings: Self.settings(.screen, .panel))
        let all = bench.system.virtualPanels
        #expect(all.made == 0)
        Self.reload(bench, Self.settings(.screen))
        #expect(all.devices.count == 1)
        Self.reload(bench, Self.settings(.screen) { $0.match = PanelMatch(name: "two") })
        #expect(all.devices.count == 1 && all.made == 1)
        Self.reload(bench, Self.settings(.screen) { $0.virtual.cancel = .palm })
        #expect(all.devices.count == 1 && all.made == 2)
        Self.reload(bench, Self.settings(.screen, .panel))
        #expect(all.devices.isEmpty)
    }

    @Test func `each entry of panels has one, in the order of the file`() throws {
        let panels = ["s-0": "one", "s-1": "two"].sorted { $0.key < $1.key }.map { id, name in
            Bench.panel(id, name: name) { ($0.grab, $0.virtual.space) = (true, .screen) }
        }
        let bench = try Bench(settings: VirtualPanelTests.settings(panels))
        #expect(bench.system.virtualPanels.devices.map(\.layout.phys) == ["touchd/s-0", "touchd/s-1"])
        bench.system.panels.plug(Bench.touchscreen("two", at: "/dev/input/event2"))
        Self.inject(bench, .began)
        #expect(bench.system.virtualPanels.devices.map(\.down) == [1, 0], "the first entry's gets it, also if only the second panel is there")
    }

    @Test func `after the five fingers the device stays, and the panel's touches are no longer its`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(.screen) { $0.grabEscape = .after(3_000_000) }, one)
        let device = try only(bench)
        for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot + 200), 400)) }
        bench.pass(3_000_000)
        for slot in 0..<5 { bench.touch(one, slot: slot, nil) }
        #expect(!one.isGrabbed && device.down == 0 && device.downAtEnd == nil)
        bench.touch(one, (500, 400))
        #expect(device.down == 0)
    }

    @Test func `a restart continues it, whichever panel is there then`() throws {
        let all = FakeVirtualPanels()
        all.hasStore = true
        var bench: Bench? = try Bench(settings: Self.settings(.screen), virtualPanels: all)
        bench!.service.shutDown()
        bench = try Bench(
            settings: Self.settings(.screen), FakeTouchscreen(Bench.touchscreen().identity, slots: 3, pressure: true), virtualPanels: all)
        #expect(all.made == 1 && all.devices.count == 1 && all.kept.isEmpty)
        bench!.service.shutDown()
    }

    // MARK: Injected fingers

    @Test func `injected fingers go to it without a panel, and stay when the panel is pulled`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(.screen))
        let device = try only(bench)
        Self.inject(bench, .began)
        #expect(device.takeWrites() == ["slot 0 id 0 x 3000 y 2000 touch X 3000 Y 2000 |"])
        bench.system.panels.plug(one)
        bench.touch(one, (500, 400))
        #expect(device.down == 2)
        bench.system.panels.unplug(one)
        #expect(device.down == 1)
        Self.inject(bench, .ended)
        #expect(device.down == 0)
    }

    @Test func `in the panel's units injected fingers have the panel's places, with udev's calibration undone`() throws {
        let folder = Folder()
        let one = Bench.touchscreen()
        one.calibration = AffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0.1, ty: 0)
        var places: [String] = []
        var bench: Bench? = try Bench(settings: Self.settings(.panel), one, state: folder.state)
        for isThere in [true, false] {
            if !isThere { bench!.system.panels.unplug(one) }
            Self.inject(bench!, .began)
            Self.inject(bench!, .ended)
            bench!.pass(10_000)
            places += try only(bench!).takeWrites().prefix(1).map { String($0.drop { $0 != "x" }) }
        }
        bench!.service.shutDown()
        bench = try Bench(settings: Self.settings(.panel), state: folder.state)
        Self.inject(bench!, .began)
        places += try only(bench!).takeWrites().prefix(1).map { String($0.drop { $0 != "x" }) }
        #expect(places == Array(repeating: "x 400 y 400 touch X 400 Y 400 |", count: 3))
    }

    @Test func `a mode of the screen lifts injected fingers without a panel`() throws {
        let bench = try Bench(settings: Self.settings(.screen))
        Self.inject(bench, .began)
        bench.service.dispatcher.setMode(.locked, for: nil, screen: 0)
        #expect(try only(bench).down == 0)
    }

    // MARK: In the panel's units

    @Test func `in the panel's units it waits for the panel's description, and the log says so once`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(.panel))
        #expect(bench.system.takeLog().filter { $0.hasPrefix("warning") } == [Self.waits])
        bench.service.virtualPanels.update()
        #expect(bench.system.takeLog().isEmpty)
        bench.system.panels.plug(one)
        let device = try only(bench)
        bench.system.panels.unplug(one)
        bench.system.panels.plug(one)
        #expect(try only(bench) === device)
    }

    @Test func `a panel with other axes gets a new device`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(.panel), one)
        let device = try only(bench)
        bench.system.panels.unplug(one)
        bench.system.panels.plug(FakeTouchscreen(one.identity, range: 4095))
        #expect(device.downAtEnd == 0)
        #expect(try only(bench).layout.axes[AbsCode.mtPositionX]?.maximum == 4095)
    }

    @Test func `the next run knows the panel, and makes the same device without it`() throws {
        let folder = Folder()
        let one = FakeTouchscreen(Bench.touchscreen().identity, range: 4095, pressure: true)
        var bench: Bench? = try Bench(settings: Self.settings(.panel), one, state: folder.state)
        let layout = try only(bench!).layout
        bench!.service.shutDown()
        bench = try Bench(settings: Self.settings(.panel), state: folder.state)
        #expect(try only(bench!).layout == layout)
        #expect(bench!.log() == [])
        Self.reload(bench!, Self.settings(.panel, .panel))
        for _ in 0..<6_000 where folder.contents != nil { usleep(10_000) }
        #expect(folder.contents == nil, "nothing needs it any more")
    }

    @Test func `a file that is not touchd's is a warning, and is overwritten`() throws {
        let valid =
            #"{"version":1,"panels":[{"panel":"s-0","name":"one","bus":0,"vendor":1,"product":2,"version":0,"keys":[],"#
            + #""axes":[[47,0,9,0,0,0],[53,0,999,0,0,0],[54,0,999,0,0,0],[57,0,65535,0,0,0]],"calibration":[1.0,0.0,0.0,0.0,1.0,0.0]}]}"#
        let bad: [(String, String)] = [
            ("version\":1", "version\":2"), ("[53,0,999,", "[53,1000,999,"), ("[47,0,9,", "[47,0,99999999,"), ("[47,0,9,", "[47,-5,9,"),
            ("[47,", "[64,"),
            ("[47,", "[-1,"), ("999,0,0,0]", "1e10,0,0,0]"), ("999,0,0,0]", "999,0,0]"), ("999,0,0,0]", "999,0,0,-1]"),
            ("[1.0,0.0,0.0,0.0,1.0,0.0]", "[0,0,0,0,1,0]"),
            ("[1.0,0.0,0.0,0.0,1.0,0.0]", "[1,0,0,0,1]"),
            ("\"keys\":[]", "\"keys\":[70000]"), ("\"s-0\"", "5"), ("}]}", "}"),
            ("\"vendor\":1", "\"vendor\":-1"),
        ]
        for (old, new) in bad {
            let folder = Folder()
            let parts = valid.cut(at: old)
            let (before, after) = try #require(parts)
            try writeFile(folder.file, Array((before + new + after).utf8), waits: { _ in })
            let bench = try Bench(settings: Self.settings(.panel), state: folder.state)
            let warning = "the descriptions of panels are not known: \(folder.file) is not a file of touchd; it will be overwritten"
            #expect(bench.warnings == [warning], "\(new)")
            #expect(bench.system.virtualPanels.made == 0)
            bench.system.panels.plug(Bench.touchscreen())
            bench.service.shutDown()
            #expect(folder.contents == valid + "\n")
        }
    }

    @Test func `where the state cannot be written the log says so, and the device stays with the panel gone`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(.panel), one, state: StateFolder("/nonexistent/touchd"))
        let device = try only(bench)
        bench.system.panels.unplug(one)
        #expect(device.downAtEnd == nil)
        bench.service.shutDown()
        #expect(bench.log().contains { $0.hasPrefix("error: cannot save the descriptions of panels: /nonexistent/touchd/panels.json: ") })
    }

    @Test func `hostile names of devices are kept as they are`() {
        for text in HostileText("\"\\{}[],:", random: 100) {
            var description = PanelDescription(name: text, bus: 3, vendor: 65535, product: 1, version: 2)
            description.keys = [KeyCode.btnTouch]
            description[axis: AbsCode.x] = AxisInfo(minimum: .min, maximum: .max, fuzz: 1, flat: 2, resolution: 3)
            let panel = KnownPanel(
                id: "s-0", description: description, calibration: AffineTransform(a: 0.1, b: -0.25, c: 3, d: 4, tx: 5, ty: 6))
            #expect(SavedPanels.read(SavedPanels.write([panel])) == [panel])
        }
    }

    @Test func `a calibration with small numbers is kept as it is, so that the file stays valid`() {
        let calibration = AffineTransform(a: 1e-7, b: 0, c: 0, d: 1e20, tx: 0.1234567, ty: -0.1)
        let panel = KnownPanel(id: "s-0", description: PanelDescription(name: "n"), calibration: calibration)
        #expect(SavedPanels.read(SavedPanels.write([panel])) == [panel])
    }

    // MARK: Pulled

    @Test func `a panel that is pulled under fingers, again and again, changes no device and leaves no finger down`() throws {
        var random = SeededRandom()
        for space in VirtualPanelSettings.Space.allCases {
            let one = Bench.touchscreen()
            let bench = try Bench(settings: Self.settings(space) { $0.virtual.cancel = random(2) == 0 ? .palm : .lift }, one)
            let device = try only(bench)
            var injected = false
            for _ in 0..<rounds(50) {
                for _ in 0..<(1 + random(40)) {
                    switch random(8) {
                    case 0:
                        Self.inject(bench, injected ? .ended : .began)
                        injected.toggle()
                    case 1...4: bench.touch(one, slot: random(10), (Int32(random(1000)), Int32(random(1000))))
                    default: bench.touch(one, slot: random(10), nil)
                    }
                    if random(4) == 0 { bench.time += Int64(random(30_000)) }
                }
                bench.system.panels.unplug(one)
                bench.pass(1_000_000)
                #expect(device.down == (injected && device.down > 0 ? 1 : 0))
                for slot in 0..<10 { one.set(slot, AbsCode.mtTrackingID, -1) }
                bench.system.panels.plug(one)
            }
            #expect(bench.system.virtualPanels.made == 1 && device.downAtEnd == nil)
            if injected { Self.inject(bench, .ended) }
            bench.pass(1_000_000)
            #expect(device.down == 0)
        }
    }
}
