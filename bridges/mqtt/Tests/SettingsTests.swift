import Glibc
import SettingsFile
import Testing

@testable import touchd_mqtt

@Suite struct SettingsTests {
    private func read(_ text: String) -> (settings: BridgeSettings?, mistakes: [String]) {
        let (settings, mistakes) = SettingsFile.parse(Array(text.utf8), .mqtt, SettingsReader.read)
        return (settings, mistakes.map { "\($0.mark.line):\($0.mark.column) \($0.message)" })
    }

    @Test func `nothing acts and nothing is announced unless the file says so`() throws {
        let settings = try #require(read("broker: localhost\nkiosk: k1\n").settings)
        #expect(settings.commands.isEmpty && settings.homeAssistant == nil && settings.tls == nil)
        #expect(settings.socket == "/run/touchd/events.sock" && settings.port == 1883)
    }

    @Test func `the port is that of TLS where there is TLS`() {
        #expect(read("broker: localhost\nkiosk: k\ntls: {}\n").settings?.port == 8883)
        #expect(read("broker: \"localhost:1\"\nkiosk: k\ntls: {}\n").settings?.port == 1)
        #expect(read("broker: \"[fd00::1]:77\"\nkiosk: k\n").settings?.broker == "[fd00::1]:77")
    }

    @Test(
        arguments: [
            ("localhost", "[reload]", nil, false), ("127.0.0.2", "[reload]", nil, false), ("\"[::1]:1883\"", "[clean]", nil, false),
            ("broker.example", "[]", nil, false), ("broker.example", "[reload]", "{}", false), ("broker.example", "[reload]", nil, true),
            ("10.0.0.1", "[clean]", nil, true), ("\"[fd00::1]:1883\"", "[display]", nil, true), ("localhost.example", "[reload]", nil, true),
        ] as [(String, String, String?, Bool)])
    func `commands over a network without TLS are a warning`(broker: String, commands: String, tls: String?, warns: Bool) throws {
        let text = "broker: \(broker)\nkiosk: k\ncommands: \(commands)\n" + (tls.map { "tls: \($0)\n" } ?? "")
        #expect((try #require(read(text).settings).warning != nil) == warns)
    }

    @Test(arguments: [
        ("broker: \"a:b\"", "1:9"), ("broker: \"a:0\"", "1:9"), ("broker: \"a:70000\"", "1:9"), ("broker: \"user@a\"", "1:9"),
        ("broker: \"[::1\"", "1:9"),
        ("broker: a\nkiosk: a/b", "2:8"), ("broker: a\nkiosk: \"a b\"", "2:8"), ("broker: a\nprefix: a/#", "2:9"), ("broker: a\nprefix: /a", "2:9"),
        ("broker: a\nprefix: \"$SYS\"", "2:9"), ("broker: a\ncommands: [rm]", "2:12"), ("broker: a\nkeepalive: 1", "2:12"),
        ("broker: a\npasswordFile: secret", "2:15"), ("broker: a\ntls: { certificate: /a }", "2:6"), ("kiosk: a", "1:1"),
        ("broker: a\nbroker: b", "2:1"), ("broker: a\nhomeAssistant: { prefx: a }", "2:18"), ("broker: a\nalarms: { ghosts: 0 }", "2:19"),
    ]) func `a mistake has its place`(text: String, place: String) {
        let mistakes = read(text + "\n").mistakes
        #expect(mistakes.first?.hasPrefix(place + " ") == true, "\(mistakes)")
    }

    @Test(arguments: ["passwordFile", "key"]) func `a secret that every user of the machine may read is refused, with the cure`(key: String) throws {
        let folder = "/tmp/touchd-mqtt-settings-\(getpid())-\(key)"
        mkdir(folder, 0o700)
        let (file, secret) = (folder + "/mqtt.yaml", folder + "/secret")
        func write(_ text: String, to path: String) {
            let stream = fopen(path, "w")!
            fputs(text, stream)
            fclose(stream)
        }
        defer {
            for path in [file, secret] { unlink(path) }
            rmdir(folder)
        }
        write("secret\n", to: secret)
        let rest = key == "key" ? "tls: { certificate: \(secret), key: \(secret) }\n" : "user: u\npasswordFile: \(secret)\n"
        write("broker: b\nkiosk: k\n" + rest, to: file)
        for mode: mode_t in [0o644, 0o602, 0o601] {
            chmod(secret, mode)
            let refused = #expect(throws: SettingsFile.Refused.self) { try BridgeSettings(file: file) }
            #expect(refused?.messages == ["\(file): error: \(secret) is open to every user of the machine; run \"chmod o= \(secret)\""])
        }
        chmod(secret, 0o640)
        #expect(try BridgeSettings(file: file).kiosk == "k")
    }

    @Test func `the file may name every command, and no others`() throws {
        let names = Command.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        let (settings, mistakes) = read("broker: a\nkiosk: k\ncommands: [\(names)]\n")
        #expect(mistakes == [] && settings?.commands == Set(Command.Kind.allCases))
        let refused = read("broker: a\nkiosk: k\ncommands: [rm]\n").mistakes
        #expect(refused == ["3:12 an element of \"commands\" in the file: expected one of \(names), found string \"rm\""])
    }

    @Test func `a password without a user is a mistake`() {
        #expect(read("broker: a\nkiosk: k\npasswordFile: /p\n").mistakes == ["1:1 \"passwordFile\" also needs \"user\""])
    }
}
