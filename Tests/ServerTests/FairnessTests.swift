import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Contract 2.5: a client that sends much makes no other client wait. Counted in turns of the loop instead of time.
@Suite struct FairnessTests {
    @Test func `of a client's lines a few are obeyed in each turn`() throws {
        let stage = try Stage()
        let greedy = stage.connect()
        let other = stage.connect()
        _ = (stage.receive(greedy), stage.receive(other))
        greedy.send((0..<500).map { #"{"type":"ping","id":\#($0)}"# }.joined(separator: "\n"))
        other.send(#"{"type":"ping","id":"mine"}"#)
        stage.loop.turn(waiting: 0)
        #expect(other.receive().map { $0["id"]?.string } == ["mine"], "in the same turn as the first few of the other")
        var answers: [Int] = []
        for _ in 0..<100 {
            let more = greedy.receive().compactMap { $0.int("id") }
            #expect(more.count <= 2 * Limit.linesATurn, "what is at once, and one turn more")
            answers += more
            stage.loop.turn(waiting: 0)
        }
        #expect(answers == Array(0..<500), "all are answered in the end, in order")
    }

    @Test func `a long line waits for its turn`() throws {
        let stage = try Stage()
        let talkative = stage.connect()
        let second = stage.connect()
        _ = (stage.receive(talkative), stage.receive(second))
        for client in [talkative, second] {
            client.send(#"{"type":"ping","id":1}"#)
            client.send(#"{"type":"ping","id":2,"more":"\#(String(repeating: "x", count: Limit.bytesATurn))"}"#)
            client.send(#"{"type":"ping","id":3}"#)
        }
        stage.loop.turn(waiting: 0)
        // Both have been read; only one of their long lines has been handled.
        #expect((talkative.receive() + second.receive()).compactMap { $0.int("id") }.filter { $0 > 1 }.count <= 2)
        stage.turn()
        #expect(stage.receive(talkative).compactMap { $0.int("id") }.last == 3)
        #expect(stage.receive(second).compactMap { $0.int("id") }.last == 3)
    }

    @Test func `a line of too many values is for trusted users only`() throws {
        let stage = try Stage()
        let most = Limit.values
        // Besides the values in the list there are the object, the type, the id and the list itself.
        func line(_ count: Int) -> String { #"{"type":"ping","id":1,"more":[\#(Array(repeating: "0", count: count - 4).joined(separator: ","))]}"# }
        for isTrusted in [true, false] {
            let client = stage.connect(line(most), user: isTrusted ? 1000 : 7)
            #expect(stage.receive(client).last?.type == "pong")
            client.send(line(most + 1))
            stage.turn()
            let answer = try #require(stage.receive(client).last)
            #expect(answer.type == (isTrusted ? "pong" : "reply"))
            #expect(isTrusted || answer["error"]?["message"]?.string?.contains("more than \(most) values") == true)
        }
    }
}
