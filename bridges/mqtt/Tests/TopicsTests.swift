import Testing

@testable import touchd_mqtt

@Suite struct TopicsTests {
    @Test func `the id of a screen is one level of its topic, whatever it has`() {
        let topics = Topics(prefix: "site/touchd", kiosk: "k1")
        #expect(topics.screen("main") == "site/touchd/k1/screen/main")
        #expect(topics.screen("a/b+#%") == "site/touchd/k1/screen/a%2Fb%2B%23%25")
    }

    @Test func `of a topic of commands the rest is the name`() {
        let topics = Topics(prefix: "touchd", kiosk: "k1")
        #expect(topics.commandName("touchd/k1/command/reload") == "reload")
        #expect(topics.commandName("touchd/k1/command/reload/result") == "reload/result")
        #expect(topics.commandName("touchd/k10/command/reload") == nil)
    }
}
