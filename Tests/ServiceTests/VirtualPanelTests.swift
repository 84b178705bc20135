import Configuration
import FakePlatform
import Glibc
import Panels
import TouchCore
import Testing

@testable import Service

/// The input of applications below a surface, and the lifetime of their touchscreen.
@Suite struct VirtualPanelTests {
    /// Settings of a screen `s` with the window `apps`, a surface that fills it, and the button `a` at its top left.
    static func settings(_ panels: [PanelSettings], kind: RegionKind = .surface, touches: TouchRules? = nil) -> Settings {
        let button = RegionSpec(id: "a", kind: .button, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        var surface = RegionSpec(id: "apps", kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        surface.touches = touches
        let windows = [
            RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [surface]),
            RegionSpec(id: "v", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: [button]),
        ]
        return Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "s", size: Size(1000, 1000), windows: windows), panels: panels)])
    }

    static func panel(_ change: @escaping (inout PanelSettings) -> Void = { _ in }) -> PanelSettings {
        Bench.panel {
            $0.grab = true
            change(&$0)
        }
    }

    private func bench(
        _ touchscreen: FakeTouchscreen, _ panel: PanelSettings = panel(), virtualPanels: FakeVirtualPanels = FakeVirtualPanels()
    ) throws -> Bench {
        try Bench(settings: Self.settings([panel]), touchscreen, virtualPanels: virtualPanels)
    }

    private func device(_ bench: Bench) throws -> FakeVirtualPanel {
        #expect(bench.system.virtualPanels.devices.count == 1)
        return try #require(bench.system.virtualPanels.devices.first)
    }

    private func reload(_ bench: Bench, _ settings: Settings) {
        bench.settings = settings
        bench.service.reload { _ in }
        bench.turn()
    }

    // MARK: Failing writes

    @Test func `nothing stays down on a virtual panel when the write of a lift fails`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        let device = try device(bench)
        bench.touch(one, (500, 400))
        var failures: [Int32] = [EAGAIN]
        bench.system.virtualPanels.nextPanelWriteFailure = { failures.popLast() }
        bench.touch(one, nil)
        #expect(device.down == 0)
        #expect(bench.log().filter { $0.contains("cannot write to touchd/s-0: Resource temporarily unavailable") }.count == 1)
        bench.touch(one, (300, 400))
        #expect(device.down == 1)
        _ = device.takeWrites()
        // The kernel refuses everything for a while.
        failures = [EIO, EIO, EIO]
        bench.touch(one, (301, 400))
        bench.touch(one, nil)
        bench.touch(one, (302, 400))
        #expect(device.down == 1 && failures.count == 1, "the next attempt is not due yet")
        bench.pass(1_000_000)
        #expect(device.down == 1 && failures.isEmpty)
        bench.pass(1_000_000)
        #expect(device.down == 0)
        #expect(bench.log().filter { $0.contains("cannot write to touchd/") }.count == 1, "one line for the failures in a row")
        bench.touch(one, (303, 400))
        #expect(device.down == 0, "a touch that began meanwhile has no effect on it")
        bench.touch(one, nil)
        _ = device.takeWrites()
        bench.touch(one, (304, 400))
        bench.touch(one, nil)
        #expect(device.takeWrites() == ["slot 0 id 0 x 304 y 400 touch X 304 Y 400 |", "slot 0 id -1 up |"])
    }

    // MARK: Touches

    @Test func `what touches a surface goes to the applications, and what touches a region does not`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        let device = try device(bench)
        #expect((device.layout.name, device.layout.phys) == ("touchd s", "touchd/s-0"))
        bench.touch(one, (500, 400))
        bench.touch(one, (501, 400))
        bench.touch(one, slot: 1, (50, 40))
        bench.touch(one, slot: 1, nil)
        bench.touch(one, nil)
        #expect(device.takeWrites() == ["slot 0 id 0 x 500 y 400 touch X 500 Y 400 |", "slot 0 x 501 X 501 |", "slot 0 id -1 up |"])
        #expect(bench.heard() == ["began on s-0", "moved on s-0", "began on s-0", " on s-0", "ended on s-0", " on s-0", "ended on s-0"])
    }

    @Test func `an injected finger goes to the screen's first virtual panel, in a slot that is free`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        let device = try device(bench)
        bench.touch(one, (500, 400))
        bench.service.injected.inject(
            [ContactChange(slot: 0, phase: .began, values: ContactValues(), location: Point(300.2, 299.7))], screen: "s")
        bench.touch(one, nil)
        #expect(
            device.takeWrites() == [
                "slot 0 id 0 x 500 y 400 touch X 500 Y 400 |", "slot 1 id 1 x 300 y 300 |", "slot 0 id -1 X 300 Y 300 |",
            ])
    }

    @Test func `an injected finger ends on the virtual panel where it began, even if another has become the first`() throws {
        let (one, two) = (Bench.touchscreen(), Bench.touchscreen("two", at: "/dev/input/event2"))
        one.send(0, EventType.abs, AbsCode.mtTrackingID, 3)
        let panels = [Self.panel(), Bench.panel("s-1", name: "two") { $0.grab = true }]
        let bench = try Bench(settings: Self.settings(panels), one, two)
        func inject(_ phase: TouchPhase) {
            bench.service.injected.inject(
                [ContactChange(slot: 0, phase: phase, values: ContactValues(), location: Point(300, 300))], screen: "s")
        }
        let devices = bench.system.virtualPanels.devices
        inject(.began)
        #expect(devices.map(\.down) == [0, 1], "the first panel is not grabbed yet")
        bench.touch(one, nil)
        #expect(one.isGrabbed)
        inject(.ended)
        #expect(devices.map(\.down) == [0, 0])
        inject(.began)
        #expect(devices.map(\.down) == [1, 0])
    }

    @Test func `after a reload with another rotation the applications still get the panel's own units`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.touch(one, (700, 200))
        bench.touch(one, nil)
        let before = try device(bench).takeWrites()
        reload(bench, Self.settings([Self.panel { $0.rotation = .quarter }]))
        bench.touch(one, (700, 200))
        bench.touch(one, nil)
        let after = try device(bench).takeWrites()
        #expect(before.first?.hasPrefix("slot 0 id 0 x 700 y 200") == true)
        #expect(after.first?.hasPrefix("slot 0 id 1 x 700 y 200") == true)
    }

    @Test func `with rotation the applications get the panel's own units, or the screen's`() throws {
        for (space, expected) in [(VirtualPanelSettings.Space.panel, "x 700 y 200"), (.screen, "x 7990 y 7000")] {
            let one = Bench.touchscreen()
            let bench = try bench(
                one,
                Self.panel {
                    $0.rotation = .quarter
                    $0.virtual.space = space
                })
            bench.touch(one, (700, 200))
            #expect(try device(bench).takeWrites().first?.contains(expected) == true)
        }
    }

    // MARK: Rules for touches

    private func bench(
        _ touchscreen: FakeTouchscreen, cancel: VirtualPanelSettings.Cancel = .lift, _ change: (inout TouchRules) -> Void
    ) throws -> Bench {
        var rules = TouchRules()
        change(&rules)
        return try Bench(settings: Self.settings([Self.panel { $0.virtual.cancel = cancel }], touches: rules), touchscreen)
    }

    @Test func `a finger that a rule makes a tap lifts at its first place, as a lift and not as a cancel`() throws {
        for cancel in [VirtualPanelSettings.Cancel.lift, .palm, .away] {
            let one = Bench.touchscreen()
            let bench = try bench(one, cancel: cancel) { $0.longPress = LongPressRule(after: 450_000, action: .tap) }
            let device = try device(bench)
            bench.touch(one, (500, 400))
            bench.touch(one, (505, 400))
            _ = device.takeWrites()
            bench.pass(400_000)
            #expect(device.takeWrites() == [])
            bench.pass(50_000)
            let writes = device.takeWrites()
            #expect(writes.count == 1 && writes[0].contains("x 500") && !writes[0].contains("tool 2") && device.down == 0, "\(cancel): \(writes)")
            bench.touch(one, (700, 400))
            bench.touch(one, nil)
            #expect(device.takeWrites() == [])
            #expect(bench.heard() == ["began on s-0", "moved on s-0", "cancelled rule on s-0"])
        }
    }

    @Test func `a delayed tap comes down and lifts in reports of their own, and a long press never comes`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one) { $0.longPress = LongPressRule(after: 450_000, action: .nothing) }
        let device = try device(bench)
        bench.touch(one, (500, 400))
        bench.pass(100_000)
        bench.touch(one, nil)
        #expect(device.takeWrites() == ["slot 0 id 0 x 500 y 400 touch X 500 Y 400 |"])
        bench.pass(200_000)
        #expect(device.takeWrites() == ["slot 0 id -1 up |"] && device.down == 0)
        bench.touch(one, (600, 400))
        bench.pass(1_000_000)
        bench.touch(one, nil)
        bench.pass(1_000_000)
        #expect(device.takeWrites() == [])
        #expect(bench.heard() == ["began on s-0", "ended on s-0"])
    }

    @Test func `an injected finger obeys the rules, and fingers of the panel count with it`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one) { $0.maximum = 1 }
        let device = try device(bench)
        func inject(_ phase: TouchPhase) {
            bench.service.injected.inject(
                [ContactChange(slot: 0, phase: phase, values: ContactValues(), location: Point(300, 300))], screen: "s")
        }
        bench.touch(one, (500, 400))
        inject(.began)
        inject(.ended)
        bench.touch(one, nil)
        inject(.began)
        bench.touch(one, (500, 400))
        bench.touch(one, nil)
        inject(.ended)
        #expect(bench.heard() == ["began on s-0", "s-injected added", "ended on s-0", "began on s-injected", "ended on s-injected"])
        #expect(device.down == 0 && device.takeWrites().count == 4)
    }

    @Test func `a lock leaves the fingers of a spared surface down, and lifts all others`() throws {
        let one = Bench.touchscreen()
        var settings = Self.settings([Self.panel()])
        var spared = RegionSpec(id: "help", kind: .surface, geometry: RegionGeometry(frame: Rect(600, 0, 400, 1000)))
        spared.spared = [.locked]
        settings.screens[0].spec.windows[0].children.append(spared)
        let bench = try Bench(settings: settings, one)
        let device = try device(bench)
        func inject(_ phase: TouchPhase, _ slot: Int, _ x: Double) {
            bench.service.injected.inject(
                [ContactChange(slot: slot, phase: phase, values: ContactValues(), location: Point(x, 300))], screen: "s")
        }
        bench.touch(one, (500, 400))
        bench.touch(one, slot: 1, (700, 400))
        inject(.began, 0, 300)
        inject(.began, 1, 800)
        #expect(device.down == 4)
        bench.service.dispatcher.setMode(.locked, for: nil, screen: 0)
        #expect(device.down == 2)
        _ = device.takeWrites()
        bench.touch(one, slot: 1, (710, 400))
        bench.touch(one, slot: 1, nil)
        inject(.ended, 1, 800)
        #expect(device.takeWrites().count == 3 && device.down == 0)
    }

    @Test func `an edit sets and removes the rules of a surface, and a region has none`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.send(#"{"type":"edit","edits":[{"op":"set","region":"apps","key":"touches","value":{"maximum":1}}]}"#)
        bench.touch(one, (500, 400))
        bench.touch(one, slot: 1, (600, 400))
        #expect(try device(bench).down == 1)
        bench.touch(one, nil)
        bench.touch(one, slot: 1, nil)
        bench.send(#"{"type":"edit","edits":[{"op":"set","region":"apps","key":"touches","value":null}]}"#)
        bench.touch(one, (500, 400))
        bench.touch(one, slot: 1, (600, 400))
        #expect(try device(bench).down == 2)
        _ = bench.heard()
        bench.send(#"{"type":"edit","id":9,"edits":[{"op":"set","region":"a","key":"touches","value":{"maximum":1}}]}"#)
        #expect(bench.heard() == ["reply"])
    }

    // MARK: Lifetime

    @Test func `a panel has one where it is grabbed and its screen has a surface, also after a reload`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings([Self.panel()], kind: .view), one)
        let all = bench.system.virtualPanels
        #expect(all.devices.isEmpty)
        reload(bench, Self.settings([Self.panel()]))
        #expect(all.devices.count == 1)
        bench.touch(one, (500, 400))
        let device = try device(bench)
        reload(bench, Self.settings([Self.panel()], kind: .view))
        #expect(all.devices.isEmpty && device.downAtEnd == 0)
        reload(bench, Self.settings([Bench.panel()]))
        #expect(all.devices.isEmpty)
    }

    @Test func `a reload that changes nothing of it leaves it, with the fingers on it`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        bench.touch(one, (500, 400))
        reload(bench, Self.settings([Self.panel { $0.rules.opening = .resume }]))
        #expect(try device(bench).down == 1)
        reload(bench, Self.settings([Self.panel { $0.virtual.cancel = .palm }]))
        #expect(bench.system.virtualPanels.made == 2)
        #expect(try device(bench).down == 0)
    }

    @Test func `an edit that adds or removes a surface makes it come and go`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one)
        let first = try device(bench)
        bench.touch(one, (500, 400))
        bench.send(#"{"type":"edit","edits":[{"op":"remove","region":"apps"}]}"#)
        #expect(bench.system.virtualPanels.devices.isEmpty && first.downAtEnd == 0)
        bench.send(#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"more","kind":"surface","frame":[0,0,500,500]}}]}"#)
        #expect(bench.system.virtualPanels.devices.count == 1)
    }

    @Test func `all that is down lifts before it goes: unplugged, stopped, closed`() throws {
        let ends: [(Bench, FakeTouchscreen) -> Void] = [
            { $0.system.panels.unplug($1) }, { bench, _ in bench.service.shutDown() },
            { bench, one in
                one.readResult = .removed
                one.wake()
            }, { bench, _ in reload(bench, Self.settings([Bench.panel()])) }, { bench, _ in bench.system.interruptions.sleep(5_000_000) },
        ]
        for end in ends {
            let one = Bench.touchscreen()
            let bench = try bench(one)
            bench.touch(one, (500, 400))
            bench.touch(one, slot: 1, (600, 400))
            let device = try device(bench)
            #expect(device.down == 2)
            end(bench, one)
            #expect(device.downAtEnd == 0)
        }
    }

    @Test func `another terminal and a display that goes off lift what is down, and the device stays`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one, Self.panel { $0.output = "HDMI-A-1" })
        bench.system.outputs.states = ["HDMI-A-1": .on]
        bench.system.outputs.change()
        bench.touch(one, (500, 400))
        bench.system.interruptions.show("tty2")
        let device = try device(bench)
        #expect(device.takeWrites().last == "slot 0 id -1 up |")
        bench.touch(one, nil)
        bench.touch(one, (500, 400))
        bench.system.outputs.states = ["HDMI-A-1": .off("turned off")]
        bench.system.outputs.change()
        #expect(device.down == 0 && device.downAtEnd == nil)
    }

    @Test func `where uinput cannot be opened the panel works on, the log says what to do, and a reload tries again`() throws {
        let one = Bench.touchscreen()
        let all = FakeVirtualPanels()
        all.failure = PanelError("/dev/uinput", "cannot open it: Permission denied; do this", code: 13)
        let bench = try bench(one, virtualPanels: all)
        let line = "error: panel s-0: applications get no touches of surfaces: /dev/uinput: cannot open it: Permission denied; "
        #expect(bench.log().filter { $0.hasPrefix("error") } == [line + "do this"])
        bench.touch(one, (500, 400))
        #expect(bench.heard() == ["began on s-0"])
        all.failure = nil
        reload(bench, Self.settings([Self.panel()]))
        #expect(all.devices.count == 1)
        bench.touch(one, (510, 400))
        #expect(try device(bench).takeWrites().isEmpty, "its begin was not seen there")
    }

    @Test func `a virtual panel that could not be made is tried again twice a minute, without another word`() throws {
        let all = FakeVirtualPanels()
        all.failure = PanelError("/dev/uinput", "no answer", code: 110)
        let bench = try bench(Bench.touchscreen(), virtualPanels: all)
        bench.pass(3_600_000_000)
        #expect(bench.log().count { $0.hasPrefix("error") } == 1)
        all.failure = nil
        bench.pass(30_000_000)
        #expect(all.devices.count == 1)
    }

    @Test func `touchd takes no virtual panel for a panel, its own by name and others by phys`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings([Self.panel { $0.match = PanelMatch(name: "*") }]), one)
        let own = try device(bench)
        var mine = PanelIdentity(name: "touchd s", vendor: 0, product: 0, phys: "", source: "/dev/input/event7")
        var other = PanelIdentity(name: "touchd t", vendor: 0, product: 0, phys: "touchd/t-0", source: "/dev/input/event8")
        (mine.idPath, other.idPath) = ("", "")
        bench.system.panels.plug(FakeTouchscreen(mine, inputName: own.inputName))
        bench.system.panels.plug(FakeTouchscreen(other, inputName: "input9"))
        bench.touch(one, (500, 400))
        #expect(own.down == 1)
        let entries = bench.service.registry.deviceEntries { _ in 0 }
        #expect(entries.map(\.reason).suffix(2) == ["touchd's own: the virtual panel of s-0", "touchd's own: a virtual panel of another touchd"])
        #expect(entries.map(\.panel) == ["s-0", nil, nil])
    }

    // MARK: Grabs

    @Test func `a panel is grabbed once nothing is down on it, and what was down before is not the applications'`() throws {
        let one = Bench.touchscreen()
        one.send(0, EventType.abs, AbsCode.mtTrackingID, 3)
        let bench = try bench(one)
        #expect(!one.isGrabbed)
        bench.touch(one, slot: 1, (500, 400))
        #expect(!one.isGrabbed)
        bench.touch(one, slot: 0, nil)
        bench.touch(one, slot: 1, (510, 400))
        #expect(!one.isGrabbed)
        bench.touch(one, slot: 1, nil)
        #expect(one.isGrabbed)
        #expect(try device(bench).takeWrites().isEmpty)
        bench.touch(one, (500, 400))
        #expect(try device(bench).down == 1)
    }

    @Test func `without a surface a panel is grabbed at once`() throws {
        let one = Bench.touchscreen()
        one.send(0, EventType.abs, AbsCode.mtTrackingID, 3)
        _ = try Bench([Self.panel()], one)
        #expect(one.isGrabbed)
    }

    @Test func `five fingers release no grab on a screen with a surface, unless the panel says so`() throws {
        for (escape, released) in [(GrabEscapeTime.usual, false), (.never, false), (.after(3_000_000), true)] {
            let one = Bench.touchscreen()
            let bench = try bench(one, Self.panel { $0.grabEscape = escape })
            let device = try device(bench)
            for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot + 200), 400)) }
            bench.pass(3_000_000)
            #expect(device.down == (released ? 0 : 5))
            #expect(one.isGrabbed, "as long as fingers are down")
            if !released { bench.pass(8_000_000) }
            for slot in 0..<5 { bench.touch(one, slot: slot, nil) }
            #expect(one.isGrabbed == !released)
            #expect(bench.system.virtualPanels.devices.isEmpty == released)
        }
    }

    @Test func `rules for touches do not disable the grab escape`() throws {
        let rules: [(inout TouchRules) -> Void] = [
            { $0.maximum = 1 }, { $0.longPress = LongPressRule(after: 450_000, action: .tap) },
            { $0.longPress = LongPressRule(after: 450_000, action: .nothing) },
        ]
        for change in rules {
            let one = Bench.touchscreen()
            var touches = TouchRules()
            change(&touches)
            let bench = try Bench(settings: Self.settings([Self.panel { $0.grabEscape = .after(3_000_000) }], touches: touches), one)
            for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot + 200), 400)) }
            bench.pass(3_000_000)
            for slot in 0..<5 { bench.touch(one, slot: slot, nil) }
            #expect(!one.isGrabbed)
        }
    }

    @Test(arguments: [ScreenMode.locked, .cleaning]) func `five fingers release no grab while the screen is locked or being cleaned`(mode: ScreenMode)
        throws
    {
        let one = Bench.touchscreen()
        let bench = try bench(one, Self.panel { $0.grabEscape = .after(3_000_000) })
        func setFingers(_ isDown: Bool) {
            for slot in 0..<5 { bench.touch(one, slot: slot, isDown ? (Int32(100 * slot + 200), 400) : nil) }
        }
        setFingers(true)
        bench.pass(2_000_000)
        bench.service.dispatcher.setMode(mode, for: nil, screen: 0)
        bench.pass(9_000_000)
        setFingers(false)
        setFingers(true)
        bench.pass(9_000_000)
        setFingers(false)
        #expect(one.isGrabbed)
        bench.service.dispatcher.setMode(.normal, for: nil, screen: 0)
        setFingers(true)
        bench.pass(3_000_000)
        setFingers(false)
        #expect(!one.isGrabbed)
    }

    @Test func `a lock keeps a grab that is released once the fingers lift`() throws {
        let one = Bench.touchscreen()
        let bench = try bench(one, Self.panel { $0.grabEscape = .after(3_000_000) })
        for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot + 200), 400)) }
        bench.pass(4_000_000)
        bench.service.dispatcher.setMode(.locked, for: nil, screen: 0)
        for slot in 0..<5 { bench.touch(one, slot: slot, nil) }
        bench.service.dispatcher.setMode(.normal, for: nil, screen: 0)
        bench.touch(one, (300, 400))
        bench.touch(one, nil)
        #expect(one.isGrabbed)
    }

    @Test func `grabEscape off holds a grab where there is no surface, too`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Self.panel { $0.grabEscape = .never }], one)
        for slot in 0..<5 { bench.touch(one, slot: slot, (Int32(100 * slot), 10)) }
        bench.pass(60_000_000)
        #expect(one.isGrabbed)
    }

    // MARK: Restarts

    @Test func `a service that is killed leaves its virtual panel to the next one, which lifts first and goes on`() throws {
        let all = FakeVirtualPanels()
        all.hasStore = true
        let one = Bench.touchscreen()
        var first: Bench? = try bench(one, virtualPanels: all)
        first!.touch(one, (500, 400))
        let device = try device(first!)
        #expect(device.takeWrites().count == 1)
        all.kill()
        first = nil
        #expect(device.down == 1)
        let second = try bench(one, virtualPanels: all)
        #expect(all.devices.count == 1 && all.devices[0] === device && all.made == 1)
        #expect(device.down == 0)
        second.touch(one, nil)
        second.touch(one, (600, 400))
        #expect(device.down == 1)
    }

    @Test func `an orderly end lifts and leaves it; what fits no more, or is of no panel, goes`() throws {
        let all = FakeVirtualPanels()
        all.hasStore = true
        let one = Bench.touchscreen()
        var bench: Bench? = try bench(one, virtualPanels: all)
        bench!.touch(one, (500, 400))
        let device = try device(bench!)
        bench!.service.shutDown()
        #expect(device.down == 0 && all.kept.count == 1)
        bench = try Bench(settings: Self.settings([Self.panel { $0.virtual.cancel = .palm }]), one, virtualPanels: all)
        #expect(device.downAtEnd == 0 && all.made == 2)
        bench!.service.shutDown()
        bench = try Bench(settings: Self.settings([Self.panel()], kind: .view), one, virtualPanels: all)
        #expect(all.devices.isEmpty && all.kept.isEmpty)
    }

    @Test func `what is left of a panel that is not there yet waits for it`() throws {
        let all = FakeVirtualPanels()
        all.hasStore = true
        let one = Bench.touchscreen()
        var bench: Bench? = try bench(one, virtualPanels: all)
        bench!.service.shutDown()
        bench = try Bench(settings: Self.settings([Self.panel()]), virtualPanels: all)
        #expect(all.kept.count == 1)
        bench!.system.panels.plug(one)
        #expect(all.kept.isEmpty && all.devices.count == 1 && all.made == 1)
    }
}
