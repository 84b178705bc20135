import Glibc
import JSON
import Sockets
import Testing

@testable import touchd_mqtt

/// A screen that is locked after the bridge last received its state.
@Suite struct LockedGlassTests {
    /// A simulated touchd with one screen, which follows `screen` requests.
    private final class Glass {
        let path = "/tmp/touchd-mqtt-glass-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
        private let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        private var connection: Int32 = -1
        private var lines = LineBuffer()
        var mode: String

        init(mode: String) {
            self.mode = mode
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            listen(listener, 1)
        }

        deinit {
            unlink(path)
            close(connection)
            close(listener)
        }

        func accept() { connection = Glibc.accept(listener, nil, nil) }

        /// Answers the waiting requests. Returns their number.
        func answer() -> Int {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { lines.append(buffer[..<count]) }
            var answered = 0
            while let line = lines.next() {
                guard let request = try? JSONReader.parse(line), request["type"]?.string == "screen", let id = request["id"] else { continue }
                // The type comes first, as in touchd's lines.
                var rest = #""ok":true"#
                if let from = request["from"]?.string, from != mode {
                    rest = #""ok":false,"error":{"code":"conflict","message":"it is in another mode"}"#
                } else if let new = request["mode"]?.string {
                    mode = new
                }
                var bytes = Array(#"{"type":"reply","id":"#.utf8)
                id.write(into: &bytes)
                bytes += Array(",\(rest)}\n".utf8)
                _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                answered += 1
            }
            return answered
        }
    }

    /// Returns the resulting mode of the screen, and the answer's error code.
    private func clean(_ payload: String, mode: String, thought: String) -> (mode: String, code: String?) {
        let glass = Glass(mode: mode)
        let link = TouchdLink(glass.path) {}
        link.tick(MonotonicClock.now)
        glass.accept()
        var settings = BridgeSettings()
        settings.commands = [.clean]
        var desk = CommandDesk(settings, Topics(prefix: "touchd", kiosk: "k"))
        var answer: JSONValue?
        desk.handle(
            "clean", Array(payload.utf8), isRetained: false, [KioskReport.Screen(id: "s", state: ["mode": .string(thought)], lastTouch: .null)], link
        ) { answer = try? JSONReader.parse($0.payload) }
        var rounds = 0
        while answer == nil, rounds < 10_000 {
            link.transfer(MonotonicClock.now)
            _ = glass.answer()
            rounds += 1
        }
        return (glass.mode, answer?["error"]?["code"]?.string)
    }

    @Test(arguments: [#"{"on":false}"#, "{}"], ["normal", "cleaning"])
    func `a lock just before the command holds`(payload: String, thought: String) {
        let (mode, code) = clean(payload, mode: "locked", thought: thought)
        #expect(mode == "locked" && code == "locked")
    }

    @Test(arguments: ["normal", "cleaning"], ["normal", "cleaning"])
    func `otherwise the command is done, whatever the bridge has last heard`(mode: String, thought: String) {
        #expect(clean(#"{"on":false}"#, mode: mode, thought: thought) == ("normal", nil))
        #expect(clean("{}", mode: mode, thought: thought) == ("cleaning", nil))
    }
}
