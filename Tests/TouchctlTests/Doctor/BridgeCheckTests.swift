import Testing

@testable import touchctl

@Suite struct BridgeCheckTests {
    private static let show = "systemctl show touchd-web.service --property=ActiveState,UnitFileState,ExecMainStatus"

    /// The findings about a bridge in use, after a change.
    private func findings(_ change: (inout FakeMachine) -> Void) -> [Finding] {
        var kiosk = Kiosk.healthy
        kiosk.machine.commands[Self.show] = "ActiveState=active\nUnitFileState=enabled\nExecMainStatus=0\n"
        kiosk.machine.commands["getent passwd touchd-web"] = "touchd-web:x:991:992::/:/usr/sbin/nologin\n"
        kiosk.machine.files["/etc/touchd/web.yaml"] = "tokens: [{ name: kiosk, file: /etc/touchd/kiosk.token }]\n"
        kiosk.machine.nodes["/etc/touchd/kiosk.token"] = FileAttributes(mode: 0o640, user: 0, group: 992)
        kiosk.machine.files["/usr/bin/chromium"] = ""
        change(&kiosk.machine)
        return BridgeCheck().findings(kiosk)
    }

    private func expect(
        _ result: Finding.Result, _ words: String, location: SourceLocation = #_sourceLocation, _ change: (inout FakeMachine) -> Void
    ) {
        let found = findings(change)
        #expect(found.map(\.result) == [result] && found[0].message.contains(words), "\(found)", sourceLocation: location)
    }

    private func origins(_ text: String) -> (inout FakeMachine) -> Void {
        { $0.files["/etc/touchd/web.yaml"]! += "origins: [\(text)]\n" }
    }

    @Test func `a bridge that has what it needs is well, and one that is not used is not looked at`() {
        expect(.ok, "touchd-web") { _ in }
        #expect(findings { $0.commands[Self.show] = "ActiveState=inactive\nUnitFileState=disabled\n" }.isEmpty)
    }

    @Test func `a configuration that is wrong or not there is a problem`() {
        expect(.problem, "there is no /etc/touchd/web.yaml") { $0.files["/etc/touchd/web.yaml"] = nil }
        expect(.problem, "web.yaml:1:10: error:") { $0.files["/etc/touchd/web.yaml"] = "tokens: [" }
        expect(.problem, "unknown key") {
            let said = "/etc/touchd/web.yaml:2:1: error: unknown key \"listn\" in the file\n"
            $0.commands["sh -c touchd-web --config /etc/touchd/web.yaml --check 2>&1"] = said
        }
        expect(.problem, "has refused") { $0.commands[Self.show] = "ActiveState=failed\nUnitFileState=enabled\nExecMainStatus=78\n" }
        expect(.problem, "may write /etc/touchd/web.yaml") {
            $0.nodes["/etc/touchd/web.yaml"] = FileAttributes(mode: 0o666, user: 0, group: 0)
        }
    }

    /// The kernel's table of listening sockets on a port, by their users.
    private func table(_ port: UInt16, _ users: Int...) -> String {
        let lines = users.map { user in
            "   0: 0100007F:\(String(port, radix: 16, uppercase: true)) 00000000:0000 0A 00000000:00000000 00:00000000 00000000 \(user) 0 31337 1\n"
        }
        return "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n" + lines.joined()
    }

    @Test func `the ports of pages are systemd's, and whoever else has one is named`() {
        expect(.ok, "touchd-web") { $0.files["/proc/net/tcp"] = table(8137, 0) }
        expect(.ok, "touchd-web") { ($0.files["/proc/net/tcp"], $0.files["/proc/net/tcp6"]) = (table(8137, 0), table(8137, 0)) }
        expect(.warning, "systemd does not hold port 8137") { $0.files["/proc/net/tcp"] = table(8137, 991) }
        expect(.warning, "systemd does not hold port 8137") { $0.files["/proc/net/tcp"] = table(8138, 0) }
        expect(.problem, "user 2004 holds port 8137") { $0.files["/proc/net/tcp"] = table(8137, 2004) }
        expect(.problem, "user guest holds port 8137") {
            ($0.files["/proc/net/tcp"], $0.files["/proc/net/tcp6"]) = (table(8137, 0), table(8137, 2004))
            $0.commands["getent passwd 2004"] = "guest:x:2004:2004::/home/guest:/bin/sh\n"
        }
        expect(.problem, "user 2004 holds port 9000") {
            $0.files["/etc/touchd/web.yaml"]! += "listen: [\"127.0.0.1:8137\", \"[::1]:9000\"]\n"
            ($0.files["/proc/net/tcp"], $0.files["/proc/net/tcp6"]) = (table(8137, 0), table(9000, 2004))
        }
        // A problem even while the bridge is off, because the port's holder could show a page in its place.
        expect(.problem, "user 2004 holds port 8137") {
            $0.commands[Self.show] = "ActiveState=inactive\nUnitFileState=disabled\n"
            $0.files["/proc/net/tcp"] = table(8137, 2004)
        }
    }

    @Test func `a bridge without a token, which anybody starts by its socket, is off and no problem`() {
        #expect(
            findings {
                $0.commands[Self.show] = "ActiveState=failed\nUnitFileState=disabled\nExecMainStatus=78\n"
                $0.nodes["/etc/touchd/kiosk.token"] = nil
                $0.files["/proc/net/tcp"] = table(8137, 0)
            }.isEmpty)
    }

    @Test func `a token is for the bridge alone`() {
        expect(.problem, "there is no /etc/touchd/kiosk.token") { $0.nodes["/etc/touchd/kiosk.token"] = nil }
        expect(.problem, "every user") { $0.nodes["/etc/touchd/kiosk.token"]!.mode = 0o644 }
        expect(.problem, "may not read") { $0.nodes["/etc/touchd/kiosk.token"]!.group = 0 }
        expect(.problem, "may not read") { $0.nodes["/etc/touchd/kiosk.token"]!.mode = 0o600 }
        expect(.unknown, "may not look") { $0.denied = ["/etc/touchd/kiosk.token"] }
    }

    @Test func `public pages need a policy of Chromium's`() {
        let policy = "/etc/chromium/policies/managed/touchd.json"
        expect(.warning, "no policy", origins("\"https://kiosk.example\""))
        expect(.warning, "without encryption", origins("\"http://kiosk.example\""))
        for text in ["\"https://kiosk.example\"", "\"*\"", "\"[*.]example:443\""] {
            expect(.ok, "touchd-web") {
                origins("\"https://kiosk.example\"")(&$0)
                $0.files[policy] = "{ \"LoopbackNetworkAllowedForUrls\": [\(text)] }"
            }
        }
        expect(.warning, "no policy") {
            origins("\"https://kiosk.example\"")(&$0)
            $0.files[policy] = "{ \"LoopbackNetworkAllowedForUrls\": [\"https://example\"] }"
        }
        expect(.ok, "touchd-web", origins("\"http://127.0.0.1:80\", \"http://localhost:1\", \"http://192.168.1.7\", \"null\", \"http://[::1]:80\""))
        expect(.ok, "touchd-web") {
            origins("\"https://kiosk.example\"")(&$0)
            $0.files["/usr/bin/chromium"] = nil
        }
    }
}
