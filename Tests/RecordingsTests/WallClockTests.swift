import Testing
import TouchCore

@testable import Recordings

@Suite struct `The wall clock of a recording` {
    @Test func `is read from libinput's and touchctl's comments, and from no others`() {
        let libinput = "version: 1\n  events:\n  # Current time is 23:59:58\n  - evdev:\n    - [  1, 500000, 3, 57, 1]\n"
        let clock = WallClock(in: Array(libinput.utf8))
        #expect(clock?.event == 1_500_000 && clock?.hasDate == false && clock?.isUTC == false)
        #expect(clock?.text(at: 1_500_000) == "23:59:58")
        #expect(clock?.text(at: 4_500_000) == "00:00:01")
        let own = "# EVEMU 1.3\nN: x\n# Current time is 2026-11-22T23:59:59.500Z\nE: 0.000001 0003 0039 1\n"
        #expect(WallClock(in: Array(own.utf8))?.text(at: 1_000_001) == "2026-11-23 00:00:00")
        #expect(WallClock(in: Array("# EVEMU 1.3\n# Recorded yesterday\nE: 0.000001 0003 0039 1\n".utf8)) == nil)
        #expect(WallClock("soon", event: 0).text(at: 0) == nil)
        #expect(WallClock.comment(1_795_391_999_500_000) == "Current time is 2026-11-22T23:59:59.500Z")
    }

    @Test func `is read from what is written`() {
        var writer = EvemuWriter()
        writer.comment(WallClock.comment(1_795_391_999_500_000))
        writer.add(InputEvent(time: 3_000_000, type: EventType.syn, code: SynCode.report, value: 0), name: "SYN_REPORT")
        let clock = WallClock(in: writer.bytes)
        #expect(clock?.event == 1 && clock?.hasDate == true && clock?.isUTC == true)
        #expect(clock?.text(at: 500_001) == "2026-11-23 00:00:00")
    }

    @Test func `has the days of the calendar`() {
        for (days, text) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22")] as [(Int64, String)] {
            #expect(CalendarDay(days: days).text == text)
            let day = CalendarDay(days: days)
            #expect(CalendarDay(year: day.year, month: day.month, day: day.day).days == days)
        }
    }
}
