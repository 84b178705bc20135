import Foundation
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The error `code` of each refused request. `badRequest` stands only for lines that are no valid request of the protocol.
@Suite struct ErrorCodeTests {
    struct Case: Sendable {
        var line: String
        var code: String
        var before: [String] = []
        /// Users 7 and 8 are trusted.
        var user: UInt32 = 7
    }

    private static let subscribe = #"{"type":"subscribe","regions":["**"]}"#

    static let cases: [Case] = [
        Case(line: #"{"type":"hello","want":["flying"]}"#, code: "unsupported"),
        Case(line: #"{"type":"subscribe","regions":["w/b"]}"#, code: "notAllowed", user: 1),
        Case(line: #"{"type":"subscribe","observe":true}"#, code: "notAllowed", user: 1),
        Case(line: subscribe, code: "notAllowed", before: Array(repeating: subscribe, count: 32)),
        Case(line: #"{"type":"unsubscribe","subscription":9}"#, code: "notFound"),
        Case(line: #"{"type":"hit","x":1,"y":1,"screen":"none"}"#, code: "notFound"),
        Case(line: #"{"type":"claim","receivers":["none"]}"#, code: "notFound"),
        Case(line: #"{"type":"claim","receivers":["a"]}"#, code: "notAllowed"),
        Case(line: #"{"type":"claim","receivers":["b"]}"#, code: "notAllowed", before: [subscribe], user: 1),
        Case(line: #"{"type":"claim","receivers":["c"]}"#, code: "notAllowed", before: [subscribe], user: 1),
        Case(line: #"{"type":"claim","receivers":["taken"]}"#, code: "taken", before: [subscribe]),
        Case(line: #"{"type":"release","receivers":["a"]}"#, code: "notFound"),
        Case(line: #"{"type":"steal","touches":[1],"by":"ic"}"#, code: "notAllowed"),
        Case(line: #"{"type":"letGo","touches":[1],"by":"ic"}"#, code: "notAllowed"),
        Case(line: #"{"type":"steal","touches":[1],"by":"ic"}"#, code: "notFound", before: [subscribe, #"{"type":"claim","receivers":["ic"]}"#]),
        Case(line: #"{"type":"letGo","touches":[1],"by":"ic"}"#, code: "notFound", before: [subscribe, #"{"type":"claim","receivers":["ic"]}"#]),
        Case(line: #"{"type":"screen","mode":"normal","from":"locked"}"#, code: "conflict"),
        Case(line: #"{"type":"edit","generation":99,"edits":[]}"#, code: "stale"),
        Case(line: #"{"type":"edit","edits":[{"op":"remove","region":"none"}]}"#, code: "notFound"),
        Case(line: #"{"type":"edit","edits":[{"op":"set","region":"none","key":"alpha","value":1}]}"#, code: "notFound"),
        Case(line: #"{"type":"edit","edits":[{"op":"set","gesture":"none","key":"enabled","value":true}]}"#, code: "notFound"),
        Case(line: #"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"a","frame":[0,0,1,1]}}]}"#, code: "taken"),
        Case(line: #"{"type":"edit","edits":[{"op":"remove","region":"b"}]}"#, code: "notAllowed", user: 1),
        Case(line: deeper(25), code: "notAllowed", before: (0..<25).map(deeper)),
        Case(line: #"{"type":"answer","id":9,"value":true}"#, code: "notFound"),
        Case(line: #"{"type":"record","panel":"none"}"#, code: "notFound", user: 0),
        Case(line: #"{"type":"record","panel":"p","on":false}"#, code: "notFound", user: 0),
        Case(line: #"{"type":"record","panel":"p"}"#, code: "taken", before: [#"{"type":"record","panel":"p"}"#], user: 0),
        Case(line: #"{"type":"inject","touches":[{"finger":1,"phase":"ended"}]}"#, code: "notFound", user: 0),
        Case(line: #"{"type":"keys","keys":[{"key":"KEY_A","down":true}]}"#, code: "notFound"),
        Case(line: inject, code: "taken", before: [inject], user: 0),
        Case(line: #"{"type":"subscribe","region":["w"]}"#, code: "badRequest"),
        Case(line: "nonsense", code: "badRequest"), Case(line: #"{"type":"claim"}"#, code: "badRequest"),
        Case(line: #"{"type":"hit","x":"left","y":1}"#, code: "badRequest"),
        Case(line: #"{"type":"edit","edits":[{"op":"set","region":"a","key":"widht","value":1}]}"#, code: "badRequest"),
        Case(line: #"{"type":"edit","edits":[{"op":"set","region":"a","key":"isOn","value":true}]}"#, code: "badRequest"),
        Case(line: #"{"type":"edit","edits":[{"op":"move","region":"w","parent":"a"}]}"#, code: "badRequest"),
        Case(line: #"{"type":"inject","touches":[{"finger":1,"phase":"began","x":5000,"y":1}]}"#, code: "badRequest", user: 0),
        Case(line: #"{"type":"status"}"#, code: "notAllowed", user: 1), Case(line: #"{"type":"reload"}"#, code: "notAllowed"),
    ]

    private static let inject = #"{"type":"inject","touches":[{"finger":1,"phase":"began","x":1,"y":1}]}"#

    /// Adds ten nested regions inside those of the previous round.
    private static func deeper(_ round: Int) -> String {
        let regions = (0..<9).reduce(#"{"id":"n\#(round)","frame":[0,0,1,1]}"#) {
            #"{"id":"n\#(round)-\#($1)","frame":[0,0,1,1],"children":[\#($0)]}"#
        }
        let parent = round == 0 ? "w" : "n\(round - 1)"
        return #"{"type":"edit","edits":[{"op":"add","parent":"\#(parent)","region":\#(regions)}]}"#
    }

    private func stage() throws -> Stage {
        func region(_ id: String, _ x: Double) -> RegionSpec { RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(x, 0, 100, 100))) }
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [region("a", 0), region("b", 100), region("c", 200), region("taken", 300)]
        window.interceptors = [InterceptorSpec(id: "ic", insideOf: "w", verdict: .observe)]
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        stage.access = AccessRules(
            trusted: [7, 8],
            rules: [
                AccessRules.Rule(user: 1, regions: ["w/a"], rights: [.receive, .claim, .edit], place: "k.yaml:3"),
                AccessRules.Rule(user: 1, regions: ["w/c"], rights: [.claim], place: "k.yaml:4"),
            ])
        return stage
    }

    @Test(arguments: cases.indices) func `a refusal has the code that the document says`(_ index: Int) throws {
        let one = Self.cases[index]
        let stage = try stage()
        let owner = stage.connect(Self.subscribe, #"{"type":"claim","receivers":["taken"]}"#, user: 8)
        let client = stage.connect(user: one.user, on: one.user == 0 ? .admin : .events)
        for line in one.before {
            client.send(line)
            stage.turn()
        }
        client.send(one.line)
        stage.turn()
        let refusals = stage.receive(client).compactMap { $0["error"] }
        #expect(refusals.map { $0["code"]?.string } == [one.code], "\(one.line.prefix(200)): \(refusals)")
        let count = stage.publisher.counters
        #expect(one.code == "badRequest" ? (count.badLines, count.refusedRequests) == (1, 0) : (count.badLines, count.refusedRequests) == (0, 1))
        _ = owner
    }

    @Test func `a claim that is refused says which rules there are`() throws {
        func refusal(_ region: String) throws -> String? {
            let stage = try stage()
            let client = stage.connect(Self.subscribe, #"{"type":"claim","id":1,"receivers":["\#(region)"]}"#, user: 1)
            return stage.receive(client).last?["error"]?["message"]?.string
        }
        #expect(
            try refusal("b")
                == #"user 1 may not claim "w/b": the access rules that grant this user "claim" are for other regions: k.yaml:3 grants it for w/a; k.yaml:4 grants it for w/c"#
        )
        #expect(
            try refusal("c")
                == #"user 1 may not claim "w/c", because it may not receive it: the access rules that grant this user "receive" are for other regions: k.yaml:3 grants it for w/a"#
        )
    }

    @Test func `a request that there is not is answered if it has an id, and the connection goes on`() throws {
        let stage = try Stage()
        let client = stage.connect(#"{"type":"paint"}"#, #"{"type":"paint","id":7}"#, #"{"type":"ping","id":8}"#)
        let answers = stage.receive(client).filter { $0.type != "hello" }
        #expect(answers.map(\.type) == ["reply", "pong"])
        #expect(answers.first?["id"] == 7 && answers.first?["error"]?["code"]?.string == "unsupported")
        #expect((stage.publisher.counters.badLines, stage.publisher.counters.refusedRequests) == (0, 1))
    }

    @Test func `the document's table has the codes that are tested, and no others`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/protocol.md"), encoding: .utf8)
        let start = try #require(text.range(of: "<!-- codes -->")).upperBound
        let table = text[start..<(try #require(text[start...].range(of: "<!-- end -->")).lowerBound)]
        let documented = Set(
            table.split(separator: "\n").dropFirst(2).map {
                $0.split(separator: "`").enumerated().filter { [1, 3].contains($0.offset) }.map { String($0.element) }
            })
        var tested = Set(
            Self.cases.filter { $0.code != "badRequest" }.map { one in
                [(try? JSONReader.parse(Array(one.line.utf8)).type) ?? "", one.code]
            })
        // The access rules may forbid any request.
        tested.subtract([["status", "notAllowed"], ["reload", "notAllowed"]])
        // Tested elsewhere.
        tested.formUnion([
            ["answer", "notAllowed"], ["inject", "notAllowed"], ["keys", "notAllowed"], ["reload", "refused"], ["try", "notAllowed"],
        ])
        #expect(documented.subtracting(tested) == [] && tested.subtracting(documented) == [])
    }
}
