import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Recording of panels through the admin socket: docs/protocol.md, docs/access.md.
@Suite struct RecordTests {
    private static let record = #"{"type":"record","id":1,"panel":"p"}"#
    private static let stop = #"{"type":"record","id":2,"panel":"p","on":false}"#

    private func code(_ lines: [JSONValue]) -> String? { lines.last?["error"]?["code"]?.string }
    /// Type, code and value of each event.
    private func events(_ lines: [JSONValue]) -> [[Int]] {
        lines.filter { $0.type == "input" }.flatMap(\.events).map { ($0.array ?? []).dropFirst().map { Int($0.number ?? -99) } }
    }

    @Test func `reports come line by line, from the reply on and until it is enough`() throws {
        let stage = try Stage()
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        let client = stage.connect(Self.record, on: .admin)
        #expect(stage.receive(client).last?["evemu"]?.array?.contains { $0.string == "N: test" } == true)
        stage.frame([1: (20, 30)])
        let lines = stage.receive(client)
        #expect(lines.count == 1 && lines[0]["panel"]?.string == "p" && lines[0].events.first?.array?.first?.number == Double(stage.time))
        #expect(events(lines) == [[3, 0x2f, 1], [3, 0x39, 1], [3, 0x35, 20], [3, 0x36, 30], [0, 0, 0]])
        client.send(Self.stop)
        stage.turn()
        stage.frame([1: nil])
        #expect(stage.receive(client).map(\.type) == ["reply"])
        #expect(stage.recorders.isEmpty)
    }

    @Test func `two at a time have each its own, and one that is gone leaves nothing behind`() throws {
        let stage = try Stage()
        let first = stage.connect(Self.record, on: .admin)
        stage.frame([0: (10, 10)])
        do {
            let second = stage.connect(Self.record, on: .admin)
            stage.frame([0: (11, 10)])
            #expect(events(stage.receive(second)) == [[3, 0x2f, 0], [3, 0x35, 11], [3, 0x36, 10], [0, 0, 0]])
        }
        stage.turn()
        stage.frame([0: nil])
        #expect(events(stage.receive(first)).filter { $0 == [0, 0, 0] }.count == 3)
        first.send(Self.stop)
        stage.turn()
        #expect(stage.recorders.isEmpty)
    }

    @Test func `what cannot be is said`() throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"record","id":1,"panel":"q"}"#, on: .admin)
        #expect(code(stage.receive(client)) == "notFound")
        client.send(Self.stop)
        stage.turn()
        #expect(code(stage.receive(client)) == "notFound")
        client.send(Self.record)
        client.send(Self.record)
        stage.turn()
        #expect(code(stage.receive(client)) == "taken")
    }

    @Test func `a finger that was a sensitive region's stays out of a recording that begins when the region is none any more`() throws {
        let stage = try Stage()
        var screens = stage.tree.screenSpecs
        screens[0].windows[0].children[0].isSensitive = true
        stage.replaceTree(RegionTree(screens))
        stage.frame([0: (111, 111)])
        screens[0].windows[0].children[0].isSensitive = false
        stage.replaceTree(RegionTree(screens))
        let client = stage.connect(Self.record, on: .admin)
        stage.frame([0: (112, 112)])
        stage.frame([0: (113, 113), 1: (700, 700)])
        stage.frame([0: nil])
        stage.frame([0: (120, 120)])
        let said = events(stage.receive(client))
        #expect(!said.contains { [111, 112, 113].contains($0.last) })
        #expect(said.contains { $0.last == 700 } && said.contains { $0.last == 120 })
    }

    @Test func `the end of the panel is the recording's`() throws {
        let stage = try Stage()
        let client = stage.connect(Self.record, on: .admin)
        stage.replug()
        let last = stage.receive(client).last
        #expect(last?.type == "recorded" && last?["reason"]?.string == "deviceRemoved")
    }

    @Test func `who does not read loses the rest, is told so, and keeps little of our memory`() throws {
        let stage = try Stage()
        let other = stage.connect(Self.record, on: .admin)
        let client = stage.connect(Self.record, on: .admin)
        var seen = stage.receive(other)
        // Takes less than 5 s, after which the client would be disconnected.
        for index in 0..<480 {
            stage.frame(Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, (Int32(index % 400), Int32($0))) }))
            if index % 5 == 0 { seen += stage.receive(other) }
        }
        #expect(stage.publisher.clients.allSatisfy { $0.outbox.count < Limit.answers + 4096 })
        seen += stage.receive(other)
        #expect(events(seen).filter { $0 == [0, 0, 0] }.count == 480)
        let lines = stage.receive(client)
        #expect(lines.last?.type == "recorded" && lines.last?["reason"]?.string == "lagged")
        let count = lines.filter { $0.type == "input" }.count
        #expect(count > 100 && count < 480)
        // The recording is complete up to that point.
        #expect(events(lines) == Array(events(seen).prefix(events(lines).count)))
        client.send(Self.record)
        stage.turn()
        #expect(stage.receive(client).last?["ok"]?.bool == true, "it may begin anew")
    }

    /// The phase and reason of each touch, in order. In a recording, a touch whose end was lost appears as replaced by another.
    private func touches(_ stage: Stage) -> [String] {
        stage.frames.flatMap(\.events).map { event in
            let reason = event.reason.map { $0 == .resync ? CancelReason.identityChanged : $0 }
            return "\(event.phase) \(reason?.rawValue ?? "") \(event.location)"
        }
    }

    @Test func `where the kernel lost events a recording says so, and gives the same touches when it is played`() throws {
        let stage = try Stage()
        let client = stage.connect(Self.record, on: .admin)
        stage.frame([0: (10, 10), 1: (700, 10), 2: (300, 300)])
        stage.frame([0: (20, 10)])
        _ = stage.receive(client)
        stage.lose([0: (30, 10), 1: nil, 2: (310, 300), 3: (600, 600)], anew: [2])
        let lines = stage.receive(client)
        #expect(lines.count == 2 && events([lines[0]]) == [[0, 3, 0], [0, 0, 0]], "the hole, and nothing of the report that it has torn")
        #expect(!events(lines).contains([3, 0x35, 999]), "\(events(lines))")
        #expect(lines.flatMap(\.events).allSatisfy { $0.array?.first?.number == Double(stage.time) })
        stage.frame([0: (40, 10), 3: (610, 600)])
        stage.frame([0: nil, 2: nil, 3: nil])
        _ = stage.receive(client)
        let again = try Stage()
        again.play(client.recorded)
        #expect(touches(again) == touches(stage), "\(touches(again)), not \(touches(stage))")
        #expect(touches(stage).filter { $0.hasPrefix("cancelled") }.count == 2)
    }

    @Test func `touches in a sensitive region are not in it, whoever records`() throws {
        let stage = try Stage(SensitiveTests.tree())
        let client = stage.connect(Self.record, user: 0, on: .admin)
        stage.frame([0: (100, 100), 1: (700, 300)])
        stage.frame([0: (110, 100)])
        stage.frame([0: (120, 110), 1: (710, 300)])
        stage.frame([0: nil])
        stage.frame([0: (800, 110)])
        let seen = events(stage.receive(client))
        #expect(
            seen == [
                [3, 0x2f, 1], [3, 0x39, 1], [3, 0x35, 700], [3, 0x36, 300], [0, 0, 0],
                [3, 0x35, 710], [3, 0x36, 300], [0, 0, 0],
                [3, 0x2f, 0], [3, 0x39, 2], [3, 0x35, 800], [3, 0x36, 110], [0, 0, 0],
            ], "\(seen)")
    }
}

extension TestClient {
    /// The events of all `input` lines received.
    fileprivate var recorded: [InputEvent] {
        bytes.split(separator: 10).map { try! JSONReader.parse(Array($0)) }.filter { $0.type == "input" }.flatMap(\.events).map { event in
            let numbers = event.array!.map { Int64($0.number!) }
            return InputEvent(time: numbers[0], type: UInt16(numbers[1]), code: UInt16(numbers[2]), value: Int32(numbers[3]))
        }
    }
}
