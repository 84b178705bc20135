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
}
