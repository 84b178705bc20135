import Testing
import TouchCore

@testable import Report

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

    @Test func `sets the names of regions apart from what is drawn below them`() {
        var tape = FingerTape()
        tape.tap(100, 100)
        let page = tape.page([FingerTape.region("map", Rect(0, 0, 500, 500))])
        // In the picture of paths, and in the heat map.
        #expect(page.split(separator: "<text class=\"name\"").count - 1 == 2)
        #expect(page.contains("svg .name {") && page.contains("paint-order: stroke"))
    }

    @Test func `names recordings that are not in it, and why, even beside a single one that is`() {
        var tape = FingerTape()
        tape.tap(100, 100)
        let report = RecordingReport(findings: [tape.findings()], unread: [("bad<.evemu", "line 3 is wrong")], configuration: nil)
        let page = report.page.html.text
        #expect(page.contains("<title>Touch report: 2 recordings</title>"))
        #expect(page.contains("data-table=\"contents\"") && page.contains("data-table=\"unread\""))
        #expect(page.contains("bad&lt;.evemu</span></td><td>line 3 is wrong</td>"))
        #expect(!tape.page().contains("data-table=\"unread\""))
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

    @Test func `gives a finger that comes down in the report in which another lifts a lane of its own`() {
        var tape = FingerTape()
        tape.down(0, 100, 100)
        tape.report()
        tape.up(0)
        tape.down(1, 300, 100)
        tape.report()
        tape.up(1)
        tape.report()
        #expect(TimelineLanes(tape.findings().touches).lanes == [0, 1])
    }
}
