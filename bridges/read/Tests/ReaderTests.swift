import Testing

@testable import touchd_read

@Suite struct `Answers to touchd` {
    @Test func `a finger gets the element under it, with the turn of its question`() throws {
        var kiosk = try ReadKiosk()
        #expect(try kiosk.explore(5, 20, 150) == ["focus 5 Buy"])
    }

    @Test func `within an element nothing is said again, until another finger comes down`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        #expect(try kiosk.explore(6, 30, 155) == [])
        #expect(try kiosk.explore(7, 300, 155) == ["focus 7 Help (touch)"])
        #expect(try kiosk.explore(8, 30, 155) == ["focus 8 Buy"])
        try kiosk.hear(#"{"type":"cue","screen":"main","cue":"down","time":1}"#)
        #expect(try kiosk.explore(9, 30, 155) == ["focus 9 Buy"])
    }

    @Test func `what touchd has refused as too late is said at the next place`() throws {
        var kiosk = try ReadKiosk()
        kiosk.isRefusing = true
        #expect(try kiosk.explore(5, 20, 150) == ["focus 5 Buy"])
        kiosk.isRefusing = false
        #expect(try kiosk.explore(6, 30, 155) == ["focus 6 Buy"])
        #expect(try kiosk.explore(7, 40, 155) == [])
    }

    @Test func `only the newest question is answered`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(4, 900, 500)
        kiosk.isHanging = true
        #expect(try kiosk.explore(5, 20, 150) == [])
        #expect(try kiosk.explore(6, 300, 150) == [])
        kiosk.isHanging = false
        #expect(kiosk.run() == ["focus 6 Help (touch)"])
    }

    @Test func `the focus goes from the element under the finger, and leaves at the end`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        #expect(try kiosk.navigate(7) == ["focus 7 Help (touch)"])
        #expect(try kiosk.navigate(9) == ["focus 9 Code (touch)"])
        #expect(try kiosk.navigate(11) == ["focus 11 News (touch)"])
        #expect(try kiosk.navigate(13) == ["focus 13 next"])
        // After the last element the order begins again with the first.
        #expect(try kiosk.navigate(14) == ["focus 14 Tickets (touch)"])
        #expect(try kiosk.navigate(16, "previous") == ["focus 16 previous"])
        #expect(try kiosk.navigate(17, "previous") == ["focus 17 News (touch)"])
    }

    @Test func `the focus that comes from another region begins at an end`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 300, 150)
        try kiosk.hear(#"{"type":"focus","screen":"main","region":"before","turn":7,"time":1}"#)
        #expect(try kiosk.navigate(8) == ["focus 8 Tickets (touch)"])
    }

    @Test func `an application without elements is passed in silence, so that two such surfaces do not ask each other for ever`() throws {
        let model = Model()
        model.add("window", to: nil, AccessibleRole(rawValue: 23), "", Box(x: 0, y: 0, width: 10, height: 10))
        var kiosk = try ReadKiosk(model)
        #expect(try kiosk.navigate(3) == [] && kiosk.navigate(4) == [])
    }

    @Test func `an activation presses what was said`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        #expect(try kiosk.activate(7) == [])
        #expect(kiosk.model.asked.contains(.act(Model.reference("buy"), 1)))
    }

    @Test func `what has no action is touched, once`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 300, 150)
        #expect(try kiosk.activate(7) == ["focus 7 Help (touch)", "activate"])
        // This activation is touchd's answer to the request: the touch has hit nothing. It must not cause another request.
        #expect(try kiosk.activate(9) == [])
    }

    @Test func `an activation after another question is the person's, even if touchd has touched nothing`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 300, 150)
        #expect(try kiosk.activate(7) == ["focus 7 Help (touch)", "activate"])
        #expect(try kiosk.explore(8, 20, 150) == ["focus 8 Buy"])
        _ = try kiosk.activate(10)
        #expect(kiosk.model.asked.contains(.act(Model.reference("buy"), 1)))
    }

    @Test func `touchd's own touch is not done again`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        #expect(try kiosk.activate(7, touch: "70000") == [])
        #expect(!kiosk.model.asked.contains(.act(Model.reference("buy"), 1)))
    }

    @Test func `nothing is pressed while it is not known what is under the finger`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.isHanging = true
        _ = try kiosk.explore(6, 300, 150)
        _ = try kiosk.activate(7)
        kiosk.isHanging = false
        _ = kiosk.run()
        #expect(!kiosk.model.asked.contains { if case .act = $0 { true } else { false } })
    }

    @Test func `an element that has become another one is said, not pressed`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.model.objects["buy"]!.node.name = "Delete"
        #expect(try kiosk.activate(7) == ["focus 7 Delete"])
        kiosk.model.objects["buy"] = nil
        #expect(try kiosk.activate(9) == [])
        #expect(!kiosk.model.asked.contains { if case .act = $0 { true } else { false } })
    }

    @Test(arguments: [true, false]) func `an activation is not lost when the focus moves on at once`(isAtOnce: Bool) throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.isHanging = true
        try kiosk.hear(#"{"type":"activate","screen":"main","region":"app","turn":7,"time":1,"touch":null}"#)
        if !isAtOnce { #expect(kiosk.run() == []) }
        try kiosk.hear(#"{"type":"navigate","screen":"main","surface":"app","turn":8,"time":1,"direction":"next"}"#)
        kiosk.isHanging = false
        #expect(kiosk.run() == ["focus 8 Help (touch)"])
        #expect(kiosk.model.asked.contains(.act(Model.reference("buy"), 1)))
        // "Help" has no action, so touchd would touch what has the focus. That is no longer "Help".
        kiosk.isHanging = true
        try kiosk.hear(#"{"type":"activate","screen":"main","region":"app","turn":10,"time":1,"touch":null}"#)
        _ = kiosk.run()
        try kiosk.hear(#"{"type":"navigate","screen":"main","surface":"app","turn":11,"time":1,"direction":"next"}"#)
        kiosk.isHanging = false
        #expect(kiosk.run() == ["focus 11 Code (touch)"])
    }

    @Test func `after an activation a new value is said`() throws {
        var kiosk = try ReadKiosk()
        kiosk.model.add("return", to: "row", .checkBox, "Return", Box(x: 200, y: 20, width: 100, height: 30)).actions = ["toggle"]
        #expect(try kiosk.explore(5, 500, 150) == ["focus 5 Return = false"])
        _ = try kiosk.activate(7)
        kiosk.model.objects["return"]!.node.states.insert(.checked)
        #expect(kiosk.pass(100) == [])
        #expect(kiosk.pass(100) == ["focus 7 Return = true"])
        #expect(kiosk.pass(1000) == [])
    }

    @Test func `so is a new state, such as that of a list that has opened`() throws {
        var kiosk = try ReadKiosk()
        let box = Box(x: 200, y: 20, width: 100, height: 30)
        let list = kiosk.model.add("list", to: "row", .comboBox, "List", box, states: Model.usual.union(.expandable))
        list.actions = ["press"]
        #expect(try kiosk.explore(5, 500, 150) == ["focus 5 List (collapsed)"])
        _ = try kiosk.activate(7)
        list.node.states.insert(.expanded)
        #expect(kiosk.pass(200) == ["focus 7 List (expanded)"])
    }

    @Test func `a slider is changed by its step`() throws {
        var kiosk = try ReadKiosk()
        kiosk.model.add("size", to: "row", .slider, "Size", Box(x: 200, y: 20, width: 100, height: 30)).range = ValueRange(
            current: 2, minimum: 1, maximum: 3, increment: 1)
        _ = try kiosk.explore(5, 500, 150)
        #expect(try kiosk.navigate(7, "increment") == ["focus 7 Size = 3.0 (touch)"])
        #expect(kiosk.model.objects["size"]!.range!.current == 3)
        #expect(try kiosk.navigate(9, "increment") == ["focus 9 Size = 3.0 (touch)"])
        #expect(try kiosk.navigate(11, "decrement") == ["focus 11 Size = 2.0 (touch)"])
    }

    @Test func `what has no value is not changed, and keeps the focus`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        #expect(try kiosk.navigate(7, "increment") == [])
        #expect(try kiosk.navigate(8) == ["focus 8 Help (touch)"])
    }

    // MARK: Applications that do not answer

    @Test func `an application that hangs is left before touchd goes on by itself`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.isHanging = true
        #expect(try kiosk.navigate(7) == [])
        #expect(kiosk.pass(190) == [])
        #expect(kiosk.pass(15) == ["focus 7 next"])
        #expect(Reader.answerWithin < 250_000)
    }

    @Test func `a late application is left alone, longer each time, and named`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.isHanging = true
        _ = try kiosk.explore(6, 300, 150)
        let late = kiosk.calls
        kiosk.calls = []
        for call in late { kiosk.perform(kiosk.reader.receive(.late, to: call.id, kiosk.now)) }
        #expect(kiosk.logged == [.logSlow("Kiosk (\(Model.bus))")])
        // The application that was late gets no calls during its pause.
        _ = try kiosk.explore(7, 20, 150)
        #expect(!kiosk.calls.contains { $0.query.target.bus == Model.bus })
        kiosk.isHanging = false
        _ = kiosk.run()
        _ = kiosk.pass(5100)
        #expect(try kiosk.explore(8, 20, 150) == ["focus 8 Buy"])
    }

    @Test func `calls are bounded, however fast a finger moves`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.isHanging = true
        for turn in 6..<600 {
            _ = try kiosk.explore(turn, Double(turn % 900), 150)
            kiosk.now += 100
        }
        #expect(kiosk.reader.callCount <= 170)
    }

    @Test func `a finger over very many objects costs a bounded number of questions`() throws {
        let model = Model()
        let box = Box(x: 0, y: 0, width: 500, height: 250)
        model.add("window", to: nil, AccessibleRole(rawValue: 23), "", box)
        model.isFlat = true
        var parent = "window"
        for level in 0..<60 {
            for number in 0..<100 { model.add("o\(level).\(number)", to: parent, AccessibleRole(rawValue: 20), "", box) }
            parent = "o\(level).99"
        }
        var kiosk = try ReadKiosk(model)
        #expect(try kiosk.explore(5, 20, 150) == [])
        #expect(model.asked.count < 3000, "\(model.asked.count)")
    }

    @Test func `an application that stays late is tried less and less often`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.ask(#"{"type":"accessibility","screen":"main","profiles":["speech"],"private":false,"by":"key","time":1}"#)
        kiosk.isHanging = true
        var tries = 0
        for _ in 0..<20 {
            _ = kiosk.pass(1000)
            for call in kiosk.calls where call.query == .applications {
                kiosk.perform(kiosk.reader.receive(.objects([Model.reference("application")]), to: call.id, kiosk.now))
            }
            kiosk.calls.removeAll { $0.query == .applications }
            _ = kiosk.run()
            tries += kiosk.calls.isEmpty ? 0 : 1
            for call in kiosk.calls { kiosk.perform(kiosk.reader.receive(.late, to: call.id, kiosk.now)) }
            kiosk.calls = []
        }
        #expect((4...9).contains(tries), "\(tries)")
    }

    @Test func `an application that lists a million children costs a bounded number of questions`() throws {
        let model = Model()
        model.add("window", to: nil, AccessibleRole(rawValue: 23), "", Box(x: 0, y: 0, width: 10, height: 10)).node.childCount = 1_000_000
        var kiosk = try ReadKiosk(model)
        #expect(try kiosk.navigate(3) == [])
        #expect(model.asked.count < 5000)
    }

    @Test func `an application with wrong answers is named`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.isHanging = true
        _ = try kiosk.explore(6, 300, 150)
        let call = kiosk.calls.removeFirst()
        kiosk.perform(kiosk.reader.receive(.wrong("Name is of type \"x\""), to: call.id, kiosk.now))
        #expect(kiosk.logged == [.logWrong("Kiosk (\(Model.bus))", reason: "Name is of type \"x\"")])
    }

    // MARK: Connections

    @Test func `without the bus nothing is answered, and with it everything begins again`() throws {
        var kiosk = try ReadKiosk()
        _ = try kiosk.explore(5, 20, 150)
        kiosk.reader.handleLostBus()
        kiosk.calls = []
        #expect(try kiosk.navigate(7) == [])
        #expect(kiosk.reader.deadline == .max && kiosk.reader.callCount == 0)
        kiosk.reader.handleBus()
        #expect(try kiosk.navigate(8) == ["focus 8 Tickets (touch)"])
    }

    @Test func `while no profile is on and nobody asks, nothing is done`() throws {
        var kiosk = try ReadKiosk()
        #expect(kiosk.run() == [] && kiosk.model.asked.isEmpty && kiosk.reader.deadline == .max)
        _ = try kiosk.ask(#"{"type":"accessibility","screen":"main","profiles":["speech"],"private":false,"by":"key","time":1}"#)
        #expect(!kiosk.model.asked.isEmpty && kiosk.reader.deadline == kiosk.now + 1_000_000)
        _ = try kiosk.ask(#"{"type":"accessibility","screen":"main","profiles":[],"private":false,"by":"key","time":1}"#)
        #expect(kiosk.reader.deadline == .max)
    }

    @Test func `a surface that the settings leave out is left to others`() throws {
        var kiosk = try ReadKiosk(.page(), ReadSettings(surfaces: [ReadSettings.Surface(id: "other")]))
        #expect(try kiosk.explore(5, 20, 150) == [] && kiosk.navigate(6) == [])
    }

    @Test func `the settings may name the application`() throws {
        for (name, answer) in [("kiOsk", ["focus 5 Buy"]), ("Browser", [])] {
            var kiosk = try ReadKiosk(.page(), ReadSettings(surfaces: [ReadSettings.Surface(id: "app", application: name)]))
            #expect(try kiosk.explore(5, 20, 150) == answer)
        }
    }

    @Test func `a window may fill the screen of which the surface shows a part`() throws {
        var kiosk = try ReadKiosk(.page(), ReadSettings(window: .screen))
        #expect(try kiosk.explore(5, 20, 150) == [])
        try kiosk.hear(#"{"type":"reply","id":11,"ok":true,"devices":[],"screenSizes":[{"screen":"main","size":[1000,500]}]}"#)
        #expect(try kiosk.explore(6, 20, 110) == ["focus 6 Code (touch)"])
    }

    @Test func `an active window comes first, then the largest`() {
        func window(_ id: String, _ isActive: Bool, _ area: Double) -> ApplicationWindow {
            let object = ObjectReference(bus: ":1.1", path: "/\(id)")
            return ApplicationWindow(application: object, name: id, window: object, main: object, isActive: isActive, area: area)
        }
        var windows = ApplicationWindows()
        #expect(windows.window(named: nil) == nil)
        windows.set([window("a", false, 10), window("b", false, 30)], of: ObjectReference(bus: ":1.1", path: "/x"))
        #expect(windows.window(named: nil)?.name == "b")
        windows.set([window("c", true, 5)], of: ObjectReference(bus: ":1.2", path: "/x"))
        #expect(windows.window(named: nil)?.name == "c" && windows.window(named: "A")?.name == "a")
        windows.remove(bus: ":1.2")
        #expect(windows.window(named: nil)?.name == "b")
    }
}
