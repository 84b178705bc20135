import Foundation
import Sockets
import Testing

@Suite struct InstanceTests {
    @Test func `an instance has its files by its name`() throws {
        let left = try #require(Instance("left-2"))
        #expect(left.configuration == "/etc/touchd/left-2.yaml")
        #expect(left.socket == "/run/touchd-left-2/events.sock")
        #expect(SocketPath.admin(besides: left.socket) == "/run/touchd-left-2/admin.sock")
        #expect(left.unit == "touchd@left-2.service")
        #expect(Instance(ofSocket: left.socket) == left && Instance(ofSocket: "/run/touchd-left-2/admin.sock") == left)
    }

    @Test(arguments: [
        "/run/touchd/events.sock", "/tmp/touchd-left/s", "/run/touchd-/s", "run/touchd-left/s", "/run/touchd-left", "/run/touchd-a.b/s",
    ])
    func `a socket elsewhere is no instance's`(path: String) { #expect(Instance(ofSocket: path) == nil) }

    @Test(arguments: ["", "a/b", "..", "a b", "é", "a.b", "a\tb", "abcdefghijklmnopqrstuvwxy"])
    func `what could lead elsewhere, or name no user, is no name`(name: String) { #expect(Instance(name) == nil) }

    @Test func `the name of a part of touchd is no instance's, and the refusal says so`() {
        for name in ["web", "web-admin", "metrics", "mqtt", "tuio", "speak", "unlock", "recover", "units", "devices", "uinput"] {
            #expect(Instance(name) == nil && Instance(ofSocket: "/run/touchd-\(name)/events.sock") == nil)
            #expect(Instance.problem(name) == #""\#(name)" is not a valid instance name: "touchd-\#(name)" is reserved for a part of touchd"#)
        }
        #expect(Instance("web-2") != nil && Instance("Web") != nil)
        #expect(Instance.problem("a/b").hasSuffix(Instance.rule))
    }

    @Test func `the page on running kiosks has the reserved names`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/operations.md")
        let text = try String(contentsOf: page, encoding: .utf8).replacing("\n", with: " ")
        let names = Instance.reserved.sorted().map { "`\($0)`" }.joined(separator: ", ")
        #expect(text.contains("the instance would run as their user: \(names)."))
    }

    @Test func `each user, group, unit and folder of touchd's has its name reserved`() throws {
        let systemd = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../systemd")
        var names: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: systemd.appending(path: "sysusers.d").path) {
            for line in try String(contentsOf: systemd.appending(path: "sysusers.d/\(file)"), encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                if ["u", "g"].contains(words[0]) { names.insert(String(words[1])) }
            }
        }
        #expect(names.count > 5)
        for file in try FileManager.default.contentsOfDirectory(atPath: systemd.path) {
            guard let name = file.split(separator: ".").first, file.hasPrefix("touchd-") else { continue }
            names.insert(String(name.prefix { $0 != "@" }))
            let text = try String(contentsOf: systemd.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                for key in ["User=", "Group=", "SocketGroup=", "RuntimeDirectory=", "StateDirectory="] where line.hasPrefix(key) {
                    names.insert(String(line.dropFirst(key.count)))
                }
            }
        }
        let own = Set(names.filter { $0.hasPrefix("touchd-") }.map { String($0.dropFirst("touchd-".count)) })
        #expect(own.count > 10)
        #expect(own.subtracting(Instance.reserved).isEmpty)
    }
}
