import Configuration
import FakePlatform
import Files
import Glibc
import Testing
import TouchCore
import Wire

@testable import Service

/// Counts by the hour of the wall clock (`stats` with `hours`), which does not affect events.
@Suite struct HourlyStatisticsTests {
    private static let noon: Int64 = 1_795_392_000

    private func totals(_ touches: Int, _ cancels: [CancelReason: Int] = [:], drops: Int = 0) -> UseTotals {
        var totals = UseTotals()
        totals.touches = touches
        totals.cancels = cancels
        totals.panels["main-0"] = PanelTotals()
        totals.panels["main-0"]!.drops = drops
        return totals
    }

    @Test func `what has come since the last look is in the hour of the look`() {
        var table = HourTable()
        table.removeAll(from: totals(100))
        table.add(totals(103, [.palm: 1]), at: Self.noon + 60)
        table.add(totals(104, [.palm: 1], drops: 2), at: Self.noon + 3_599)
        table.add(totals(104, [.palm: 1], drops: 2), at: Self.noon + 3_700)
        table.add(totals(110, [.palm: 4], drops: 2), at: Self.noon + 7_300)
        #expect(table.hours.map(\.time) == [Self.noon, Self.noon + 7_200])
        #expect(table.hours.map(\.totals.touches) == [4, 6])
        #expect(table.hours.map(\.totals.cancels) == [[.palm: 1], [.palm: 3]])
        #expect(table.hours[0].totals.panels["main-0"]?.drops == 2 && table.hours[1].totals.panels.isEmpty)
    }

    @Test func `a clock that is set back goes on in the hour that it shows, and the oldest hours go`() {
        var table = HourTable()
        table.add(totals(1), at: Self.noon)
        table.add(totals(2), at: 40)
        table.add(totals(3), at: Self.noon + 10)
        #expect(table.hours.map(\.time) == [0, Self.noon] && table.hours.map(\.totals.touches) == [1, 2])
        for hour in 1...HourTable.most { table.add(totals(3 + hour), at: Self.noon + Int64(hour) * 3_600) }
        #expect(table.hours.count == HourTable.most && table.hours[0].time == Self.noon + 3_600)
    }

    @Test func `hours that are still to come, from a clock that was ahead, are the first to go`() {
        var table = HourTable()
        let ahead = Self.noon + 50_000 * 3_600
        for hour in 0..<HourTable.most { table.add(totals(1 + hour), at: ahead + Int64(hour) * 3_600) }
        table.add(totals(1000), at: Self.noon)
        table.add(totals(1001), at: Self.noon + 3_600)
        #expect(table.hours.count == HourTable.most && table.hours.prefix(3).map(\.time) == [Self.noon, Self.noon + 3_600, ahead + 3_600])
        #expect(table.hours.last?.time == ahead + Int64(HourTable.most - 2) * 3_600)
    }

    @Test func `an hour of a clock that was behind takes the place of the oldest hour, and goes first`() {
        var table = HourTable()
        for hour in 0..<HourTable.most { table.add(totals(1 + hour), at: Self.noon + Int64(hour) * 3_600) }
        table.add(totals(1000), at: 40)
        #expect(table.hours.prefix(2).map(\.time) == [0, Self.noon + 3_600])
        let next = Self.noon + Int64(HourTable.most) * 3_600
        table.add(totals(1001), at: next)
        #expect(table.hours.first?.time == Self.noon + 3_600 && table.hours.last?.time == next && table.hours.count == HourTable.most)
    }

    private static func settings() -> Settings {
        var settings = Bench.settings([Bench.panel()], region: "a")
        settings.server.keepsStatistics = true
        return settings
    }

    private func tap(_ bench: Bench, _ touchscreen: FakeTouchscreen) {
        bench.touch(touchscreen, (10, 10))
        bench.touch(touchscreen, nil)
    }

    @Test func `taps are counted in the hour that the wall clock shows, and outlive a restart`() throws {
        var template = Array("/tmp/touchd-hours-XXXXXX".utf8CString)
        let path = String(cString: mkdtemp(&template)!)
        defer {
            for name in ["statistics.json", "hours.json"] { unlink(path + "/" + name) }
            rmdir(path)
        }
        let one = Bench.touchscreen()
        let bench = try Bench(settings: Self.settings(), one, state: StateFolder(path))
        bench.system.wallClock = Self.noon + 3_500
        tap(bench, one)
        tap(bench, one)
        bench.pass(61_000_000)
        bench.system.wallClock = Self.noon + 3_700
        tap(bench, one)
        #expect(bench.service.statistics(resets: false).hours.map(\.totals.taps) == [2, 1])
        bench.service.shutDown()
        let two = Bench.touchscreen()
        let next = try Bench(settings: Self.settings(), two, state: StateFolder(path))
        next.system.wallClock = Self.noon + 3_800
        tap(next, two)
        let hours = next.service.statistics(resets: false).hours
        #expect(hours.map(\.time) == [Self.noon, Self.noon + 3_600] && hours.map(\.totals.taps) == [2, 2])
        #expect(hours[1].totals.panels["s-0"]?.touches == 2)
        next.service.shutDown()
    }

    @Test func `without a folder to keep them in, the log says so once`() throws {
        let bench = try Bench(settings: Self.settings(), Bench.touchscreen())
        #expect(bench.system.log.count { $0.contains("statistics: keep") } == 1, "\(bench.system.log)")
    }

    @Test func `the socket answers them to who asks for them, and counts anew`() throws {
        let one = Bench.touchscreen()
        let bench = try Bench([Bench.panel()], one)
        bench.system.wallClock = Self.noon
        tap(bench, one)
        let client = TestClient(bench.path)
        client.send(#"{"type":"stats","id":1}"#)
        bench.turn()
        #expect(!String(decoding: client.receive(atMost: 1 << 16), as: UTF8.self).contains("hours"))
        client.send(#"{"type":"stats","id":2,"hours":true,"reset":true}"#)
        bench.turn()
        let said = String(decoding: client.receive(atMost: 1 << 16), as: UTF8.self)
        #expect(said.contains(#""hours":[{"time":1795392000,"touches":1,"taps":1,"dwell":"#), "\(said)")
        #expect(bench.service.statistics(resets: false).hours.isEmpty)
        tap(bench, one)
        #expect(bench.service.statistics(resets: false).hours.map(\.totals.touches) == [1])
    }

    @Test func `a damaged file is no history, and harms nobody`() {
        #expect(SavedHours.read(Array("[]".utf8)) == nil)
        let read = SavedHours.read(
            Array(#"{"version":1,"hours":[{"time":3600,"touches":-3,"cancels":{"palm":2,"nothing":1},"panels":[{}]},7,{"touches":1}]}"#.utf8))
        var totals = UseTotals()
        totals.cancels = [.palm: 2]
        #expect(read == [HourEntry(time: 3_600, totals: totals)])
        let hours = [HourEntry(time: 7_200, totals: self.totals(5, [.gesture: 1], drops: 1))]
        #expect(SavedHours.read(SavedHours.write(hours)) == hours)
    }
}
