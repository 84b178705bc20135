import JSON
import Testing

@testable import touchd_mqtt

@Suite struct AlarmTests {
    private let clock = WallClock()
    private let panel = #"{"panel":"main-0","name":"ACME","health":{"drops":0,"ghosts":0,"stuck":0}}"#

    private func panel(drops: Int = 0, ghosts: Int = 0) -> String {
        #"{"panel":"main-0","name":"ACME","health":{"drops":\#(drops),"ghosts":\#(ghosts)}}"#
    }

    private func update(_ alarms: inout Alarms, _ panels: String, at seconds: Int64, loadedAt: Int = 1, refused: String = "") throws {
        let status = KioskReportTests.status(panels: panels, loadedAt: loadedAt, refused: refused)
        alarms.update(try #require(KioskReport(JSONReader.parse(Array(status.utf8)), clock)), at: seconds * 1_000_000, clock)
    }

    private func words(_ alarms: Alarms) -> [String] { (alarms.payload["alarms"]?.array ?? []).compactMap { $0["alarm"]?.string } }

    @Test func `a panel that goes is an alarm after a moment, until it is back`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        try update(&alarms, panel, at: 0)
        try update(&alarms, "", at: 1)
        #expect(words(alarms) == [])
        try update(&alarms, "", at: 6)
        #expect(words(alarms) == ["noPanel", "panelGone"])
        #expect(alarms.payload["alarms"]?.array?.last?["panel"] == "main-0")
        try update(&alarms, panel, at: 7)
        #expect(words(alarms) == [])
    }

    @Test func `a panel of the configuration that was never there is an alarm`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        let status = KioskReportTests.status(configured: #"{"panel":"main-0","screen":"main","open":false}"#)
        for seconds: Int64 in [0, 6] {
            alarms.update(try #require(KioskReport(JSONReader.parse(Array(status.utf8)), clock)), at: seconds * 1_000_000, clock)
        }
        #expect(words(alarms) == ["noPanel", "panelGone"])
        #expect(alarms.payload["alarms"]?.array?.last?["text"] == "panel main-0 is missing")
    }

    @Test func `a cable that is moved is no alarm`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        for second in 0..<60 { try update(&alarms, second % 5 == 4 ? panel : "", at: Int64(second)) }
        #expect(words(alarms) == [])
    }

    @Test func `a panel that another configuration does not have is not missed`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        try update(&alarms, panel, at: 0)
        try update(&alarms, "", at: 10)
        try update(&alarms, "", at: 16)
        #expect(words(alarms).contains("panelGone"))
        try update(&alarms, "", at: 17, loadedAt: 2_000_000)
        #expect(!words(alarms).contains("panelGone"))
    }

    @Test func `many ghosts in a minute are an alarm at once, until a minute has fewer`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        try update(&alarms, panel(), at: 0)
        try update(&alarms, panel(ghosts: 19), at: 30)
        #expect(words(alarms) == [])
        try update(&alarms, panel(ghosts: 20), at: 31)
        #expect(words(alarms) == ["ghosts"])
        try update(&alarms, panel(ghosts: 20), at: 61)
        #expect(words(alarms) == ["ghosts"], "the minute before had too many")
        try update(&alarms, panel(ghosts: 30), at: 122)
        #expect(words(alarms) == [])
    }

    @Test func `counts that cannot be are no counts`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        try update(&alarms, panel(ghosts: .min), at: 0)
        try update(&alarms, panel(ghosts: .max), at: 1)
        #expect(words(alarms) == [])
    }

    @Test func `a dropped event is an alarm, also after the panel was opened again`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        try update(&alarms, panel(drops: 500), at: 0)
        #expect(words(alarms) == [], "what was before is nobody's")
        try update(&alarms, panel(drops: 0), at: 1)
        #expect(words(alarms) == [])
        try update(&alarms, panel(drops: 1), at: 2)
        #expect(words(alarms) == ["drops"])
    }

    @Test func `a refused configuration is an alarm until a right one is loaded`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        try update(&alarms, panel, at: 0, refused: #","refusedAt":5,"message":"f:1:2: error: vault""#)
        #expect(alarms.payload["alarms"]?.array?.first?["place"] == "f:1:2: error")
        try update(&alarms, panel, at: 1, loadedAt: 6, refused: #","refusedAt":5,"message":"f:1:2: error: vault""#)
        #expect(words(alarms) == [])
    }

    @Test func `commands that the broker does not let through are an alarm until it does`() {
        var alarms = Alarms(BridgeSettings.Thresholds())
        alarms.updateSubscription(isRefused: true, at: 1, clock)
        #expect(words(alarms) == ["commandsRefused"])
        alarms.updateSubscription(isRefused: false, at: 2, clock)
        #expect(words(alarms) == [])
    }

    @Test func `touchd that starts again within a moment is no alarm, and one that stays away is`() throws {
        var alarms = Alarms(BridgeSettings.Thresholds())
        alarms.updateUnreachable(isRefused: false, at: 0, clock)
        alarms.updateUnreachable(isRefused: false, at: 4_000_000, clock)
        #expect(!alarms.isStateOutdated)
        alarms.updateUnreachable(isRefused: false, at: 5_000_000, clock)
        #expect(alarms.isStateOutdated && words(alarms) == ["touchdDown"])
        alarms.updateUnreachable(isRefused: true, at: 6_000_000, clock)
        #expect(words(alarms) == ["notAllowed"])
        try update(&alarms, panel, at: 7)
        #expect(words(alarms) == [])
    }
}
