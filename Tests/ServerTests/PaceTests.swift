import Testing
import Wire

@testable import Server
@testable import TouchCore

/// `maxRate` for panels whose event times come from different clocks: live panels, and recordings in their place.
@Suite struct PaceTests {
    /// A recording that started at 1 000 000 on the monotonic clock.
    private let recorded = PanelID(slot: 1)
    /// The next panel in the same slot.
    private let next = PanelID(slot: 1, generation: 1)

    private func stage() throws -> (Stage, TestClient) {
        let stage = try Stage()
        stage.playRecording(from: 1_000_000)
        return (stage, stage.connect(#"{"type":"subscribe","id":1,"regions":["w/a"],"maxRate":10}"#))
    }

    private func played(
        _ phase: TouchPhase, _ x: Double, in region: String, at time: Int64, as panel: String = "r", on panelID: PanelID? = nil, id: UInt64 = 90_000,
        _ stage: Stage
    ) {
        let index = stage.tree.index(ofID: region)!
        let place = Point(x, 10)
        let touch = RoutedTouch(
            id: TouchID(id), phase: phase, reason: nil, target: index, receiver: index, location: place, local: place, previousLocal: place,
            timestamp: time, isInside: true, tapCount: 1, axes: TouchAxes())
        stage.publisher.publish(RoutedFrame(panel: panelID ?? recorded, time: time, events: [touch]), panel: panel)
    }

    private func frames(_ lines: [JSONValue]) -> [String] {
        lines.filter { $0.type == "frame" }.map { "\($0["panel"]!.string!) \($0.int("time")!)" }
    }

    @Test func `a held move of a recording does not go with a live panel's earlier frame`() throws {
        let (stage, client) = try stage()
        played(.began, 10, in: "a", at: 0, stage)
        played(.moved, 20, in: "a", at: 10_000, stage)
        stage.frame([0: (700, 10)])  // 1 010 000 on the monotonic clock, in `b`
        #expect(frames(stage.receive(client)) == ["r 0"], "due at 1 100 000")
        stage.time = 1_090_000
        stage.frame([0: (710, 10)])
        #expect(frames(stage.receive(client)) == ["r 10000"])
    }

    @Test func `a held move of a live panel goes before a recording's later frame`() throws {
        let (stage, client) = try stage()
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        played(.began, 700, in: "b", at: 109_999, stage)
        #expect(frames(stage.receive(client)) == ["p 1010000"], "due at 1 110 000")
        played(.moved, 710, in: "b", at: 110_000, stage)
        #expect(frames(stage.receive(client)) == ["p 1020000"])
    }

    /// A panel's number is reused after the panel is gone; the next panel keeps neither its time nor its name.
    @Test(arguments: [Int64(0), 1_000_000]) func `a held move of the next panel has its own name`(offset: Int64) throws {
        let (stage, client) = try stage()
        played(.began, 10, in: "a", at: 5_000_000, stage)
        played(.ended, 10, in: "a", at: 5_010_000, stage)
        stage.publisher.removed("r", panelID: recorded, time: 5_020_000)
        stage.playRecording(from: offset)
        played(.began, 10, in: "a", at: 1000, as: "next", id: 90_001, stage)
        played(.moved, 20, in: "a", at: 2000, as: "next", id: 90_001, stage)
        #expect(stage.publisher.deadline(ofPanel: recorded) == 101_000)
        #expect(stage.publisher.advance(panel: recorded, to: 101_000))
        #expect(frames(stage.receive(client)) == ["r 5000000", "r 5010000", "next 1000", "next 2000"])
    }

    /// A cancel for one client carries the time of the last line about the same panel, not about an earlier panel of its slot.
    @Test func `a cancel of the next panel has its own time`() throws {
        let (stage, client) = try stage()
        let plain = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/a"]}"#)
        played(.began, 10, in: "a", at: 5_000_000, stage)
        played(.ended, 10, in: "a", at: 5_010_000, stage)
        stage.publisher.removed("r", panelID: recorded, time: 5_020_000)
        played(.began, 10, in: "a", at: 1000, as: "next", on: next, id: 90_001, stage)
        for client in [client, plain] {
            client.send(#"{"type":"unsubscribe","id":2,"subscription":1}"#)
            stage.turn()
            #expect(frames(stage.receive(client)) == ["r 5000000", "r 5010000", "next 1000", "next 1000"])
        }
    }

    @Test func `of two held moves the one that is due first goes first`() throws {
        let (stage, client) = try stage()
        stage.frame([0: (10, 10)])
        stage.frame([0: (20, 10)])
        played(.began, 30, in: "a", at: 50_000, stage)  // the live panel's move is sent before it
        played(.moved, 40, in: "a", at: 60_000, stage)
        stage.frame([0: (30, 10)])
        _ = stage.receive(client)
        client.send(#"{"type":"sync","id":2}"#)
        stage.turn()
        #expect(frames(stage.receive(client)) == ["p 1030000", "r 60000"])
    }
}
