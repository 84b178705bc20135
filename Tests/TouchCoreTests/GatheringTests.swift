import Testing
@testable import TouchCore

/// Waiting frames are merged if only moves are lost.
@Suite struct GatheringTests {
    /// The frames of `body` with two fingers on a region with multiple touch.
    private func frames(_ body: (inout Script) -> Void...) -> [RoutedFrame] {
        var s = Script()
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 20, 20); s.frame()
        return body.map { step in
            step(&s)
            s.frame()
            return s.frame
        }
    }

    @Test func `moves are merged per touch, and come from where the first came from`() {
        let all = frames(
            {
                $0.slot(0); $0.at(11, 10)
            },
            {
                $0.slot(0); $0.at(13, 10); $0.slot(1); $0.at(25, 20)
            },
            {
                $0.slot(0); $0.at(16, 10)
            })
        var frame = all[0]
        #expect(frame.gather(all[1]) == 1)
        #expect(frame.gather(all[2]) == 1)
        #expect(frame.events.map(\.local) == [Point(16, 10), Point(25, 20)])
        #expect(frame.events.map(\.previousLocal) == [Point(10, 10), Point(20, 20)])
        #expect(frame.time == all[2].time)
        // No samples are kept, so the memory does not grow with time.
        #expect(frame.samples.isEmpty && frame.coalesced(0).map(\.local) == [Point(16, 10)])
    }

    @Test func `samples are kept on request`() {
        let all = frames(
            {
                $0.slot(0); $0.at(11, 10)
            },
            {
                $0.slot(0); $0.at(13, 10); $0.slot(1); $0.at(25, 20)
            })
        var frame = all[0]
        #expect(frame.gather(all[1], keepsSamples: true) == 1)
        #expect(frame.coalesced(0).map(\.local) == [Point(11, 10), Point(13, 10)])
        #expect(frame.coalesced(1).map(\.local) == [Point(25, 20)])
    }

    @Test func `samples of frames that were gathered already are kept in order`() {
        let all = frames(
            {
                $0.slot(0); $0.at(11, 10)
            },
            {
                $0.slot(0); $0.at(13, 10)
            },
            {
                $0.slot(0); $0.at(16, 10)
            },
            {
                $0.slot(0); $0.at(17, 10); $0.slot(1); $0.at(25, 20)
            })
        var first = all[0]
        _ = first.gather(all[1], keepsSamples: true)
        var second = all[2]
        _ = second.gather(all[3], keepsSamples: true)
        #expect(first.gather(second, keepsSamples: true, most: 3) == nil, "a line does not grow without end")
        #expect(first.gather(second, keepsSamples: true, most: 4) == 1)
        #expect(first.coalesced(0).map(\.local) == [Point(11, 10), Point(13, 10), Point(16, 10), Point(17, 10)])
        #expect(first.coalesced(0).map(\.timestamp) == all.map(\.time), "each has its own time")
        #expect(first.coalesced(0).last?.local == first.events[0].local)
        #expect(first.coalesced(1).map(\.local) == [Point(25, 20)])
    }

    @Test func `nothing merges into or past an edge`() {
        let all = frames(
            {
                $0.slot(0); $0.at(11, 10)
            }, { $0.up(1) },
            {
                $0.slot(0); $0.at(13, 10)
            })
        var move = all[0]
        #expect(move.gather(all[1]) == nil)
        var edge = all[1]
        #expect(edge.gather(all[2]) == nil)
        #expect(edge.events.map(\.phase) == [.ended])
    }

    @Test func `of actions the latest stay, in the order in which they came`() {
        func control(_ event: ControlEvent, _ value: Double? = nil) -> RoutedAction {
            .control(ControlAction(region: 3, event: event, touch: .first, value: value.map { .number($0) }))
        }
        func scroll(_ y: Double) -> RoutedAction {
            .scroll(ScrollAction(region: 4, offset: Point(0, y), zoomScale: 1, state: .changed, first: .first))
        }
        var frame = RoutedFrame(time: 1, actions: [control(.touchDragInside), scroll(5)])
        #expect(frame.gather(RoutedFrame(time: 2, actions: [control(.valueChanged, 0.5), control(.touchDragInside)])) == 1)
        #expect(frame.gather(RoutedFrame(time: 3, actions: [control(.valueChanged, 0.6), control(.touchDragInside), scroll(7)])) == 3)
        let said = frame.actions.map { action in
            switch action.content {
            case .control(let action): "\(action.event) \(action.value.map { "\($0)" } ?? "-")"
            case .scroll(let action): "scroll \(action.offset.y)"
            case .gesture: "?"
            }
        }
        #expect(said == ["valueChanged number(0.6)", "touchDragInside -", "scroll 7.0"])
        #expect(frame.gather(RoutedFrame(time: 4, actions: [control(.touchDragExit)])) == nil)
        #expect(frame.gather(RoutedFrame(time: 4, actions: [scroll(8), scroll(8)].map { $0.cancelled(at: 4) })) == nil)
    }
}
