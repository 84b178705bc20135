import Testing

@testable import Bridge

@Suite struct EndpointTests {
    @Test(arguments: ["127.0.0.1:8137", "127.9.9.9:0", "[::1]:1", "localhost:80"]) func `the loopback interface can be listened on`(_ text: String) {
        #expect(Endpoint(text) != nil)
    }

    @Test(arguments: ["0.0.0.0:8137", "[::]:8137", "192.168.1.1:80", "128.0.0.1:80", "kiosk:80", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:-1"])
    func `nothing else can`(_ text: String) {
        #expect(Endpoint(text) == nil)
    }
}
