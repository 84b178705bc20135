import Support
import Testing
@testable import TouchCore

/// Changes of the tree under fingers: cases C10.
@Suite struct TreeChangeCaseTests {
    private static let thief = InterceptorSpec(id: "thief", insideOf: "w", verdict: .observe, maySteal: true)

    private static func undecided() -> Script {
        let script = Script(regions: [Script.region("a", 0, 0, 100, 100)]) {
            $0.undecidedFor = 100_000
            $0.interceptors = [thief]
        }
        script.pipeline.setClaimed(["thief"])
        return script
    }

    @Test func `what a removed region holds is cancelled with it`() throws {
        var s = Script(regions: [Script.region("page", 0, 0, 200, 200, [Script.region("a", 0, 0, 100, 100)])])
        s.down(0, id: 1, 10, 10); s.frame()
        #expect(try s.edit(.remove("page")) == ["A cancelled(regionRemoved) a 10,10"])
        s.slot(0); s.at(20, 20)
        #expect(s.frame() == [])
    }

    @Test func `a gesture that asks about a finger that came in the place of another is itself in another tree`() {
        var a = Script.region("a", 0, 0, 500, 500)
        var pan = GestureSpec(id: "pan", type: "pan")
        pan.asks = [.shouldReceive]
        a.gestures = [pan]
        var s = Script(regions: [a])
        s.pipeline.setClaimed(["a"])
        s.down(0, id: 1, 10, 10); s.frame()
        s.id(2); s.at(20, 20)
        #expect(s.frame() == ["A cancelled(identityChanged) a 10,10", "B began a 20,20"])
        #expect(s.pipeline.faults() == [])
        var new = Script.region("new", 600, 600, 100, 100)
        new.gestures = [GestureSpec(id: "tap", type: "tap")]
        var screens = s.pipeline.tree.screenSpecs
        screens[0].windows[0].children.append(new)
        #expect(s.replace(RegionTree(screens)) == [])
        #expect(s.pipeline.faults() == [])
        let served = s.pipeline.context.panels[s.panel]!.recognizers.arbiter!.active
        #expect(served.map { s.pipeline.tree.directory.gestures[$0.index.slot].id } == ["pan"])
    }

    @Test func `a gesture does not wait for one that has been added and has no touch`() throws {
        var a = Script.region("a", 0, 0, 500, 500)
        var tap = GestureSpec(id: "tap", type: "tap")
        tap.requireToFail = ["late"]
        a.gestures = [tap]
        var s = Script(regions: [a])
        s.down(0, id: 1, 10, 10); s.frame()
        var new = Script.region("new", 600, 600, 100, 100)
        new.gestures = [GestureSpec(id: "late", type: "tap")]
        try s.edit(.add(new, to: "w", index: nil))
        s.id(-1); s.frame()
        #expect(s.frame.actions.count == 1, "the tap is recognized")
    }

    @Test func `the same tree again cancels nothing`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.frame()
        #expect(s.replace(RegionTree(s.pipeline.tree.screenSpecs)) == [])
        s.at(20, 20)
        #expect(s.frame() == ["A moved a 20,20"])
    }

    @Test func `when all regions go, all touches are cancelled`() throws {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 500, 500); s.frame()
        #expect(try s.edit(.remove("w")) == ["A cancelled(regionRemoved) a 10,10", "B cancelled(regionRemoved) w 500,500"])
        s.down(2, id: 3, 10, 10)
        #expect(s.frame() == ["C began - 10,10"])
    }

    @Test func `a region that appears under a held finger gets the next one`() throws {
        var s = Script(regions: [])
        s.down(0, id: 1, 10, 10); s.frame()
        try s.edit(.add(Script.region("new", 0, 0, 100, 100), to: "w", index: nil))
        s.at(20, 20)
        #expect(s.frame() == ["A moved w 20,20"])
        s.down(1, id: 2, 10, 10)
        #expect(s.frame() == ["B began new 10,10"])
    }

    @Test func `an id that is taken is refused, whoever has it, and free when that goes`() throws {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)]) {
            $0.interceptors = [Self.thief]
            $0.controller = "wc"
        }
        var holder = Script.region("new", 0, 0, 10, 10)
        for id in ["a", "thief", "wc"] {
            holder.controller = id
            #expect(throws: TreeEditError.self, "\(id)") { try s.edit(.add(holder, to: "w", index: nil)) }
            #expect(throws: TreeEditError.self, "\(id)") { try s.edit(.add(Script.region(id, 0, 0, 9, 9), to: "w", index: nil)) }
            var a = s.pipeline.tree.spec(ofID: "a")!
            a.interceptors = [InterceptorSpec(id: id, insideOf: "w", verdict: .observe)]
            #expect(throws: TreeEditError.self, "\(id)") { try s.edit(.set("a", a)) }
        }
        var window = s.pipeline.tree.spec(ofID: "w")!
        window.interceptors = []
        try s.edit(.set("w", window), .add(Script.region("thief", 0, 0, 9, 9), to: "w", index: nil))
        #expect(s.pipeline.tree.index(ofID: "thief") != nil)
    }

    @Test func `a region is not followed to an interceptor of its name`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.frame()
        var window = Script.region("w", 0, 0, 1000, 1000)
        window.interceptors = [InterceptorSpec(id: "a", insideOf: "w", verdict: .observe)]
        #expect(
            s.replace(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])) == [
                "A cancelled(regionRemoved) a 10,10"
            ])
        s.down(1, id: 2, 10, 10)
        #expect(s.frame() == ["B began a 10,10", "B began w 10,10"])
    }

    @Test func `when the interceptors go that were to decide, what is withheld comes at once`() throws {
        var s = Self.undecided()
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began thief 10,10"])
        var window = s.pipeline.tree.spec(ofID: "w")!
        window.interceptors = []
        #expect(try s.edit(.set("w", window)) == ["A cancelled(regionRemoved) thief 10,10"])
        #expect(s.pass(0) == ["A began a 10,10"])
        s.up(0)
        #expect(s.frame() == ["A ended a 10,10"])
    }

    @Test func `an interceptor may take over what it sees though the region it judged by has gone`() throws {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100), Script.region("edge", 0, 0, 10, 10)]) {
            $0.interceptors = [InterceptorSpec(id: "thief", insideOf: "edge", verdict: .observe, maySteal: true)]
        }
        var edge = s.pipeline.tree.spec(ofID: "edge")!
        edge.hitTest = .passThrough
        try s.edit(.set("edge", edge))
        s.down(0, id: 1, 5, 5)
        #expect(s.frame() == ["A began thief 5,5", "A began a 5,5"])
        try s.edit(.remove("edge"))
        #expect(try s.steal("A", by: "thief") == ["A cancelled(stolen) a 5,5"])
    }

    private func slider(_ kind: RegionKind) -> RegionSpec {
        var spec = RegionSpec(id: "volume", kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 100, 40)))
        spec.gestures = [GestureSpec(id: "g", type: kind == .slider ? "tap" : "swipe")]
        return spec
    }

    private func controlEvents(_ s: borrowing Script) -> [ControlEvent] {
        s.frame.actions.compactMap { if case .control(let action) = $0.content { action.event } else { nil } }
    }

    @Test(arguments: [RegionKind.button, .switch, .control])
    func `a slider that is a control of another kind now tracks no longer`(_ kind: RegionKind) throws {
        var s = Script(regions: [slider(.slider)])
        s.down(0, id: 1, 10, 10); s.frame()
        #expect(controlEvents(s) == [.touchDown])
        let (frames, _) = try s.pipeline.edit([.set("volume", slider(kind))], time: s.time)
        let actions = frames.flatMap(\.actions).compactMap { if case .control(let action) = $0.content { action.event } else { nil } }
        #expect(actions == [.touchCancel])
        s.at(50, 10)
        #expect(s.frame() == ["A moved volume 50,10"], "the touch goes on")
        #expect(controlEvents(s) == [])
    }

    @Test func `a gesture that is of another type now is another recognizer`() throws {
        var s = Script(regions: [slider(.slider)])
        s.down(0, id: 1, 80, 10); s.frame()
        try s.edit(.remove("volume"), .add(slider(.button), to: "w", index: nil))
        s.up(0); s.frame()
        s.down(0, id: 2, 10, 10); s.frame()
        s.at(90, 10); s.frame()
        #expect(s.frame.actions.contains { if case .gesture(let action) = $0.content { action.values.direction == .right } else { false } })
    }

    @Test func `a region that is gone is of no account to a gesture that remembers a finger on it`() throws {
        var double = GestureSpec(id: "double", type: "tap")
        double.properties["numberOfTapsRequired"] = .number(2)
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100), Script.region("b", 100, 0, 100, 100)], window: { $0.gestures = [double] })
        s.down(0, id: 1, 110, 10); s.frame()
        s.up(0); s.frame()
        // While it waits for the second tap.
        try s.edit(.remove("b"))
        try s.edit(.remove("a"))
        try s.edit(.add(Script.region("c", 100, 0, 100, 100), to: "w", index: nil))
        s.down(0, id: 2, 110, 10); s.frame()
        s.up(0); s.frame()
        let states = s.frame.actions.compactMap { if case .gesture(let action) = $0.content { action.state } else { nil } }
        #expect(states == [.recognized])
    }

    /// The begin is delivered when the gesture that delays it is removed: in the old tree, where the control begins to track and ends at once.
    @Test(arguments: [RegionKind.button, .view, .switch], [false, true])
    func `a control that a delayed begin starts in mid-change does not go on as another kind`(kind: RegionKind, isEdit: Bool) throws {
        func parent(_ kind: RegionKind, delays: Bool) -> RegionSpec {
            var slider = Script.region("knob", 0, 0, 400, 100)
            slider = RegionSpec(id: "knob", kind: kind, geometry: slider.geometry)
            var parent = Script.region("p", 0, 0, 500, 500, [slider])
            var press = GestureSpec(id: "press", type: "longPress")
            press.delaysTouchesBegan = true
            if delays { parent.gestures = [press] }
            return parent
        }
        var s = Script(regions: [parent(.slider, delays: true)])
        s.down(0, id: 1, 30, 50)
        #expect(s.frame() == [])
        if isEdit {
            var knob = s.pipeline.tree.spec(ofID: "knob")!
            knob.isEnabled = false
            var parent = s.pipeline.tree.spec(ofID: "p")!
            parent.gestures = []
            try s.edit(.set("knob", knob), .set("p", parent), .bringToFront("p"))
        } else {
            var screens = s.pipeline.tree.screenSpecs
            screens[0].windows[0].children = [parent(kind, delays: false)]
            s.replace(RegionTree(screens))
        }
        #expect(s.pipeline.controls.isEmpty && s.pipeline.faults() == [])
        let said = s.frame.actions.compactMap { if case .control(let action) = $0.content { action.event } else { nil } }
        #expect(said == [.touchDown, .touchCancel])
        s.slot(0); s.at(60, 50)
        #expect(s.frame() == ["A moved knob 60,50"])
        s.up(0)
        #expect(s.frame() == ["A ended knob 60,50"])
    }

    @Test func `a touch whose begin waits is over when its owner is gone, as one that has been told is`() {
        var a = Script.region("a", 0, 0, 100, 100)
        var press = GestureSpec(id: "press", type: "longPress")
        press.delaysTouchesBegan = true
        a.gestures = [press]
        var s = Script(regions: [a])
        s.pipeline.setClaimed(["a"])
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == [])
        #expect(s.abandon("a") == [])
        s.slot(0); s.at(90, 90)
        #expect(s.frame() == [])
        s.up(0)
        #expect(s.frame() == [])
    }

    @Test func `to bring to front again and again describes nothing anew, and can be taken back`() throws {
        let leaves = (0..<50).map { Script.region("leaf\($0)", Double($0), 0, 1, 100) }
        var s = Script(regions: [Script.region("big", 0, 0, 100, 100, leaves), Script.region("other", 50, 0, 100, 100)])
        try s.edit(.bringToFront("big"), .sendToBack("big"), .bringToFront("big"))
        s.down(0, id: 1, 50, 10)
        #expect(s.frame() == ["A began leaf49 50,10"] || s.frame() == [])
        #expect(throws: TreeEditError.self) { try s.edit(.sendToBack("big"), .remove("none")) }
        s.down(1, id: 2, 49, 10)
        #expect(s.frame() == ["B began leaf49 49,10"])
        #expect(s.pipeline.faults() == [])
    }
}
