import Support
import Testing

@testable import touchd_mqtt

@Suite struct TopicsTests {
    @Test func `the id of a screen is one level of its topic, whatever it has`() {
        let topics = Topics(prefix: "site/touchd", kiosk: "k1")
        #expect(topics.screen("main") == "site/touchd/k1/screen/main")
        #expect(topics.screen("a/b+#%") == "site/touchd/k1/screen/a%2Fb%2B%23%25")
    }

    @Test func `the id of a screen is one level beside any mark that joins its characters, and can be read back`() {
        let topics = Topics(prefix: "touchd", kiosk: "k1")
        for id in HostileText("/+#%$") {
            let bytes = Array(topics.screen(id).utf8)
            let level = bytes.dropFirst("touchd/k1/screen/".utf8.count)
            #expect(bytes.starts(with: "touchd/k1/screen/".utf8) && !level.contains { "/+#".utf8.contains($0) }, "\(id.debugDescription)")
            var rest = level
            var decoded: [UInt8] = []
            while let byte = rest.popFirst() {
                decoded.append(byte == UInt8(ascii: "%") ? UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)! : byte)
                if byte == UInt8(ascii: "%") { rest = rest.dropFirst(2) }
            }
            #expect(decoded == Array(id.utf8), "\(id.debugDescription)")
        }
    }

    @Test func `of a topic of commands the rest is the name`() {
        let topics = Topics(prefix: "touchd", kiosk: "k1")
        #expect(topics.commandName("touchd/k1/command/reload") == "reload")
        #expect(topics.commandName("touchd/k1/command/reload/result") == "reload/result")
        #expect(topics.commandName("touchd/k10/command/reload") == nil)
    }
}
