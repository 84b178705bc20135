import Testing

@testable import touchd_mqtt

@Suite struct MissingRightsTests {
    @Test func `a command that touchd would refuse is said before it comes, with the rule`() {
        var missing = MissingRights([.reload, .clean], user: "touchd-mqtt")
        let line = missing.warning(["status", "screen"])
        #expect(
            line == "no access rule grants this bridge reload, so touchd will refuse reload; "
                + "add { user: touchd-mqtt, allow: [status, reload, screen] } to \"access\" in touchd.yaml")
        let both = missing.warning(["status"])
        #expect(both?.contains("reload, screen, so touchd will refuse reload, clean;") == true)
    }

    @Test func `it is said once, and again when it was otherwise`() {
        var missing = MissingRights([.display], user: "u")
        let said = [["status"], ["status"], ["status", "screen"], ["status"]].map { missing.warning($0) != nil }
        #expect(said == [true, false, false, true])
    }

    @Test func `of what mqtt.yaml does not have nothing is missing`() {
        var missing = MissingRights([], user: "u")
        let said = missing.warning(["status"])
        #expect(said == nil)
    }
}
