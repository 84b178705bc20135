import Testing
@testable import TouchCore

/// The grammar of a stream: cases C14.
@Suite struct VerifierTests {
    private typealias Event = (id: UInt64, phase: TouchPhase, receiver: RegionID?, reason: CancelReason?)

    private static func rule(_ events: [Event]) -> StreamState.Violation.Rule? {
        var verifier = StreamState()
        for event in events {
            do throws(StreamState.Violation) {
                try verifier.apply(TouchID(event.id), event.phase, receiver: event.receiver, reason: event.reason)
            } catch { return error.rule }
        }
        return nil
    }

    @Test func `each rule, broken once, is found`() {
        #expect(Self.rule([(1, .began, 0, nil), (1, .began, 0, nil)]) == .beganTwice)
        #expect(Self.rule([(1, .began, 0, nil), (1, .ended, 0, nil), (1, .began, 0, nil)]) == .idRepeated)
        for phase in [TouchPhase.moved, .stationary, .ended] {
            #expect(Self.rule([(1, phase, 0, nil)]) == .notBegun)
            #expect(Self.rule([(1, .began, 0, nil), (1, phase, 1, nil)]) == .notBegun)
            #expect(Self.rule([(1, .began, 0, nil), (1, .ended, 0, nil), (1, phase, 0, nil)]) == .notBegun)
            #expect(Self.rule([(1, .began, 0, nil), (1, phase, 0, .palm)]) == .reasonWithoutCancel)
        }
        #expect(Self.rule([(1, .cancelled, 0, .palm)]) == .notBegun)
        #expect(Self.rule([(1, .began, 0, nil), (1, .cancelled, 0, nil)]) == .cancelledWithoutReason)
    }

    @Test func `a touch that an application has is no region's (contract 2.9)`() {
        func event(_ receiver: RegionID, isForSurface: Bool) -> RoutedTouch {
            var event = RoutedTouch(
                id: TouchID(70_000), phase: .began, reason: nil, target: receiver, receiver: receiver, location: Point(0, 0), local: Point(0, 0),
                previousLocal: Point(0, 0), timestamp: 0, isInside: true, tapCount: 1, axes: TouchAxes())
            event.isForSurface = isForSurface
            return event
        }
        for isFirst in [true, false] {
            var verifier = StreamState()
            let frame = RoutedFrame(events: [event(0, isForSurface: isFirst), event(1, isForSurface: !isFirst)])
            #expect(throws: StreamState.Violation.self) { try verifier.apply(frame, panel: "p") }
        }
    }

    @Test func `begins that were withheld come late, and once`() {
        let late: [Event] = [(2, .began, 0, nil), (2, .ended, 0, nil), (3, .began, 1, nil), (2, .began, 1, nil), (2, .ended, 1, nil)]
        #expect(Self.rule(late) == nil)
        #expect(Self.rule(late + [(2, .began, 1, nil)]) == .idRepeated)
        // The age of a late begin is not limited.
        let many = (10..<300 as Range<UInt64>).flatMap { [($0, .began, 0, nil), ($0, .ended, 0, nil)] as [Event] }
        #expect(Self.rule(many + [(9, .began, 0, nil)]) == nil)
        #expect(Self.rule(many + [(299, .began, 1, nil)]) == nil)
    }

    @Test func `a stream with one event changed, left out or doubled is found out`() {
        let stream: [Event] = [
            (1, .began, 0, nil), (1, .moved, 0, nil), (2, .began, 1, nil), (1, .ended, 0, nil), (2, .moved, 1, nil),
            (2, .cancelled, 1, .palm),
        ]
        #expect(Self.rule(stream) == nil)
        for index in stream.indices {
            var other = stream
            if stream[index].phase != .moved {
                other.insert(stream[index], at: index)
                #expect(Self.rule(other) != nil, "doubled: \(index)")
                other = stream
            }
            other[index].id = 9
            let isOver = stream[index].phase == .ended || stream[index].phase == .cancelled
            #expect(Self.rule(other) != nil, "of another touch: \(index)")
            other = stream
            other.remove(at: index)
            // Without its end or a move, the stream looks like one whose finger is still down.
            #expect((Self.rule(other) != nil) == (stream[index].phase == .began), "left out: \(index), \(isOver)")
        }
    }

    @Test func `after a reset nothing is down, and no id comes again`() {
        var verifier = StreamState()
        func check(_ id: UInt64, _ phase: TouchPhase) throws { try verifier.apply(TouchID(id), phase, receiver: 0, reason: nil) }
        #expect(throws: Never.self) { try check(1, .began) }
        verifier.cancelAll()
        #expect(verifier.touchesDown.isEmpty)
        #expect(throws: StreamState.Violation.self) { try check(1, .ended) }
        #expect(throws: StreamState.Violation.self) { try check(1, .began) }
        #expect(throws: Never.self) { try check(2, .began) }
    }

    // MARK: Gestures, controls and scroll views

    private static func control(_ event: ControlEvent, _ touch: UInt64 = 1, of region: Int = 0) -> RoutedAction {
        .control(ControlAction(region: RegionID(slot: region), event: event, touch: TouchID(touch)))
    }

    private static func scroll(_ state: ScrollAction.State, of region: Int = 0) -> RoutedAction {
        .scroll(ScrollAction(region: RegionID(slot: region), offset: Point(0, 0), zoomScale: 1, state: state, first: TouchID(1)))
    }

    private static func gesture(_ state: GestureAction.State, _ gesture: Int = 0) -> RoutedAction {
        .gesture(
            GestureAction(
                gesture: GestureID(slot: gesture), region: RegionID(slot: 0), state: state, first: TouchID(1), touches: [], local: Point(0, 0),
                values: GestureValues(),
                timestamp: 0))
    }

    /// The rule that the last action breaks, with the others valid, or nil.
    private static func rule(_ actions: [RoutedAction], panels: [String] = []) -> ActionState.Violation.Rule? {
        var verifier = ActionState()
        for (index, action) in actions.enumerated() {
            do throws(ActionState.Violation) {
                try verifier.apply(action, panel: index < panels.count ? panels[index] : "p", panelID: 0, time: Int64(index))
            } catch {
                if index < actions.count - 1 { Issue.record("\(index): \(error)") }
                return error.rule
            }
        }
        return nil
    }

    @Test func `who follows frames hears of each action that does not follow, and knows how those in progress began`() {
        var state = ActionState()
        func follow(_ actions: [RoutedAction]) -> [ActionState.Violation.Rule] {
            var rules: [ActionState.Violation.Rule] = []
            state.follow(RoutedFrame(time: 1, actions: actions), panel: "p") { rules.append($0.rule) }
            return rules
        }
        #expect(follow([Self.gesture(.began), Self.gesture(.changed)]) == [])
        #expect(state.inProgress.map(\.action.step) == [.begins])
        let next = [Self.gesture(.began), Self.gesture(.changed, 1), Self.control(.touchDown), Self.control(.touchDragInside)]
        #expect(follow(next) == [.beganTwice, .notBegun])
        #expect(state.inProgress.map(\.action.step) == [.begins, .goesOn])
        #expect(follow([Self.gesture(.ended), Self.control(.touchUpInside)]) == [])
        #expect(state.inProgress.isEmpty)
    }

    @Test func `a control's finger is put down, dragged and lifted, in this order`() {
        let drags: [ControlEvent] = [
            .touchDragInside, .valueChanged, .touchDragOutside, .touchDragExit, .touchDragOutside, .touchDragInside, .touchDragEnter,
        ]
        let ends: [ControlEvent] = [.touchUpInside, .touchUpOutside, .touchCancel]
        for end in ends {
            let whole = ([.touchDown, .touchDownRepeat] + drags + [end]).map { Self.control($0) }
            #expect(Self.rule(whole + [Self.control(.touchDown, 2)]) == nil)
            for event in ControlEvent.allCases where event != .touchDown {
                #expect(Self.rule([Self.control(event)]) == .notBegun, "\(event) before its touchDown")
                #expect(Self.rule(whole + [Self.control(event)]) == .notBegun, "\(event) after \(end)")
                #expect(Self.rule([Self.control(.touchDown), Self.control(event, 2)]) == .notBegun, "\(event) of another finger")
                #expect(Self.rule([Self.control(.touchDown), Self.control(event, of: 1)]) == .notBegun, "\(event) of another control")
            }
        }
        #expect(Self.rule([Self.control(.touchDown), Self.control(.touchDown)]) == .beganTwice)
        #expect(Self.rule([Self.control(.touchDown), Self.control(.touchDown, 2)]) == .isTracking)
        #expect(Self.rule([Self.control(.touchDown), Self.control(.touchDown, 2)], panels: ["p", "q"]) == .isTracking)
        #expect(Self.rule([Self.control(.touchDown), Self.control(.touchDown, 1, of: 1)]) == nil, "a touch may have two receivers")
    }

    @Test func `a control's finger leaves before it comes back, and repeats at its beginning only`() {
        func rule(_ events: ControlEvent...) -> ActionState.Violation.Rule? { Self.rule(events.map { Self.control($0) }) }
        #expect(rule(.touchDown, .touchDragInside, .touchDownRepeat) == .lateRepeat)
        #expect(rule(.touchDown, .touchDownRepeat, .touchDownRepeat) == .lateRepeat)
        #expect(rule(.touchDown, .touchDragEnter) == .noCrossing)
        #expect(rule(.touchDown, .touchDragExit, .touchDragExit) == .noCrossing)
        #expect(rule(.touchDown, .touchDragExit, .touchDragEnter, .touchDragEnter) == .noCrossing)
        #expect(rule(.touchDown, .touchDragExit, .touchDragEnter, .touchDragExit, .touchUpOutside) == nil)
    }

    @Test func `a scroll view begins, changes and ends, on each panel by itself`() {
        for end in [ScrollAction.State.ended, .cancelled] {
            let whole = [.began, .changed, .changed, end].map { Self.scroll($0) }
            #expect(Self.rule(whole + whole) == nil)
            for state in [ScrollAction.State.changed, .ended, .cancelled] {
                #expect(Self.rule([Self.scroll(state)]) == .notBegun)
                #expect(Self.rule(whole + [Self.scroll(state)]) == .notBegun)
                #expect(Self.rule([Self.scroll(.began), Self.scroll(state, of: 1)]) == .notBegun)
                #expect(Self.rule([Self.scroll(.began), Self.scroll(state)], panels: ["p", "q"]) == .notBegun)
            }
        }
        #expect(Self.rule([Self.scroll(.began), Self.scroll(.changed), Self.scroll(.began)]) == .beganTwice)
        #expect(Self.rule([Self.scroll(.began), Self.scroll(.began)], panels: ["p", "q"]) == nil)
    }

    @Test func `a gesture is recognized alone, or begins, changes and ends`() {
        for end in [GestureAction.State.ended, .cancelled] {
            let whole = [.began, .changed, end].map { Self.gesture($0) }
            #expect(Self.rule([Self.gesture(.recognized)] + whole + whole) == nil)
            #expect(Self.rule(whole + [Self.gesture(end)]) == .notBegun)
        }
        #expect(Self.rule([Self.gesture(.changed)]) == .notBegun)
        #expect(Self.rule([Self.gesture(.began), Self.gesture(.changed, 1)]) == .notBegun)
        for state in [GestureAction.State.began, .recognized] { #expect(Self.rule([Self.gesture(.began), Self.gesture(state)]) == .beganTwice) }
        // Of the same number, but different ones.
        #expect(Self.rule([Self.gesture(.began), Self.scroll(.began), Self.control(.touchDown), Self.scroll(.ended), Self.gesture(.ended)]) == nil)
    }
}
