import Glibc
import Testing
import Wire

@testable import Report

/// Runs in UTC, whatever this machine's time zone is.
@Suite(.serialized) struct `A report of what a kiosk keeps` {
    /// 2026-11-23 00:00 UTC.
    private static let midnight: Int64 = 1_795_392_000

    init() {
        setenv("TZ", "UTC", 1)
        tzset()
    }

    private func hour(_ json: String) throws -> UseHour { try #require(UseHour(try JSONReader.parse(Array(json.utf8)))) }

    @Test func `understands the times that it is asked for`() {
        let now = Self.midnight + 3_600
        func read(_ text: String) -> Int64? { SinceTime.read(text, now: now) }
        #expect(read("2026-11-22") == Self.midnight - 86_400)
        #expect(read("2026-11-22 14:30") == Self.midnight - 86_400 + 14 * 3_600 + 1_800)
        #expect(read("2026-11-22T14:30:05") == Self.midnight - 86_400 + 14 * 3_600 + 1_805)
        #expect([read("90min"), read("24h"), read("7d"), read("2w")] == [now - 5_400, now - 86_400, now - 604_800, now - 1_209_600])
        #expect([read("today"), read("yesterday")] == [Self.midnight, Self.midnight - 86_400])
        for wrong in ["", "soon", "2026-02-30", "2026-11", "2026-11-22 25:00", "h", "-3h", "2026-11-22 ", "1e3h"] {
            #expect(read(wrong) == nil, "\(wrong)")
        }
    }

    @Test func `adds the hours that it is asked for, and no others`() throws {
        let old = try hour(#"{"time":1795305600,"touches":100,"taps":1,"cancels":{"palm":9},"panels":[]}"#)
        let one = try hour(
            #"{"time":1795392000,"touches":7,"taps":3,"missed":1,"cancels":{"palm":2},"#
                + #""panels":[{"panel":"main-0","touches":8,"reports":80,"ghosts":1,"drops":0}]}"#
        )
        let two = try hour(
            #"{"time":1795395600,"touches":3,"taps":1,"missed":0,"cancels":{"palm":1,"gesture":4},"#
                + #""panels":[{"panel":"main-0","touches":3,"reports":20,"ghosts":0,"drops":2}]}"#
        )
        let page = UseReport(since: Self.midnight, until: Self.midnight + 9_000, hours: [old, one, two], alarms: [], missing: []).page.html.text
        for (name, count) in [
            ("touches", 10), ("taps", 4), ("cancels", 7), ("missed", 1), ("ghosts", 1), ("drops", 2), ("alarms", 0), ("perHour", 5),
        ] {
            #expect(page.contains("data-count=\"\(name)\">\(count)<"), "\(name)")
        }
        #expect(page.contains("2026-11-23 00:00 to 2026-11-23 02:30") && page.contains("<td class=\"n\">9.1</td>"))
        #expect(page.ranges(of: "data-hours=\"touches\"").count == 2)
    }

    @Test func `says at which hours of the day the kiosk is used if it has more than two days`() throws {
        func page(_ length: Int64) throws -> String {
            let hours = try [(0, 3), (9, 5), (24 + 9, 7), (24 + 23, 1)].map { hour, touches in
                try self.hour(#"{"time":\#(Self.midnight + hour * 3_600),"touches":\#(touches),"taps":0,"cancels":{},"panels":[]}"#)
            }
            return UseReport(since: Self.midnight, until: Self.midnight + length, hours: hours, alarms: [], missing: []).page.html.text
        }
        let heading = "By the hour of the day"
        #expect(try !page(2 * 86_400).contains(heading))
        let table = try #require(page(2 * 86_400 + 1).split(separator: heading).last)
        let rows = table.matches(of: /<td class="id">(\d+:00)<\/td><td class="n">(\d+)<\/td>/).map { "\($0.output.1) \($0.output.2)" }
        #expect(rows == ["0:00 3", "9:00 12", "23:00 1"], "\(table.prefix(1_000))")
    }

    @Test func `groups the journal's warnings and errors by what they are`() throws {
        let journal = """
            {"__REALTIME_TIMESTAMP":"1795392060000000","PRIORITY":"4","MESSAGE":"panel main-0: first","MESSAGE_ID":"aa","PANEL":"main-0"}
            {"__REALTIME_TIMESTAMP":"1795392120000000","PRIORITY":"4","MESSAGE":"<b>second</b>","MESSAGE_ID":"aa","PANEL":["main-1","main-0"]}
            {"__REALTIME_TIMESTAMP":"1795392180000000","PRIORITY":"3","MESSAGE":[112,97,110],"MESSAGE_ID":"bb"}
            {"__REALTIME_TIMESTAMP":"1795392180000000","PRIORITY":"6","MESSAGE":"all is well","MESSAGE_ID":"cc"}
            {"__REALTIME_TIMESTAMP":"1795392190000000","PRIORITY":"4","MESSAGE":"without an id"}
            nonsense
            """
        let alarms = JournalAlarm.all(journal.utf8)
        let rows = AlarmRow.all(alarms)
        #expect(rows.map(\.kind) == ["bb", "aa", "without an id"])
        #expect(rows.map(\.count) == [1, 2, 1] && rows[0].text == "pan" && rows[1].subjects == ["main-0", "main-1"])
        let page = UseReport(since: Self.midnight, until: Self.midnight + 600, hours: nil, alarms: alarms, missing: ["No counts: <nobody>"]).page.html
            .text
        #expect(page.contains("data-count=\"alarms\">4<") && page.contains("data-count=\"touches\">?<"))
        #expect(page.contains("there are no paths and no heat map"))
        #expect(page.contains("&lt;b&gt;second") && page.contains("No counts: &lt;nobody&gt;") && !page.contains("all is well"))
    }

    @Test(arguments: [
        ("client a is gone (and 995 more like it since the last)", "client a is gone", 996), ("client a is gone", "client a is gone", 1),
        ("(and x more like it since the last)", "(and x more like it since the last)", 1), (" (and 1 more like it since the last)", "", 2),
        ("(and 3 more like it since the last)", "(and 3 more like it since the last)", 1),
    ])
    func `an alarm that stands for others counts for all of them`(message: String, text: String, times: Int) throws {
        let line = #"{"__REALTIME_TIMESTAMP":"1000000","PRIORITY":"4","MESSAGE":"\#(message)","MESSAGE_ID":"aa"}"#
        let alarm = try #require(JournalAlarm.all(line.utf8).first)
        #expect(alarm.text == text && alarm.times == times)
        #expect(AlarmRow.all([alarm, alarm]).map(\.count) == [2 * times])
    }
}
