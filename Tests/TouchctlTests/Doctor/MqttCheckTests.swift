import Testing

@testable import touchctl

@Suite struct MqttCheckTests {
    private static let show = "systemctl show touchd-mqtt.service --property=ActiveState,UnitFileState,ExecMainStatus"
    private static let rule = "access: [{ user: touchd-mqtt, allow: [status] }]\n"

    /// The findings about a bridge in use, after a change.
    private func findings(_ more: String = rule, _ change: (inout FakeMachine) -> Void = { _ in }) -> [Finding] {
        var kiosk = Kiosk.healthy
        kiosk.machine.commands[Self.show] = "ActiveState=active\nUnitFileState=enabled\nExecMainStatus=0\n"
        kiosk.machine.commands["getent passwd touchd-mqtt"] = "touchd-mqtt:x:991:992::/:/usr/sbin/nologin\n"
        kiosk.machine.files["/etc/touchd/mqtt.yaml"] = "broker: localhost\n"
        kiosk.configure { $0 + "\n" + more }
        change(&kiosk.machine)
        return MqttCheck().findings(kiosk)
    }

    @Test func `a bridge with its file and its right is well, and one that is not used is not looked at`() {
        #expect(findings().map(\.result) == [.ok])
        #expect(findings("access: [{ user: 991, allow: [reload, status] }]\n").map(\.result) == [.ok])
        #expect(findings("server: { trusted: [touchd-mqtt] }\n").map(\.result) == [.ok])
        #expect(findings("") { $0.commands[Self.show] = "ActiveState=inactive\nUnitFileState=disabled\n" }.isEmpty)
    }

    @Test(arguments: [
        "", "access: [{ user: touchd-mqtt, allow: [receive] }]\n", "access: [{ user: kiosk, allow: [status] }]\n",
        "access: [{ token: page, allow: [status] }]\n",
    ])
    func `a bridge that may not ask for the status is a problem`(rules: String) {
        let found = findings(rules)
        #expect(found.map(\.result) == [.problem] && found[0].message.contains("no access rule"), "\(found)")
    }

    @Test func `so is one without a file, or with one that it has refused`() {
        #expect(findings { $0.files["/etc/touchd/mqtt.yaml"] = nil }.first?.message.contains("there is no /etc/touchd/mqtt.yaml") == true)
        let refused = findings { $0.commands[Self.show] = "ActiveState=failed\nUnitFileState=enabled\nExecMainStatus=78\n" }
        #expect(refused.first?.message.contains("has refused") == true)
    }
}
