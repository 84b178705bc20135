import JSON
import Testing

@testable import touchd_mqtt

@Suite struct KioskReportTests {
    private var clock: WallClock {
        var clock = WallClock()
        clock.update(monotonic: 0, wall: 1_795_405_000_000_000)
        return clock
    }

    private func report(_ text: String) throws -> KioskReport { try #require(KioskReport(JSONReader.parse(Array(text.utf8)), clock)) }

    static func status(
        panels: String = "", configured: String = "", screens: String = "", loadedAt: Int = 5_000_000, refused: String = "", lastGood: Bool = false
    ) -> String {
        #"{"type":"reply","id":1,"ok":true,"server":"touchd 0.1.0","protocol":1,"epoch":"e","pid":7,"time":9000000,"startedAt":1000000,"#
            + #""generation":1,"configuration":{"file":"/etc/touchd/touchd.yaml","loadedAt":\#(loadedAt)\#(refused)\#(lastGood ? ",\"lastGood\":true" : "")},"#
            + #""panels":[\#(panels)],"configuredPanels":[\#(configured)],"screens":[\#(screens)],"counts":{"clients":3,"unusedDevices":1}}"#
    }

    @Test func `a time of the monotonic clock is told in UTC`() throws {
        #expect(WallClock.text(wall: 0) == "1970-01-01T00:00:00.000Z")
        #expect(WallClock.text(wall: 951_827_696_789_000) == "2000-02-29T12:34:56.789Z")
        #expect(WallClock.text(wall: 4_107_542_399_999_000) == "2100-02-28T23:59:59.999Z")
        #expect(try report(Self.status()).status["startedAt"] == .string(clock.text(1_000_000)))
    }

    @Test func `a time beyond all clocks is the last one`() {
        #expect(clock.text(.max) == WallClock.text(wall: .max))
        var early = WallClock()
        early.update(monotonic: 10, wall: 0)
        #expect(early.text(.min) == WallClock.text(wall: .min))
    }

    @Test func `the same moment is the same text while the clocks drift apart, and another one after a step`() {
        var clock = clock
        let text = clock.text(7)
        clock.update(monotonic: 1_000_000, wall: 1_795_405_001_000_900)
        #expect(clock.text(7) == text)
        clock.update(monotonic: 1_000_000, wall: 1_795_405_101_000_000)
        #expect(clock.text(7) != text)
    }

    @Test func `a time before a sleep stays what it was, and a time after it is right`() {
        let start: Int64 = 1_795_405_000_000_000
        var clock = WallClock()
        clock.update(monotonic: 0, wall: start, slept: 70)
        clock.update(monotonic: 9_000_000, wall: start + 9_000_000, slept: 72)
        // Ten hours.
        clock.update(monotonic: 9_000_400, wall: start + 36_009_000_500, slept: 36_000_000_075)
        clock.update(monotonic: 12_000_000, wall: start + 36_012_000_000, slept: 36_000_000_070)
        #expect(clock.text(8_000_000) == WallClock.text(wall: start + 8_000_000))
        #expect(clock.text(11_000_000) == WallClock.text(wall: start + 36_011_000_000))
        // A second sleep, then a clock that somebody sets.
        clock.update(monotonic: 12_000_000, wall: start + 36_017_000_000, slept: 36_005_000_070)
        #expect(clock.text(8_000_000) == WallClock.text(wall: start + 8_000_000))
        #expect(clock.text(11_000_000) == WallClock.text(wall: start + 36_011_000_000))
        #expect(clock.text(13_000_000) == WallClock.text(wall: start + 36_018_000_000))
        clock.update(monotonic: 14_000_000, wall: start + 36_019_000_000 + 3_600_000_000, slept: 36_005_000_070)
        #expect(clock.text(8_000_000) == WallClock.text(wall: start + 3_608_000_000))
    }

    @Test func `of many sleeps the oldest ones count as one`() {
        var clock = WallClock()
        for sleep in 0...3000 as ClosedRange<Int64> {
            clock.update(monotonic: sleep * 1_000_000, wall: sleep * 2_000_000, slept: sleep * 1_000_000)
        }
        #expect(clock.text(0) == WallClock.text(wall: 0))
        #expect(clock.text(1_000_500_000) == WallClock.text(wall: 1_000_500_000))
        #expect(clock.text(2_999_500_000) == WallClock.text(wall: 5_999_500_000))
    }

    @Test func `a screen's last touch is apart from its state`() throws {
        let screen =
            #"{"screen":"main","display":"on","activity":"idle","idle":60,"mode":"normal","lastTouch":3000000,"lastOpenTouch":2000000,"surprise":[1,2]}"#
        let told = try #require(try report(Self.status(screens: screen)).screens.first)
        #expect(told.lastTouch == .string(clock.text(2_000_000)))
        #expect(told.state == ["display": "on", "activity": "idle", "idle": 60, "mode": "normal"])
    }

    @Test func `health has counts, and nothing of the moment`() throws {
        let panel = #"{"panel":"main-0","name":"ACME","health":{"reports":5,"reportRate":120,"lastReport":77,"ghosts":2}}"#
        let told = try report(Self.status(panels: panel)).panels[0]
        #expect(told.payload == ["panel": "main-0", "name": "ACME", "reports": 5, "ghosts": 2])
    }

    @Test func `a refused configuration is told by the place of its mistake alone`() throws {
        let refused = #","refusedAt":6000000,"message":"/etc/touchd/touchd.yaml:3:9: error: unknown key \"vault\"\nmore"#
        let refusal = try report(Self.status(refused: refused + "\"")).refusal
        #expect(refusal?.place == "/etc/touchd/touchd.yaml:3:9: error")
        #expect(try report(Self.status(loadedAt: 7_000_000, refused: refused + "\"")).refusal == nil)
        #expect(try report(Self.status(loadedAt: 7_000_000, refused: refused + "\"", lastGood: true)).refusal != nil)
    }

    @Test func `a report says which run of touchd it is of, and what that allows`() throws {
        let text = #"{"type":"reply","id":1,"ok":true,"server":"touchd 0.1.0","epoch":"e","configuration":{},"rights":["status","reload"]}"#
        #expect(try report(text).epoch == "e")
        #expect(try report(text).rights == ["status", "reload"])
    }

    @Test func `an error is no report`() throws {
        #expect(KioskReport(try JSONReader.parse(Array(#"{"type":"reply","id":1,"ok":false,"error":{"code":"notAllowed"}}"#.utf8)), clock) == nil)
    }
}
