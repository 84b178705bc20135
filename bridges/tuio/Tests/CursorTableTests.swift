import JSON
import Testing
@testable import TouchdClient

@testable import touchd_tuio

@Suite struct `The cursors of a surface` {
    private let surface = Surface.screen(width: 1000, height: 500)
    private let second: Int64 = 1_000_000

    /// A table that has sent its first, empty bundle at time 0.
    private func table() -> CursorTable {
        var table = CursorTable(sessions: RisingNumber(wallClock: 0), now: 0)
        _ = table.tick(now: 0)
        return table
    }

    private func touch(_ id: UInt64, _ phase: Phase, _ x: Double, _ y: Double, region: String? = "map") -> TouchEvent {
        TouchEvent(
            id: id, phase: phase, region: region, target: region, location: Point(x, y), local: nil, tapCount: 1, isInside: true, fields: .object([:])
        )
    }

    @Test func `the first bundle is empty and due at once`() throws {
        var table = CursorTable(sessions: RisingNumber(wallClock: 0), now: 5)
        #expect(table.due == 5)
        let bundles = try told(table.tick(now: 5))
        #expect(bundles.count == 1 && bundles[0].alive.isEmpty && bundles[0].sets.isEmpty)
    }

    @Test func `while nothing changes everything is told once a second, also that nobody is there`() throws {
        var table = table()
        let early = table.tick(now: second - 1)
        #expect(early == nil && table.due == second)
        let bundles = try told(table.tick(now: second))
        #expect(bundles[0].alive.isEmpty)
        _ = table.apply([touch(1, .began, 100, 100), touch(2, .began, 200, 100)], at: 0, on: surface, now: second + 1)
        let still = table.tick(now: second + 2)
        #expect(still == nil)
        let full = try told(table.tick(now: 2 * second))
        #expect(full[0].alive == [1, 2] && full[0].sets.map(\.session) == [1, 2])
    }

    @Test func `a bundle tells what has changed, and every one who is alive`() throws {
        var table = table()
        let began = try told(table.apply([touch(1, .began, 250, 250), touch(2, .began, 500, 125)], at: 0, on: surface, now: 10))
        #expect(began[0].sets.map(\.place) == [Point(0.25, 0.5), Point(0.5, 0.25)])
        let moved = try told(table.apply([touch(2, .moved, 600, 125)], at: 10_000, on: surface, now: 20))
        #expect(moved[0].alive == [1, 2] && moved[0].sets.map(\.session) == [2])
        let ended = try told(table.apply([touch(1, .ended, 250, 250)], at: 20_000, on: surface, now: 30))
        #expect(ended[0].alive == [2] && ended[0].sets.isEmpty)
    }

    @Test(arguments: [Phase.ended, .cancelled(reason: "palm"), .cancelled(reason: "disconnected")])
    func `a touch that is over leaves the living`(phase: Phase) throws {
        var table = table()
        _ = table.apply([touch(1, .began, 0, 0)], at: 0, on: surface, now: 1)
        let bundles = try told(table.apply([touch(1, phase, 0, 0)], at: 1, on: surface, now: 2))
        #expect(bundles[0].alive.isEmpty)
    }

    @Test func `a session is not used again, also when its touch begins anew`() throws {
        var table = table()
        var sessions: [Int32] = []
        for round in 1...5 {
            sessions += try told(table.apply([touch(1, .began, 0, 0)], at: 0, on: surface, now: Int64(round)))[0].alive
            _ = table.apply([touch(1, .ended, 0, 0)], at: 0, on: surface, now: Int64(round))
        }
        #expect(sessions == [1, 2, 3, 4, 5])
    }

    @Test func `a touch of several receivers is one cursor until the last is done with it`() throws {
        var table = table()
        let began = try told(table.apply([touch(1, .began, 0, 0, region: "a"), touch(1, .began, 0, 0, region: "b")], at: 0, on: surface, now: 1))
        #expect(began.last?.alive == [1])
        let first = table.apply([touch(1, .cancelled(reason: "gesture"), 0, 0, region: "a")], at: 1, on: surface, now: 2)
        #expect(first == nil)
        let bundles = try told(table.apply([touch(1, .ended, 0, 0, region: "b")], at: 2, on: surface, now: 3))
        #expect(bundles[0].alive.isEmpty)
    }

    @Test func `a touch that goes over to another receiver in a frame stays the same cursor`() {
        var table = table()
        _ = table.apply([touch(1, .began, 0, 0, region: "a")], at: 0, on: surface, now: 1)
        _ = table.apply([touch(1, .cancelled(reason: "stolen"), 0, 0, region: "a"), touch(1, .began, 0, 0, region: "b")], at: 1, on: surface, now: 2)
        #expect(table.cursors.map(\.session) == [1])
    }

    @Test func `a tap that begins and ends in one frame is told`() throws {
        var table = table()
        let bundles = try told(table.apply([touch(1, .began, 0, 0), touch(1, .ended, 0, 0)], at: 0, on: surface, now: 1))
        #expect(bundles.map(\.alive) == [[1], []] && bundles[0].sets.count == 1)
    }

    @Test func `velocity is in widths and heights a second, acceleration the change of its length`() throws {
        var table = table()
        _ = table.apply([touch(1, .began, 0, 0)], at: 0, on: surface, now: 1)
        // 30 points of 1000 and 20 of 500 in 10 ms.
        let first = try told(table.apply([touch(1, .moved, 30, 20)], at: 10_000, on: surface, now: 10_001))[0].sets[0]
        #expect(isNear(first.velocity.x, 3) && isNear(first.velocity.y, 4) && isNear(first.acceleration, 500))
        let second = try told(table.apply([touch(1, .moved, 60, 40)], at: 20_000, on: surface, now: 20_001))[0].sets[0]
        #expect(isNear(second.velocity.x, 3) && isNear(second.velocity.y, 4) && isNear(second.acceleration, 0))
    }

    @Test func `a finger that rests is told to stand still`() throws {
        var table = table()
        _ = table.apply([touch(1, .began, 0, 0)], at: 0, on: surface, now: 1)
        _ = table.apply([touch(1, .moved, 30, 20)], at: 10_000, on: surface, now: 10_001)
        #expect(table.due == 10_001 + CursorTable.restAfter)
        let early = table.tick(now: table.due - 1)
        #expect(early == nil)
        let rests = try told(table.tick(now: table.due))[0].sets[0]
        #expect(rests.velocity == Point(0, 0) && rests.acceleration == 0 && rests.place == Point(0.03, 0.04))
        #expect(table.due == second)
    }

    @Test func `nothing of a sensitive region is sent, whatever the rights`() {
        var table = table()
        let bundles = table.apply([touch(CursorTable.firstSensitive, .began, 1, 1)], at: 0, on: surface, now: 1)
        #expect(bundles == nil && table.cursors.isEmpty)
    }

    @Test func `a touch whose begin was not seen is none`() {
        var table = table()
        let bundles = table.apply([touch(1, .moved, 1, 1)], at: 0, on: surface, now: 1)
        #expect(bundles == nil && table.cursors.isEmpty)
    }

    private func told(_ bundles: [BundleContent]?) throws -> [BundleContent] { try #require(bundles) }

    private func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }
}
