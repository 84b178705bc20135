import Foundation
import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// A fuzz test like `RequestFuzzTests`, with every combination of rights, sensitive regions, questions, rates, reloads and slow readers.
/// `TOUCHD_FUZZ_SEEDS=1000 swift test --filter RightsFuzzTests` runs longer.
@Suite struct RightsFuzzTests {
    /// All request ids start here, so that replies to answers, which carry the question's id, can be recognized.
    private static let firstID = 1_000_000

    /// The tree, with random differences from one reload to the next.
    private static func tree(_ random: inout SeededRandom, isSensitive: Bool) -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
            var spec = RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
            spec.isMultipleTouchEnabled = true
            return spec
        }
        func gesture(_ id: String, _ type: String, asks: Set<GestureAsk> = []) -> GestureSpec {
            var gesture = GestureSpec(id: id, type: type)
            gesture.cancelsTouchesInView = false
            gesture.asks = asks
            return gesture
        }
        var one = region("one", Rect(0, 0, 250, 500))
        one.responds = .forward
        one.gestures = [gesture("key", "pan", asks: random(2) == 0 ? [.shouldBegin] : [])]
        var two = region("two", Rect(250, 0, 250, 500))
        if random(2) == 0 { two.behaviour = .dragSelf }
        var three = region("three", Rect(0, 500, 500, 500), kind: .button)
        three.isEnabled = random(4) > 0
        var pad = region("pad", Rect(0, 0, 500, 1000), [one, two, three])
        pad.isSensitive = isSensitive
        pad.gestures = [gesture("padded", "pan", asks: [.shouldReceive])]
        let row = region("row", Rect(0, 400, 500, 300), kind: [.view, .button, .switch][random(3)])
        var list = region("list", Rect(500, 0, 500, 1000), [row], kind: .scrollView)
        list.scroll!.contentSize = Size(500, 3000)
        list.scroll!.delaysContentTouches = random(2) == 0
        var other = region("other", Rect(500, 0, 500, 400), [region("dial", Rect(0, 200, 500, 200), kind: .slider)])
        other.gestures = [gesture("slide", "pan", asks: [.shouldBegin, .shouldReceive]), gesture("pinched", "pinch")]
        other.fallback = random(2) == 0 ? "spare" : nil
        var spare = region("spare", Rect(5000, 0, 10, 10))
        spare.watchesOutside = random(2) == 0
        var window = region("w", Rect(0, 0, 1000, 1000), [spare, pad, list, other], kind: .window)
        window.interceptors = [
            InterceptorSpec(id: "ic", insideOf: "w", verdict: .observe, maySteal: true),
            InterceptorSpec(id: "keys", insideOf: "one", verdict: .observe, maySteal: true),
        ]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private static func rules(_ random: inout SeededRandom) -> [AccessRules.Rule] {
        let globs = ["**", "w/other/**", "w/pad/**", "w/list", "w/*"]
        return (0..<4).map { _ in
            let all: [Right] = [.receive, .observe, .claim, .sensitive]
            let rights = Set(all.filter { _ in random(2) == 0 })
            return AccessRules.Rule(user: UInt32(2 + random(2)), regions: [globs[random(globs.count)]], rights: rights.isEmpty ? [.receive] : rights)
        } + [AccessRules.Rule(user: 1, rights: [.receive, .observe])]
    }

    /// User 1 only observes; the current rules decide for users 2 and 3; user 1000 is trusted.
    private static let users: [(user: UInt32, socket: Listener.Role)] = [
        (1, .events), (1, .events), (2, .events), (3, .events), (1000, .events), (1000, .events), (1, .admin),
    ]

    @Test(arguments: 1...RequestFuzzTests.seeds) func `whatever comes together, streams keep their grammar and come to an end`(_ seed: UInt64) throws
    {
        var random = SeededRandom(seed: seed)
        // On even seeds only claims allow looking into the pad, so a bystander never may.
        let isSealed = seed % 2 == 0
        let stage = try Stage(Self.tree(&random, isSensitive: true))
        stage.access = AccessRules(trusted: [1000], rules: Self.rules(&random))
        var clients = Self.users.map { stage.connect(user: $0.user, on: $0.socket) }
        var readers = clients.map { _ in VerifyingReader() }
        var asked = clients.map { _ in 0 }
        func check(_ index: Int) {
            let who = "seed \(seed), client \(index)"
            #expect(readers[index].flaw == nil, "\(who)")
            let answers = readers[index].lines.filter { ["reply", "pong", "synced"].contains($0.type) }.compactMap { $0.int("id") }
            let own = answers.filter { $0 >= Self.firstID && $0 < Int(TouchIDs.firstSensitive) }
            let expected = Array(Self.firstID..<(Self.firstID + asked[index]))
            // A client that read nothing for 5 s is closed.
            #expect(clients[index].isClosed ? expected.starts(with: own) : own == expected, "\(who)")
            guard isSealed, index < 2 else { return }
            for event in readers[index].lines.flatMap(\.events) where event["event"]?.string != "sensitive" {
                if ["pad", "one", "two", "three"].contains(event["region"]?.string) { Issue.record("\(who): \(event)") }
            }
        }
        for _ in 0..<400 {
            switch random(20) {
            case 0..<9:
                var slots: [Int: (x: Int32, y: Int32)?] = [:]
                for slot in 0..<4 where random(2) == 0 {
                    slots[slot] = stage.isDown(slot) && random(6) == 0 ? .some(nil) : (Int32(random(1000)), Int32(random(1000)))
                }
                stage.advance()
                stage.frame(slots)
            case 9..<17:
                let index = random(clients.count)
                let (line, isAnswered) = request(Self.firstID + asked[index], stage, &random, isSealed: isSealed)
                if isAnswered { asked[index] += 1 }
                clients[index].send(line)
                stage.turn()
            case 17:
                if random(2) == 0 { stage.access = AccessRules(trusted: [1000], rules: Self.rules(&random)) }
                stage.reloads = [Self.tree(&random, isSensitive: isSealed || random(3) > 0)]
                let index = clients.count - 1
                clients[index].send(#"{"type":"reload","id":\#(Self.firstID + asked[index])}"#)
                asked[index] += 1
                stage.turn()
            case 18:
                stage.time += Int64(random(700_000))
                stage.advance()
                _ = stage.publisher.advance(panel: stage.panel, to: stage.time)
                stage.publisher.claimants.checkAcknowledgements()
                stage.publisher.backlog.check()
            default:
                let index = random(clients.count)
                if random(4) > 0 { break }
                readers[index].read(clients[index].receive(atMost: 1 << 20))
                clients[index] = stage.connect(user: Self.users[index].user, on: Self.users[index].socket)
                readers[index] = VerifyingReader()
                asked[index] = 0
            }
            // The last client but one never reads in time.
            for index in clients.indices where index != 5 && random(3) == 0 { readers[index].read(clients[index].receive(atMost: 1 << 16)) }
            stage.turn()
        }
        // The administrator lifts its injected fingers once it is read again.
        let last = clients.count - 1
        readers[last].read(clients[last].receive(atMost: 1 << 20))
        stage.turn()
        for finger in stage.publisher.injections.all.map(\.number) {
            clients[last].send(#"{"type":"inject","id":\#(Self.firstID + asked[last]),"touches":[{"finger":\#(finger),"phase":"ended"}]}"#)
            asked[last] += 1
            stage.turn()
        }
        #expect(stage.publisher.injections.all.isEmpty, "seed \(seed)")
        stage.advance()
        stage.frame(Dictionary(uniqueKeysWithValues: (0..<4).filter(stage.isDown).map { ($0, nil) }))
        stage.time += 30_000_000  // thrown views come to rest
        stage.advance()
        _ = stage.publisher.advance(panel: stage.panel, to: stage.time)
        for index in clients.indices {
            var isEmpty = false
            while true {
                let bytes = clients[index].receive(atMost: 1 << 20)
                readers[index].read(bytes)
                stage.turn()
                if bytes.isEmpty && isEmpty { break }
                isEmpty = bytes.isEmpty
            }
            check(index)
            if clients[index].isClosed { continue }
            #expect(readers[index].touchesDown.isEmpty, "seed \(seed), client \(index): touches without an end")
            #expect(readers[index].inProgress.isEmpty, "seed \(seed), client \(index): gestures, controls or scroll views without an end")
        }
        #expect(stage.publisher.counters.violations == 0, "seed \(seed)")
    }

    /// A line, and whether it always gets an answer.
    private func request(_ id: Int, _ stage: Stage, _ random: inout SeededRandom, isSealed: Bool) -> (line: String, isAnswered: Bool) {
        func one(_ list: [String]) -> String { list[random(list.count)] }
        let region = one(["pad", "one", "two", "three", "list", "row", "other", "dial", "spare", "ic", "keys", "new"])
        let touch = stage.touchesDown.isEmpty ? 7 : stage.touchesDown[random(stage.touchesDown.count)].touch.id.rawValue
        if random(5) == 0 {
            let question = stage.publisher.questions.asked.keys.sorted().first?.rawValue ?? UInt64(random(9))
            return (#"{"type":"answer","id":\#(question),"value":\#(one(["true", "false"]))}"#, false)
        }
        var wishes = ""
        for wish in [#","observe":true"#, #","maxRate":\#(5 + random(40))"#, #","coalesced":true"#, #","axes":true"#] where random(3) == 0 {
            wishes += wish
        }
        var body = [
            #""type":"subscribe","regions":["\#(one(["**", "w/pad/**", "w/other", "w/*", "**/one"]))"]\#(wishes)"#,
            #""type":"subscribe","regions":["\#(one(["**", "w/ic", "w/list/**", "**/dial"]))"],"events":["\#(one(["touch", "gesture", "control", "scroll"]))"]\#(wishes)"#,
            #""type":"unsubscribe","subscription":\#(1 + random(4))"#,
            #""type":"claim","receivers":["\#(region)"]"# + one(["", #","ackWithin":50"#]), #""type":"claim","receivers":["\#(region)"]"#,
            #""type":"release","receivers":["\#(region)"]"#, #""type":"steal","touches":[\#(touch)],"by":"\#(one(["ic", "keys"]))""#,
            #""type":"edit","edits":[{"op":"set","region":"\#(one(["one", "other", "two"]))","key":"frame","value":[\#(random(400)),0,300,900]}]"#,
            #""type":"edit","edits":[{"op":"add","parent":"\#(one(["w", "list"]))","region":{"id":"new","frame":[0,0,\#(random(800)),500]}}]"#,
            #""type":"edit","edits":[{"op":"remove","region":"\#(one(["new", "spare", "other", "row"]))"}]"#,
            #""type":"edit","edits":[{"op":"bringToFront","region":"\#(region)"}]"#,
            #""type":"edit","edits":[{"op":"set","region":"\#(one(["three", "row", "dial", "list"]))","key":"enabled","value":\#(one(["true", "false"]))}]"#,
            #""type":"edit","edits":[{"op":"set","gesture":"slide","key":"isEnabled","value":\#(one(["true", "false"]))}]"#,
            #""type":"trace","on":\#(one(["true", "false"]))"#, #""type":"hit","x":\#(random(1000)),"y":5"#, #""type":"sync""#, #""type":"clients""#,
            RequestFuzzTests.injection(&random), RequestFuzzTests.injection(&random),
        ]
        if !isSealed {
            body += [
                #""type":"edit","edits":[{"op":"move","region":"\#(one(["one", "pad", "other", "row"]))","parent":"\#(one(["w", "other", "pad", "list"]))"}]"#,
                #""type":"edit","edits":[{"op":"set","region":"\#(one(["one", "three"]))","key":"behaviour","value":"dragSelf"}]"#,
                #""type":"edit","edits":[{"op":"remove","region":"\#(one(["pad", "one"]))"}]"#,
            ]
        }
        return ("{\"id\":\(id),\(one(body))}", true)
    }
}
