import Testing
import TouchCore

@testable import touchctl

@Suite struct `The text of a report` {
    @Test func `shows markup in names as text`() {
        var tape = FingerTape()
        tape.tap(100, 100)
        let evil = "</style></script><script>alert('1')</script>\u{1b}[0m"
        let page = tape.page([FingerTape.region(#""><img src=x onerror=alert(1)>"#, Rect(0, 0, 500, 500))], name: evil)
        #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("\u{1b}"))
        #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)"))
        #expect(page.contains("Content-Security-Policy\" content=\"default-src 'none'"))
    }

    @Test func `has numbers without superfluous digits`() {
        #expect(
            [decimal(1, 2), decimal(1.256, 2), decimal(-0.05, 1), decimal(0.04, 1), decimal(12.5, 0), decimal(.infinity, 1)] == [
                "1", "1.26", "-0.1", "0", "13", "-",
            ])
        #expect([clockText(0), clockText(1_234_000), clockText(61_000_000), clockText(3_723_000_000)] == ["0 s", "1.23 s", "1:01", "1:02:03"])
    }

    @Test func `has the wall clock of libinput's and touchctl's comments, and of no others`() {
        let libinput = "version: 1\n  events:\n  # Current time is 23:59:58\n  - evdev:\n    - [  1, 500000, 3, 57, 1]\n"
        let clock = WallClock(in: Array(libinput.utf8))
        #expect(clock?.event == 1_500_000 && clock?.hasDate == false && clock?.isUTC == false)
        #expect(clock?.text(at: 1_500_000) == "23:59:58")
        #expect(clock?.text(at: 4_500_000) == "00:00:01")
        let own = "# EVEMU 1.3\nN: x\n# Current time is 2026-11-22T23:59:59.500Z\nE: 0.000001 0003 0039 1\n"
        #expect(WallClock(in: Array(own.utf8))?.text(at: 1_000_001) == "2026-11-23 00:00:00")
        #expect(WallClock(in: Array("# EVEMU 1.3\n# Recorded yesterday\nE: 0.000001 0003 0039 1\n".utf8)) == nil)
        #expect(WallClock("soon", event: 0).text(at: 0) == nil)
        #expect(WallClock.iso8601(1_795_391_999_500_000) == "2026-11-22T23:59:59.500Z")
    }

    @Test func `has the days of the calendar`() {
        for (days, text) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22")] as [(Int64, String)] {
            #expect(CalendarDay(days: days).text == text)
            let day = CalendarDay(days: days)
            #expect(CalendarDay(year: day.year, month: day.month, day: day.day).days == days)
        }
    }

    @Test func `gives each finger the lowest free lane`() {
        var tape = FingerTape()
        tape.down(0, 100, 100)
        tape.report()
        tape.down(1, 300, 100)
        tape.report()
        tape.up(0)
        tape.report()
        tape.down(2, 500, 100)
        tape.report()
        tape.up(1)
        tape.up(2)
        tape.report()
        #expect(TimelineLanes(tape.findings().touches).lanes == [0, 1, 0])
    }
}
