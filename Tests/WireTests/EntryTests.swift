import Testing

@testable import TouchCore
@testable import Wire

/// The objects of lists that answer a request.
@Suite struct EntryTests {
    private func read(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
        var writer = JSONWriter()
        write(&writer)
        return try JSONReader.parse(writer.bytes)
    }

    @Test func `a device has its quirks and its health only if there are any`() throws {
        var device = DeviceEntry(node: "/dev/input/event1", name: "A", vendor: 1, product: 0xabc, idPath: "", phys: "", panel: nil, reason: "none")
        let bare = try read { device.write(into: &$0) }
        #expect(bare["quirks"] == nil && bare["health"] == nil)
        device.quirks = ["one", "two"]
        device.health = [("frames", 7), ("drops", 0)]
        let full = try read { device.write(into: &$0) }
        #expect(full["quirks"]?.array?.map(\.string) == ["one", "two"])
        #expect(full["health"]?["frames"]?.number == 7 && full["health"]?["drops"]?.number == 0)
    }

    @Test func `a client that follows the trace says so, and nobody else`() throws {
        var client = ClientEntry(number: 1, process: 2, program: "p", user: 3, name: nil, connectedAt: 4)
        #expect(try read { client.write(into: &$0) }["trace"] == nil)
        client.traces = true
        #expect(try read { client.write(into: &$0) }["trace"]?.bool == true)
    }
}
