import Configuration
import Support
import TouchCore
import Testing

@testable import Panels

/// The events that virtual panels write.
@Suite struct `Virtual contacts` {
    static func layout(_ cancel: VirtualPanelSettings.Cancel = .lift, slots: Int32 = 10, pressure: Bool = false) -> VirtualPanelLayout {
        var panel = PanelDescription(name: "panel")
        for code in [AbsCode.mtPositionX, AbsCode.mtPositionY] { panel[axis: code] = AxisInfo(minimum: 0, maximum: 999) }
        panel[axis: AbsCode.mtSlot] = AxisInfo(minimum: 0, maximum: slots - 1)
        panel[axis: AbsCode.mtTrackingID] = AxisInfo(minimum: 0, maximum: 65535)
        if pressure { panel[axis: AbsCode.mtPressure] = AxisInfo(minimum: 0, maximum: 100) }
        var settings = VirtualPanelSettings()
        settings.cancel = cancel
        let profile = PanelProfile(panel)
        let mapping = PanelMapping(panel: panel, kind: profile.kind, screen: Size(1000, 1000))
        return VirtualPanelLayout(of: "main-0", profile, mapping, settings, screen: ("main", Size(1000, 1000)))
    }

    static func touch(_ id: UInt64, _ phase: TouchPhase, _ x: Int32 = 0, _ y: Int32 = 0) -> VirtualTouch {
        var values = ContactValues()
        (values.x, values.y, values.pressure) = (x, y, 50)
        return VirtualTouch(id: TouchID(id), phase: phase, values: values)
    }

    /// The written events of the reports, as text.
    private func write(
        _ reports: [VirtualTouch]..., cancel: VirtualPanelSettings.Cancel = .lift, slots: Int32 = 10, pressure: Bool = false
    ) -> [String] {
        let layout = Self.layout(cancel, slots: slots, pressure: pressure)
        var contacts = VirtualContacts(layout, cancel: cancel)
        var grammar = VirtualGrammar(slots: layout.slots)
        return reports.map { report in
            var events: [InputEvent] = []
            contacts.encode(report, time: 0, into: &events)
            check(&grammar, events)
            return events.map(text).joined(separator: " ")
        }
    }

    private func check(_ grammar: inout VirtualGrammar, _ events: [InputEvent]) {
        do { try grammar.check(events) } catch { Issue.record("\(error)") }
    }

    private func text(_ event: InputEvent) -> String {
        let names: [UInt16: String] = [
            AbsCode.mtSlot: "slot", AbsCode.mtTrackingID: "id", AbsCode.mtPositionX: "x", AbsCode.mtPositionY: "y", AbsCode.x: "X",
            AbsCode.y: "Y", AbsCode.mtToolType: "tool", AbsCode.mtPressure: "pressure",
        ]
        if event.type == EventType.syn { return "|" }
        return event.type == EventType.key ? (event.value == 1 ? "touch" : "up") : "\(names[event.code] ?? "?") \(event.value)"
    }

    private typealias T = `Virtual contacts`

    @Test func `a touch is written whole when it begins, also where the slot has these values already`() {
        #expect(
            write([T.touch(1, .began, 5, 6)], [T.touch(1, .moved, 5, 7)], [T.touch(1, .ended, 5, 7)], [T.touch(2, .began, 5, 7)], pressure: true) == [
                "slot 0 id 0 x 5 y 6 pressure 50 touch X 5 Y 6 |", "slot 0 y 7 Y 7 |", "slot 0 id -1 up |",
                "slot 0 id 1 x 5 y 7 pressure 50 touch X 5 Y 7 |",
            ])
    }

    @Test func `the oldest finger is the pointer of those who read a single touch`() {
        #expect(
            write(
                [T.touch(1, .began, 5, 6)], [T.touch(2, .began, 50, 60)], [T.touch(2, .moved, 51, 60)], [T.touch(1, .ended, 5, 6)],
                [T.touch(3, .began, 7, 8)], [T.touch(2, .ended, 51, 60), T.touch(3, .moved, 9, 8)]) == [
                    "slot 0 id 0 x 5 y 6 touch X 5 Y 6 |", "slot 1 id 1 x 50 y 60 |", "slot 1 x 51 |", "slot 0 id -1 X 51 Y 60 |",
                    "slot 0 id 2 x 7 y 8 |", "slot 1 id -1 slot 0 x 9 X 9 Y 8 |",
                ])
    }

    @Test func `a slot that lifts is not used again in the same report, and with no other one there are two reports`() {
        #expect(
            write([T.touch(1, .began, 5, 6)], [T.touch(1, .ended, 5, 6), T.touch(2, .began, 7, 8)]).last
                == "slot 0 id -1 slot 1 id 1 x 7 y 8 X 7 Y 8 |")
        #expect(
            write([T.touch(1, .began, 5, 6)], [T.touch(1, .ended, 5, 6), T.touch(2, .began, 7, 8)], slots: 1).last
                == "slot 0 id -1 up | slot 0 id 1 x 7 y 8 touch X 7 Y 8 |")
    }

    @Test func `a finger for which no slot is free is left out to its end`() {
        #expect(
            write([T.touch(1, .began, 5, 6)], [T.touch(2, .began, 7, 8)], [T.touch(2, .moved, 9, 8)], [T.touch(2, .ended)], slots: 1)
                == ["slot 0 id 0 x 5 y 6 touch X 5 Y 6 |", "", "", ""])
    }

    @Test func `a cancelled touch lifts, is a palm first, or goes away first`() {
        let (began, cancelled) = (T.touch(1, .began, 5, 6), T.touch(1, .cancelled, 5, 6))
        #expect(write([began], [cancelled]).last == "slot 0 id -1 up |")
        #expect(
            write([began], [cancelled], [T.touch(2, .began, 5, 6)], cancel: .palm) == [
                "slot 0 id 0 x 5 y 6 tool 0 touch X 5 Y 6 |", "slot 0 tool 2 | slot 0 tool 0 id -1 up |",
                "slot 0 id 1 x 5 y 6 tool 0 touch X 5 Y 6 |",
            ])
        #expect(write([began], [cancelled], cancel: .away).last == "slot 0 x -2000 y -2000 X -2000 Y -2000 | slot 0 id -1 up |")
    }

    @Test func `an ended touch is not cancelled, whatever cancels do`() {
        #expect(write([T.touch(1, .began, 5, 6)], [T.touch(1, .ended, 5, 6)], cancel: .away).last == "slot 0 id -1 up |")
    }

    @Test func `lifting all lifts each that is down, and their later events are nothing`() {
        var contacts = VirtualContacts(Self.layout(), cancel: .lift)
        var events: [InputEvent] = []
        contacts.encode([T.touch(1, .began, 5, 6), T.touch(2, .began, 7, 8)], time: 0, into: &events)
        events = []
        contacts.liftAll(time: 0, into: &events)
        #expect(events.map(text).joined(separator: " ") == "slot 0 id -1 slot 1 id -1 up |")
        events = []
        contacts.encode([T.touch(1, .moved, 6, 6), T.touch(2, .ended, 7, 8)], time: 0, into: &events)
        #expect(events.isEmpty && contacts.isEmpty)
    }

    @Test func `a finger that rests longer than there are tracking ids keeps its own`() {
        let layout = Self.layout()
        var contacts = VirtualContacts(layout, cancel: .lift)
        var grammar = VirtualGrammar(slots: layout.slots)
        func write(_ touch: VirtualTouch) {
            var events: [InputEvent] = []
            contacts.encode([touch], time: 0, into: &events)
            check(&grammar, events)
        }
        write(T.touch(1, .began, 5, 6))
        for id in 2...UInt64(VirtualContacts.trackingIDMax) + 3 {
            write(T.touch(id, .began, 7, 8))
            write(T.touch(id, .ended, 7, 8))
        }
        #expect(contacts.touches.map(\.rawValue) == [1])
    }

    @Test func `whatever fingers do, what is written is protocol B, and the slots are the touches that are down`() {
        var random = SeededRandom()
        for _ in 0..<rounds(40) {
            let cancel = VirtualPanelSettings.Cancel.allCases[random(3)]
            let layout = Self.layout(cancel, slots: Int32(1 + random(12)))
            var contacts = VirtualContacts(layout, cancel: cancel)
            var grammar = VirtualGrammar(slots: layout.slots)
            var down: [UInt64: (Int32, Int32)] = [:]
            var next: UInt64 = 1
            for _ in 0..<200 {
                var report: [VirtualTouch] = []
                for (id, place) in down.sorted(by: { $0.key < $1.key }) where random(3) == 0 {
                    switch random(6) {
                    case 0: report.append(T.touch(id, .ended, place.0, place.1))
                    case 1: report.append(T.touch(id, .cancelled, place.0, place.1))
                    default: report.append(T.touch(id, .moved, Int32(random(999)), Int32(random(999))))
                    }
                }
                for _ in 0..<random(3) where down.count < layout.slots {
                    report.append(T.touch(next, .began, Int32(random(999)), Int32(random(999))))
                    down[next] = (0, 0)
                    next += 1
                }
                for touch in report { down[touch.id.rawValue] = touch.phase.isTerminal ? nil : (touch.values.x, touch.values.y) }
                var events: [InputEvent] = []
                contacts.encode(report, time: 0, into: &events)
                check(&grammar, events)
                #expect(Set(contacts.touches.map(\.rawValue)) == Set(down.keys))
            }
        }
    }

    @Test func `the grammar refuses what readers would take for something else`() {
        func abs(_ code: UInt16, _ value: Int32) -> InputEvent { InputEvent(time: 0, type: EventType.abs, code: code, value: value) }
        let syn = InputEvent(time: 0, type: EventType.syn, code: SynCode.report, value: 0)
        let touch = InputEvent(time: 0, type: EventType.key, code: KeyCode.btnTouch, value: 1)
        let up = InputEvent(time: 0, type: EventType.key, code: KeyCode.btnTouch, value: 0)
        let begin = [abs(AbsCode.mtSlot, 0), abs(AbsCode.mtTrackingID, 1), abs(AbsCode.mtPositionX, 1), abs(AbsCode.mtPositionY, 1)]
        func fault(_ writes: [InputEvent]...) -> String? {
            var grammar = VirtualGrammar(slots: 2)
            do { for write in writes { try grammar.check(write) } } catch { return error.description }
            return nil
        }
        #expect(fault(begin + [touch, syn]) == nil)
        #expect(fault(begin + [touch]) == "a write without its SYN_REPORT")
        #expect(fault(begin + [syn]) == "BTN_TOUCH does not match the slots in use")
        #expect(fault([begin[0], begin[1], touch, syn]) == "slot 0 has no position")
        #expect(fault([abs(AbsCode.mtSlot, 2), syn]) == "slot 2 does not exist: there are 2")
        #expect(fault(begin + [touch, syn], begin + [syn]) == "slot 0 begins, but is in use")
        #expect(fault(begin + [abs(AbsCode.mtTrackingID, -1), syn]) == "slot 0 lifts in the report of its begin")
        #expect(fault([abs(AbsCode.mtTrackingID, -1), syn]) == "slot 0 lifts, but is free")
        let again = [abs(AbsCode.mtTrackingID, -1), abs(AbsCode.mtTrackingID, 2)]
        #expect(fault(begin + [touch, syn], again + [syn]) == "slot 0 begins in the report of its lift")
        #expect(fault(begin + [touch, syn], [abs(AbsCode.mtSlot, 1)] + begin.dropFirst() + [syn]) == "tracking id 1 is in use")
        #expect(fault([abs(AbsCode.mtPositionX, 1), syn]) == "axis 53 of slot 0, which is free")
        #expect(fault([InputEvent(time: 0, type: EventType.key, code: KeyCode.btnLeft, value: 1), syn]) == "event 1/272 is not one of a touchscreen")
        #expect(fault(begin + [touch, syn], [abs(AbsCode.mtTrackingID, -1), up, syn]) == nil)
    }
}
