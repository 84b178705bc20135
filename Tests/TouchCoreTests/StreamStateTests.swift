import Testing
@testable import TouchCore

/// The state known to one subscriber, and the cancels made from it.
@Suite struct StreamStateTests {
    private static func touch(_ id: UInt64, _ phase: TouchPhase, _ receiver: RegionID? = 0, at x: Double = 0) -> RoutedTouch {
        RoutedTouch(
            id: TouchID(id), phase: phase, reason: phase == .cancelled ? .palm : nil, target: receiver, receiver: receiver,
            location: Point(x, 0), local: Point(x, 0), previousLocal: Point(x, 0), timestamp: 0, isInside: true, tapCount: 1, axes: TouchAxes())
    }

    private static func control(_ event: ControlEvent, _ touch: UInt64, of region: RegionID) -> RoutedAction {
        .control(ControlAction(region: region, event: event, touch: TouchID(touch)))
    }

    private static func state(_ frames: RoutedFrame..., panel: String = "p") throws -> StreamState {
        var state = StreamState()
        for frame in frames { try state.apply(frame, panel: panel) }
        return state
    }

    @Test func `nothing of a frame that breaks a rule begins or ends`() throws {
        var state = try Self.state(
            RoutedFrame(
                time: 1, events: [Self.touch(1, .began), Self.touch(2, .began), Self.touch(3, .began)],
                actions: [Self.control(.touchDown, 1, of: 5), Self.control(.touchDown, 2, of: 6)]))
        let broken = RoutedFrame(
            time: 2,
            events: [Self.touch(1, .ended), Self.touch(4, .began), Self.touch(5, .began), Self.touch(4, .ended), Self.touch(3, .cancelled)],
            actions: [Self.control(.touchUpInside, 1, of: 5), Self.control(.touchDown, 3, of: 7), Self.control(.touchDown, 9, of: 6)])
        #expect(throws: ActionState.Violation.self) { try state.apply(broken, panel: "p") }
        #expect(state.touches.map(\.touch.id.rawValue) == [1, 2, 3])
        #expect(state.actions.inProgress.map(\.action.region) == [5, 6])
        // The line was not sent: touches and gestures that it would have ended are cancelled, and those that it would have begun are not.
        let cancels = state.cancel(.resync)
        #expect(cancels.map(\.frame.time) == [1])
        #expect(cancels[0].frame.events.map(\.id.rawValue) == [1, 2, 3])
        #expect(cancels[0].frame.events.allSatisfy { $0.phase == .cancelled && $0.reason == .resync })
        #expect(state.isEmpty)
        state.checkInvariants()
    }

    /// Most frames list moves in the order of the begins; in any order, each touch has its last place.
    @Test func `moves are applied in any order, and to the touch and receiver that they name`() throws {
        let begins = [Self.touch(1, .began), Self.touch(2, .began, 0), Self.touch(2, .began, 1), Self.touch(3, .began)]
        for order in [[0, 1, 2, 3], [0, 2, 3], [3, 2, 1, 0], [1, 0, 3], [2, 1], [1, 1, 3]] {
            var state = try Self.state(RoutedFrame(time: 1, events: begins))
            let moves = order.enumerated().map { step, index in
                Self.touch(begins[index].id.rawValue, step == 1 ? .stationary : .moved, begins[index].receiver, at: Double(10 * step + 5))
            }
            try state.apply(RoutedFrame(time: 2, events: moves), panel: "p")
            var places = [0.0, 0, 0, 0]
            for (step, index) in order.enumerated() { places[index] = Double(10 * step + 5) }
            #expect(state.touches.map(\.touch.location.x) == places, "\(order)")
            #expect(state.touches.map(\.time) == places.map { $0 == 0 ? 1 : 2 }, "\(order)")
        }
    }

    @Test func `a move of a touch that is not down breaks the rules wherever it stands`() throws {
        for stray in [Self.touch(9, .moved), Self.touch(2, .moved, 7), Self.touch(3, .moved, nil)] {
            for place in 0...3 {
                var state = try Self.state(RoutedFrame(time: 1, events: [Self.touch(1, .began), Self.touch(2, .began), Self.touch(3, .began)]))
                var moves = [Self.touch(1, .moved), Self.touch(2, .moved), Self.touch(3, .moved)]
                moves.insert(stray, at: place)
                #expect(throws: StreamState.Violation.self) { try state.apply(RoutedFrame(time: 2, events: moves), panel: "p") }
            }
        }
        var reasoned = Self.touch(1, .moved)
        reasoned.reason = .palm
        var state = try Self.state(RoutedFrame(time: 1, events: [Self.touch(1, .began)]))
        #expect(throws: StreamState.Violation.self) { try state.apply(RoutedFrame(time: 2, events: [reasoned]), panel: "p") }
    }

    @Test func `cancels are a frame a panel, at the time of the panel's last line`() throws {
        var state = StreamState()
        try state.apply(RoutedFrame(panel: 1, time: 10, events: [Self.touch(1, .began), Self.touch(2, .began, 1)]), panel: "q")
        try state.apply(RoutedFrame(panel: 0, time: 500, events: [Self.touch(3, .began)]), panel: "p")
        try state.apply(RoutedFrame(panel: 1, time: 20, events: [Self.touch(2, .moved, 1, at: 7)]), panel: "q")
        let cancels = state.cancel(.lagged, touches: { $0.id.rawValue != 2 })
        #expect(cancels.map(\.panel) == ["p", "q"])
        #expect(cancels.map(\.frame.time) == [500, 20])
        #expect(cancels.map { $0.frame.events.map(\.id.rawValue) } == [[3], [1]])
        #expect(state.touches.map(\.touch.location.x) == [7])
        #expect(state.cancel(.lagged, touches: { _ in false }).isEmpty)
    }

    @Test func `a panel's slot may become another's, with a clock of its own, while touches of the one before are known`() throws {
        var state = StreamState()
        try state.apply(RoutedFrame(panel: 1, time: 10, events: [Self.touch(1, .began), Self.touch(2, .began)]), panel: "q")
        try state.apply(RoutedFrame(panel: 1, time: 20, events: [Self.touch(2, .ended)]), panel: "q")
        #expect(state.cancel(.lagged).map(\.frame.time) == [20])
        let next = PanelID(slot: 1, generation: 1)
        try state.apply(RoutedFrame(panel: next, time: 5, events: [Self.touch(3, .began)]), panel: "q")
        try state.apply(RoutedFrame(panel: next, time: 7, events: []), panel: "q")
        #expect(state.cancel(.lagged).map(\.frame.time) == [7])
    }

    @Test func `what was cancelled for a subscriber goes on for it no more, and does not begin again`() throws {
        var state = try Self.state(RoutedFrame(time: 1, events: [Self.touch(1, .began)]))
        _ = state.cancel(.lagged)
        #expect(throws: StreamState.Violation.self) { try state.apply(RoutedFrame(time: 2, events: [Self.touch(1, .moved)]), panel: "p") }
        #expect(throws: StreamState.Violation.self) { try state.apply(RoutedFrame(time: 2, events: [Self.touch(1, .began)]), panel: "p") }
    }

    @Test func `what it was not shown from the begin is hidden until it is over`() throws {
        var state = try Self.state(RoutedFrame(time: 1, events: [Self.touch(1, .began)], actions: [Self.control(.touchDown, 1, of: 5)]))
        var others = ActionState()
        try others.apply(Self.control(.touchDown, 1, of: 5), panel: "p", panelID: 0, time: 1)
        try others.apply(Self.control(.touchDown, 2, of: 6), panel: "p", panelID: 0, time: 1)
        state.setForeign(touches: [Self.touch(1, .moved), Self.touch(1, .moved, 3), Self.touch(2, .moved)], actions: others.inProgress)
        state.checkInvariants()
        func hides(_ touch: RoutedTouch) -> Bool { state.hides(touch) }
        func hides(_ action: RoutedAction, panel: String = "p") -> Bool { state.hides(action.head, panel: panel) }
        #expect(!hides(Self.touch(1, .moved)), "this one it knows")
        #expect(hides(Self.touch(1, .moved, 3)) && hides(Self.touch(2, .ended)) && !hides(Self.touch(2, .moved)))
        #expect(hides(Self.touch(1, .cancelled, 3)))
        #expect(!hides(Self.control(.touchDragInside, 1, of: 5)) && !hides(Self.control(.touchDragInside, 2, of: 6), panel: "q"))
        #expect(hides(Self.control(.touchDragInside, 2, of: 6)) && !state.knowsAll)
        #expect(hides(Self.control(.touchUpInside, 2, of: 6)) && state.knowsAll)
    }

    @Test func `a new sequence of the same subject is its own, even if it missed the end of the last one`() throws {
        let began = RoutedAction.scroll(ScrollAction(region: 2, offset: Point(0, 0), zoomScale: 1, state: .began, first: TouchID(1)))
        var all = ActionState()
        try all.apply(began, panel: "p", panelID: 0, time: 1)
        var state = StreamState()
        state.setForeign(touches: [], actions: all.inProgress)
        let isHidden = state.hides(began.head, panel: "p")
        #expect(!isHidden && state.knowsAll)
    }
}
