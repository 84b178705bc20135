import Testing

@testable import touchd_mqtt

@Suite struct MissingRightsTests {
    @Test func `a command that touchd would refuse is said before it comes, with the rule`() {
        var missing = MissingRights([.reload, .clean], user: "touchd-mqtt")
        let line = missing.take(["status", "screen"])
        #expect(
            line == "touchd does not allow this bridge reload, so it will refuse reload: an access rule in touchd.yaml has to be "
                + "{ user: touchd-mqtt, allow: [status, reload, screen] }")
        let both = missing.take(["status"])
        #expect(both?.contains("reload, screen, so it will refuse reload, clean:") == true)
    }

    @Test func `it is said once, and again when it was otherwise`() {
        var missing = MissingRights([.display], user: "u")
        let said = [["status"], ["status"], ["status", "screen"], ["status"]].map { missing.take($0) != nil }
        #expect(said == [true, false, false, true])
    }

    @Test func `of what mqtt.yaml does not have nothing is missing`() {
        var missing = MissingRights([], user: "u")
        let said = missing.take(["status"])
        #expect(said == nil)
    }
}
