import Testing

@testable import TouchCore

/// Moves of a finger that no gesture can use any more cost the same as without gestures, because no recognizer is asked.
@Suite struct WatchingTests {
    private func script() -> Script {
        Script { $0.gestures = [GestureSpec(id: "tap", type: "tap")] }
    }

    @Test func `recognizers that are over are told of ends alone, and begin anew after them`() {
        var s = script()
        func recognizers(_ s: borrowing Script) -> PanelRecognizers { s.pipeline.context.panels[s.panel]!.recognizers }
        s.down(0, id: 1, 100, 100)
        s.frame()
        #expect(recognizers(s).areWatching)
        s.at(300, 100)
        s.frame()
        #expect(recognizers(s).isActive && !recognizers(s).areWatching && !recognizers(s).haveToDecide)
        s.at(400, 100)
        s.frame()
        #expect(s.frame.events.map(\.phase) == [.moved] && s.frame.events[0].location == Point(400, 100))
        s.up(0)
        s.frame()
        #expect(s.frame.events.map(\.phase) == [.ended] && !recognizers(s).isActive)
        s.down(0, id: 2, 100, 100)
        s.frame()
        #expect(recognizers(s).areWatching)
        s.up(0)
        s.frame()
        #expect(s.frame.actions.count == 1 && s.frame.events.map(\.phase) == [.cancelled])
    }

    @Test func `a second finger is watched beside one that nobody watches any more`() {
        var s = Script(
            regions: ["a", "b"].enumerated().map { place, id in
                var region = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(Double(place) * 500, 0, 500, 1000)))
                region.gestures = [GestureSpec(id: "tap-\(id)", type: "tap")]
                return region
            })
        s.down(0, id: 1, 100, 100)
        s.frame()
        s.at(300, 100)
        s.frame()
        s.down(1, id: 2, 700, 100)
        s.slot(0)
        s.at(310, 100)
        s.frame()
        #expect(s.frame.events.map(\.phase) == [.moved, .began])
        s.slot(0)
        s.at(320, 100)
        s.up(1)
        s.frame()
        #expect(s.frame.actions.map { s.pipeline.tree[$0.region].id } == ["b"])
    }
}
