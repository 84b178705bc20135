import FakePlatform
import Glibc
import Panels
import Recordings
import Server
import Testing
import TouchCore
import Wire

@testable import Service

/// `touchd --recording … --loop`.
@Suite struct LoopedRecordingTests {
    /// A tap half a second after the recording's begin.
    private static let tap: [InputEvent] = [
        (0, EventType.abs, AbsCode.mtTrackingID, 1), (0, EventType.abs, AbsCode.mtPositionX, 5), (0, EventType.abs, AbsCode.mtPositionY, 5),
        (0, EventType.syn, SynCode.report, 0), (500_000, EventType.abs, AbsCode.mtTrackingID, -1), (500_000, EventType.syn, SynCode.report, 0),
    ].map { InputEvent(time: 7_000_000 + $0, type: $1, code: $2, value: $3) }

    private static func recording(_ events: [InputEvent]) -> Recording {
        Recording(file: "tap.evemu", panel: Bench.touchscreen().description, events: events)
    }

    @Test func `a recording is played again a second after its end, as a panel of the same name, with later times`() throws {
        let bench = try Bench(looping: Self.recording(Self.tap))
        #expect(bench.heard() == ["hello", "reply", "snapshot", "began on s-0"])
        bench.pass(499_999)
        #expect(bench.heard() == [])
        bench.pass(1)
        #expect(bench.heard() == ["ended on s-0", "s-0 removed"])
        bench.pass(999_999)
        #expect(bench.heard() == [])
        for _ in 0..<3 {
            bench.pass(1)
            #expect(bench.heard() == ["s-0 added", "began on s-0"])
            bench.pass(1_499_999)
            #expect(bench.heard() == ["ended on s-0", "s-0 removed"])
        }
        #expect(bench.times == bench.times.sorted() && bench.times.first == 7_000_000 && bench.times.last == 7_000_000 + 3 * 1_500_000 + 500_000)
    }

    @Test func `rounds that were missed are not made up for`() throws {
        let bench = try Bench(looping: Self.recording(Self.tap))
        _ = bench.heard()
        bench.pass(500_000)
        #expect(bench.heard() == ["ended on s-0", "s-0 removed"])
        bench.time += 3_600_000_000
        #expect(bench.heard() == ["s-0 added", "began on s-0"])
    }

    @Test func `a recording without events ends nothing but itself`() throws {
        let bench = try Bench(looping: Self.recording([]))
        #expect(bench.heard() == ["hello", "reply", "snapshot", "s-0 removed"])
        bench.pass(10_000_000)
        #expect(bench.heard() == [])
    }

    @Test func `a recording waits for a client that subscribes to events`() throws {
        let bench = try Bench(looping: Self.recording(Self.tap), subscribes: false)
        bench.send(#"{"type":"subscribe","events":[]}"#)
        bench.pass(10_000_000)
        #expect(bench.heard() == ["hello", "reply", "snapshot"])
        bench.send(#"{"type":"subscribe","events":["touch"]}"#)
        #expect(bench.heard() == ["reply", "snapshot", "began on s-0"])
    }
}
