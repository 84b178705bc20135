import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Gestures ask the client that has claimed their region, and every question gets an answer even if the client disappears.
@Suite struct QuestionTests {
    /// Region `a` (left half) with a tap that asks, `b` (right half) without one.
    private func tree(
        asks: Set<GestureAsk> = [.shouldBegin], shouldBegin: Bool = true, type: String = "tap", cancels: Bool = true
    ) -> RegionTree {
        var a = RegionSpec(id: "a", geometry: RegionGeometry(frame: Rect(0, 0, 500, 1000)))
        var gesture = GestureSpec(id: "g", type: type)
        (gesture.asks, gesture.shouldBegin, gesture.cancelsTouchesInView) = (asks, shouldBegin, cancels)
        a.gestures = [gesture]
        let b = RegionSpec(id: "b", geometry: RegionGeometry(frame: Rect(500, 0, 500, 1000)))
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [a, b]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func claimant(_ stage: Stage, _ receiver: String = "a") -> TestClient {
        let client = stage.connect(
            #"{"type":"subscribe","id":1,"events":["gesture"]}"#, #"{"type":"claim","id":2,"receivers":["\#(receiver)"]}"#)
        _ = stage.receive(client)
        return client
    }

    private func tap(_ stage: Stage, x: Int32 = 100) {
        stage.frame([0: (x, 100)])
        stage.frame([0: nil])
    }

    private func answer(_ stage: Stage, _ client: TestClient, _ id: String, _ value: String = "true") {
        client.send(#"{"type":"answer","id":\#(id),"value":\#(value)}"#)
        stage.turn()
    }

    /// All lines to a client except replies, in short form.
    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap { line -> [String] in
            if line.type == "frame" {
                return line.events.map { event in
                    ["gesture", "region", "phase", "state"].compactMap { event[$0]?.string }.joined(separator: " ")
                }
            }
            return line.type == "question" ? ["\(line["id"]!.numberText!) \(line["ask"]!.string!)?"] : []
        }
    }

    private func errors(_ lines: [JSONValue]) -> [String] { lines.compactMap { $0["error"]?["message"]?.string } }

    @Test func `the claimant is asked, and its answer counts`() throws {
        let stage = try Stage(tree())
        let client = claimant(stage)
        tap(stage)
        let asked = stage.receive(client).filter { $0.type == "question" }
        #expect(asked.count == 1)
        let question = try #require(asked.first)
        #expect(question["id"]?.number == 1)
        #expect(question["ask"]?.string == "shouldBegin")
        #expect(question["gesture"]?.string == "g")
        #expect(question["kind"]?.string == "tap")
        #expect(question["region"]?.string == "a")
        #expect(question["panel"]?.string == "p")
        #expect(question["touches"]?.array?.map(\.numberText) == ["65536"])
        #expect(question["local"]?.array?.map(\.number) == [100, 100])
        #expect(question["taps"]?.number == 1)
        #expect(question["time"]?.number == Double(stage.time))
        #expect(question["deadline"]?.number == Double(stage.time + 100_000))
        #expect(question["seq"] == nil)
        let lifted = stage.time
        stage.time += 20_000
        answer(stage, client, "1")
        let said = stage.receive(client)
        #expect(words(said) == ["g a recognized"])
        #expect(said.first?["time"]?.number == Double(stage.time))
        #expect(said.first?.events.first?["timestamp"]?.number == Double(lifted))
        tap(stage)
        answer(stage, client, "2", "false")
        #expect(words(stage.receive(client)) == ["2 shouldBegin?"])
    }

    @Test func `the question about a touch says which one it is, and where`() throws {
        let stage = try Stage(tree(asks: [.shouldReceive]))
        let client = claimant(stage)
        stage.frame([0: (120, 40)])
        let question = try #require(stage.receive(client).first { $0.type == "question" })
        #expect(question["ask"]?.string == "shouldReceive")
        #expect(question["target"]?.string == "a")
        #expect(question["touches"]?.array?.map(\.numberText) == ["65536"])
        #expect(question["local"]?.array?.map(\.number) == [120, 40])
        #expect(question["taps"] == nil)
    }

    @Test func `a question about a region that nobody has claimed is not asked`() throws {
        let stage = try Stage(tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"]}"#)
        let other = claimant(stage, "b")
        tap(stage)
        #expect(words(stage.receive(client)) == ["g a recognized"])
        #expect(words(stage.receive(other)) == ["g a recognized"])
    }

    @Test func `a touch from before the claim is not asked about`() throws {
        let stage = try Stage(tree())
        stage.frame([0: (100, 100)])
        let client = claimant(stage)
        stage.frame([0: nil])
        #expect(words(stage.receive(client)) == [])
        stage.frame([0: (100, 100)])  // the first of the new touch
        stage.frame([0: nil])
        let question = stage.receive(client).first { $0.type == "question" }
        #expect(question?["touches"]?.array?.map(\.numberText) == ["65537"])
    }

    /// The daemon may handle a deadline late and read an answer first.
    @Test(arguments: [99_999, 100_000]) func `an answer counts before the deadline, and not from it on`(_ late: Int64) throws {
        for ask in [GestureAsk.shouldBegin, .shouldReceive] {
            let stage = try Stage(tree(asks: [ask]))
            let client = claimant(stage)
            let tracer = stage.connect(#"{"type":"trace","id":1,"on":true}"#)
            stage.frame([0: (100, 100)])
            if ask == .shouldBegin { stage.frame([0: nil]) }
            #expect(words(stage.receive(client)) == ["1 \(ask.rawValue)?"])
            stage.time += late
            answer(stage, client, "1", "false")
            stage.advance()
            #expect(words(stage.receive(client)) == (late < 100_000 || ask == .shouldReceive ? [] : ["g a recognized"]))
            let settled = stage.receive(tracer).last { $0.type == "settled" }
            #expect(settled?["by"]?.string == (late < 100_000 ? "client" : "default"))
            #expect(settled?["value"]?.bool == (late >= 100_000))
        }
    }

    @Test func `a client that does not answer delays only that gesture`() throws {
        let stage = try Stage(tree())
        let client = claimant(stage)
        let other = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/b"],"events":["touch"]}"#)
        tap(stage)
        tap(stage, x: 700)
        #expect(words(stage.receive(other)) == ["b began", "b ended"])
        #expect(words(stage.receive(client)) == ["1 shouldBegin?"])
        stage.time += 200_000
        stage.advance()
        #expect(words(stage.receive(client)) == ["g a recognized"])
        answer(stage, client, "1", "false")
        #expect(words(stage.receive(client)) == [], "too late")
    }

    @Test func `an answer to no question, or to another client's, is an error`() throws {
        let stage = try Stage(tree())
        let client = claimant(stage)
        let other = claimant(stage, "b")
        tap(stage)
        _ = stage.receive(client)
        answer(stage, other, "1", "false")
        #expect(errors(stage.receive(other)) == ["question 1 was not asked of this connection"])
        answer(stage, client, "7")
        #expect(errors(stage.receive(client)) == ["question 7 was never asked"])
        answer(stage, client, "0")
        #expect(errors(stage.receive(client)) == ["question 0 was never asked"])
        answer(stage, client, "1", "\"yes\"")
        #expect(errors(stage.receive(client)) == ["\"value\": expected true or false"])
        answer(stage, client, "\"one\"")
        #expect(errors(stage.receive(client)) == ["\"id\": expected whole number from 0 up"])
        answer(stage, client, "1")
        answer(stage, client, "1", "false")
        #expect(words(stage.receive(client)) == ["g a recognized"], "a second answer is none")
    }

    @Test(arguments: ["gone", "released", "hung"]) func `a client whose claim is over has not answered`(how: String) throws {
        let stage = try Stage(tree(shouldBegin: true))
        var client: TestClient? = stage.connect(
            #"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"],"ackWithin":20}"#)
        let next = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"]}"#)
        _ = stage.receive(next)
        tap(stage)
        #expect(words(stage.receive(client!)).last == "1 shouldBegin?")
        #expect(words(stage.receive(next)) == [])
        switch how {
        case "gone": client = nil
        case "released": client!.send(#"{"type":"release","id":3,"receivers":["a"]}"#)
        default:
            stage.time += 30_000
            stage.publisher.claimants.checkAcknowledgements()
        }
        stage.turn()
        // The declared answer, before the deadline; the question no longer belongs to one client.
        #expect(words(stage.receive(next)) == ["g a recognized"])
        #expect(stage.publisher.questions.asked.isEmpty)
    }

    @Test func `a client that lags is not waited for`() throws {
        let stage = try Stage(tree(asks: [.shouldBegin], type: "longPress"))
        let slow = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"]}"#)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"],"observe":true}"#)
        // The other finger's moves fill the client's queue; the client reads nothing.
        stage.frame([1: (700, 500)])
        for index in 0..<300 {  // three seconds
            stage.frame([1: (Int32(600 + index % 300), 500)])
            stage.turn()
            _ = observer.receive()
        }
        #expect(stage.publisher.clients[0].isLagging)
        stage.frame([0: (100, 100)])
        stage.time += 500_000
        stage.advance()
        stage.turn()
        #expect(words(stage.receive(observer)).last == "g a began", "at once, without a deadline")
        #expect(stage.publisher.questions.asked.isEmpty)
        _ = slow
    }

    @Test func `a client that falls behind after the question has not answered`() throws {
        let stage = try Stage(tree(asks: [.shouldBegin], type: "longPress"))
        let slow = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["a"]}"#)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"],"observe":true}"#)
        stage.frame([0: (100, 100), 1: (700, 500)])
        stage.time += 500_000
        stage.advance()
        stage.turn()
        #expect(stage.publisher.questions.asked.count == 1)
        // Acts as if the client were far behind.
        stage.publisher.backlog.markLagging(stage.publisher.clients[0])
        stage.turn()
        #expect(words(stage.receive(observer)).last == "g a began")
        #expect(stage.publisher.questions.asked.isEmpty)
        _ = slow
    }

    @Test func `a gesture in progress ends with its client`() throws {
        let stage = try Stage(tree(asks: [.shouldBegin], type: "pan"))
        var client: TestClient? = claimant(stage)
        let next = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"]}"#)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"],"observe":true}"#)
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        answer(stage, client!, "1")
        #expect(words(stage.receive(client!)) == ["1 shouldBegin?", "g a began"])
        client = nil
        stage.turn()
        stage.frame([0: (160, 100)])
        stage.frame([0: nil])
        #expect(words(stage.receive(observer)) == ["g a began", "g a cancelled"])
        #expect(words(stage.receive(next)) == [], "it has not seen it begin")
    }

    @Test func `the claimant of a removed region is not waited for`() throws {
        let stage = try Stage(tree())
        let client = claimant(stage)
        tap(stage)
        #expect(words(stage.receive(client)) == ["1 shouldBegin?"])
        stage.replaceTree(Stage.tree(window: "w"))
        stage.turn()
        #expect(stage.publisher.questions.asked.isEmpty)
        answer(stage, client, "1")
        #expect(errors(stage.receive(client)) == [])
        tap(stage)
    }

    @Test func `a client that traces sees questions and their outcomes`() throws {
        let stage = try Stage(tree())
        let client = claimant(stage)
        let tracer = stage.connect(#"{"type":"trace","id":1,"on":true}"#)
        _ = stage.receive(tracer)
        tap(stage)
        answer(stage, client, "1", "false")
        tap(stage)
        stage.time += 200_000
        stage.advance()
        let lines = stage.receive(tracer).filter { $0.type != "trace" }
        #expect(lines.map(\.type) == ["question", "settled", "question", "settled"])
        #expect(lines[1]["id"]?.number == 1)
        #expect(lines[1]["value"]?.bool == false)
        #expect(lines[1]["by"]?.string == "client")
        #expect(lines[3]["value"]?.bool == true)
        #expect(lines[3]["by"]?.string == "default")
        tracer.send(#"{"type":"answer","id":2,"value":true}"#)
        stage.turn()
        #expect(errors(stage.receive(tracer)) == [], "it is settled")
        tap(stage)
        answer(stage, tracer, "3")
        #expect(errors(stage.receive(tracer)) == ["question 3 was not asked of this connection"])
    }

    @Test func `the same input gives the same bytes twice`() throws {
        func bytes() throws -> [String] {
            let stage = try Stage(tree(asks: [.shouldReceive, .shouldBegin], type: "pan"))
            let client = claimant(stage)
            var bytes: [String] = []
            for round in 0..<6 {
                stage.frame([0: (100, 100)])
                if round % 2 == 0 { answer(stage, client, "\(2 * round / 2 + 1)") }
                stage.frame([0: (150, 100)])
                stage.frame([0: nil])
                stage.time += Int64(round) * 50_000
                stage.advance()
                _ = stage.receive(client)
                bytes.append(client.lastBytes)
            }
            return bytes
        }
        let once = try bytes()
        #expect(try once == bytes())
        #expect(once.contains { $0.contains("gesture") })
    }

    /// A removed double tap has failed, and the tap that waits for it would ask; both are removed with their region.
    @Test func `a gesture that is removed asks nobody, and tracers do not hear of a sensitive region`() throws {
        let stage = try Stage()
        var owner: TestClient? = stage.connect(
            #"""
            {"type":"edit","id":1,"edits":[{"op":"add","parent":"w","region":{"id":"x","sensitive":true,"frame":[0,0,300,300],"gestures":[
            {"id":"t","type":"tap","asks":["shouldBegin"],"requireToFail":["d"]},{"id":"d","type":"tap","numberOfTapsRequired":2}]}}]}
            """#.replacing("\n", with: ""))
        let claimant = claimant(stage, "x")
        let tracer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, #"{"type":"trace","on":true}"#)
        for slots: [Int: (x: Int32, y: Int32)?] in [[0: (100, 100)], [0: nil], [0: (100, 100)]] { stage.frame(slots) }
        #expect(owner != nil)
        owner = nil  // removes its region too
        stage.turn()
        stage.time += 2_000_000
        stage.advance()
        for client in [claimant, tracer] {
            let lines = stage.receive(client)
            #expect(flaw(in: lines) == nil)
            #expect(!lines.contains { $0.type == "question" || $0.type == "settled" })
        }
        #expect(stage.publisher.questions.asked.isEmpty)
    }
}
