import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// docs/access.md lists, channel by channel, what others learn of a sensitive region. Nothing else that they can see or ask for depends on fingers in
/// it.
@Suite struct SensitiveViewTests {
    private static let observe = #"{"type":"subscribe","id":1,"observe":true,"axes":true}"#

    private static func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
    }

    /// The pad is the left half, with keys that take touches in different ways; `b` is the right half. Gestures of both ask.
    private static func tree() -> RegionTree {
        var list = region("list", Rect(0, 250, 250, 250), [region("row", Rect(0, 0, 250, 500))], kind: .scrollView)
        list.scroll!.contentSize = Size(250, 1000)
        var drag = region("drag", Rect(250, 250, 100, 100))
        drag.behaviour = .dragSelf
        let keys = [
            region("one", Rect(0, 0, 250, 250), kind: .button), region("eight88888", Rect(250, 0, 250, 250), kind: .button), list, drag,
            region("dial", Rect(0, 500, 500, 100), kind: .slider), region("switch", Rect(0, 600, 500, 100), kind: .switch),
        ]
        var pad = region("pad", Rect(0, 0, 500, 1000), keys)
        pad.isSensitive = true
        pad.isMultipleTouchEnabled = true
        var tapped = GestureSpec(id: "tapped", type: "tap")
        tapped.asks = [.shouldReceive, .shouldBegin]
        pad.gestures = [tapped, GestureSpec(id: "slid", type: "pan")]
        var b = region("b", Rect(500, 0, 500, 1000))
        b.isMultipleTouchEnabled = true
        var moved = GestureSpec(id: "moved", type: "pan")
        moved.asks = [.shouldBegin]
        b.gestures = [moved]
        var window = region("w", Rect(0, 0, 1000, 1000), [pad, b], kind: .window)
        window.isMultipleTouchEnabled = true
        window.gestures = [GestureSpec(id: "anywhere", type: "pan")]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    /// Two runs with the same fingers outside the pad and other fingers in it: observers get the same bytes.
    private func compare(_ what: String, times: Int = rounds(3), _ run: (_ seed: UInt64, _ secret: UInt64) throws -> [[UInt8]]) rethrows {
        var random = SeededRandom()
        for _ in 0..<times {
            let (seed, secrets) = (random.next(), (random.next(), random.next()))
            let (first, second) = (try run(seed, secrets.0), try run(seed, secrets.1))
            for (index, (a, b)) in zip(first, second).enumerated() where a != b {
                let at = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
                func around(_ bytes: [UInt8]) -> String { String(decoding: bytes[max(0, at - 300)..<min(bytes.count, at + 100)], as: UTF8.self) }
                Issue.record("\(what): seed \(seed), secrets \(secrets), client \(index):\n\(around(a))\n\(around(b))")
                return
            }
        }
    }

    /// The next state of a finger outside, from the seed.
    private static func outside(_ finger: Int, _ down: inout Set<Int>, _ random: inout SeededRandom, _ slots: inout [Int: (x: Int32, y: Int32)?]) {
        let place = (x: Int32(502 + random(490)), y: Int32(2 + random(990)))
        switch (down.contains(finger), random(4)) {
        case (false, 0):
            down.insert(finger)
            slots[finger] = place
        case (true, 0):
            down.remove(finger)
            slots[finger] = .some(nil)
        case (true, 1), (true, 2): slots[finger] = place
        default: break
        }
    }

    /// Clients that receive begins and ends there, and trusted users who may also ask for everything: only the owner learns where touches are,
    /// whether they move, and which region takes them.
    @Test(arguments: [false, true]) func `who hears of touches there learns nothing of their places from anything it asks`(isClaimed: Bool) throws {
        try compare("places") { seed, secret in
            let stage = try Stage(Self.tree())
            var (random, hidden) = (SeededRandom(seed: seed), SeededRandom(seed: secret))
            let owner = isClaimed ? stage.connect(Self.observe, #"{"type":"claim","id":2,"receivers":["pad"],"ackWithin":600000}"#) : nil
            let spies = [
                stage.connect(user: 0, on: .admin), stage.connect(Self.observe, #"{"type":"trace","on":true}"#, user: 0, on: .admin),
                stage.connect(#"{"type":"subscribe","id":1,"observe":true,"maxRate":20}"#),
                stage.connect(#"{"type":"subscribe","id":1,"observe":true,"coalesced":true}"#), stage.connect(Self.observe, user: 9),
            ]
            var (open, inPad): (Set<Int>, Set<Int>) = ([], [])
            for step in 0..<60 {
                var slots: [Int: (x: Int32, y: Int32)?] = [:]
                for finger in 0..<2 { Self.outside(finger, &open, &random, &slots) }
                for finger in 2..<4 {
                    let place = (x: Int32(2 + hidden(490)), y: Int32(2 + hidden(990)))
                    let moves = hidden(2) == 0
                    switch (inPad.contains(finger), random(4)) {
                    case (false, 0):
                        inPad.insert(finger)
                        slots[finger] = place
                    case (true, 0):
                        inPad.remove(finger)
                        slots[finger] = .some(nil)
                    case (true, _): if moves { slots[finger] = place }
                    default: break
                    }
                }
                stage.advance()
                stage.frame(slots)
                stage.turn()
                for (index, spy) in spies.enumerated() {
                    for question in ["devices", "status", "clients"] { spy.send(#"{"type":"\#(question)","id":\#(1000 + 10 * step)}"#) }
                    spy.send(#"{"type":"hit","id":\#(1000 + 10 * step + 1),"x":\#(10 * step + index),"y":\#(13 * step + index)}"#)
                }
                stage.turn()
                for client in spies + [owner].compactMap(\.self) { _ = stage.receive(client) }
                if let owner, step % 7 == 0 { owner.send(#"{"type":"ack","seq":\#(hidden(100))}"#) }
            }
            #expect(spies.allSatisfy { $0.bytes.count > 5000 })
            return spies.map(\.bytes)
        }
    }

    /// A user who may neither receive nor observe the pad cannot distinguish a session with a four-digit PIN, one with a six-digit PIN in another
    /// rhythm, and none at all.
    @Test func `who has no right there learns nothing of how many there are nor when`() throws {
        try compare("rhythm") { seed, secret in
            let stage = try Stage(Self.tree())
            stage.access = AccessRules(
                trusted: [0],
                rules: [
                    AccessRules.Rule(user: 1, regions: ["w/b", "w"], rights: [.receive, .observe, .claim]),
                    AccessRules.Rule(user: 2, regions: ["w/pad/**"], rights: [.receive, .claim]),
                ])
            var (random, hidden) = (SeededRandom(seed: seed), SeededRandom(seed: secret))
            let owner = stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["pad"]}"#, user: 2)
            #expect(stage.receive(owner).contains { $0.int("id") == 2 && $0["ok"]?.bool == true })
            var outsiders = [
                stage.connect(#"{"type":"subscribe","id":1}"#, #"{"type":"claim","id":2,"receivers":["b"]}"#, user: 1),
                stage.connect(#"{"type":"subscribe","id":1,"observe":true,"maxRate":20}"#, user: 1), stage.connect(user: 3),
            ]
            var (open, inPad): (Set<Int>, Set<Int>) = ([], [])
            for step in 0..<80 {
                var slots: [Int: (x: Int32, y: Int32)?] = [:]
                for finger in 0..<2 { Self.outside(finger, &open, &random, &slots) }
                for finger in 2..<4 where secret % 5 > 0 {  // or nobody enters anything
                    let place = (x: Int32(2 + hidden(490)), y: Int32(2 + hidden(990)))
                    switch (inPad.contains(finger), hidden(4)) {
                    case (false, 0):
                        inPad.insert(finger)
                        slots[finger] = place
                    case (true, 0):
                        inPad.remove(finger)
                        slots[finger] = .some(nil)
                    case (true, 1): slots[finger] = place
                    default: break
                    }
                }
                stage.advance()
                stage.frame(slots)
                stage.turn()
                for outsider in outsiders {
                    let number = 1000 + 100 * step
                    for question in ["devices", "status", "clients"] { outsider.send(#"{"type":"\#(question)","id":\#(number)}"#) }
                    outsider.send(#"{"type":"hit","id":\#(number + 1),"x":\#(step * 10),"y":\#(step * 12)}"#)
                    // Questions and touches, existing or not.
                    for id in 0..<4 {
                        outsider.send(#"{"type":"answer","id":\#(TouchIDs.firstSensitive + UInt64(id)),"value":true}"#)
                        outsider.send(#"{"type":"steal","id":\#(number + 10),"touches":[\#(TouchIDs.firstSensitive + UInt64(id))],"by":"b"}"#)
                    }
                    outsider.send(#"{"type":"answer","id":\#(1 + step / 8),"value":true}"#)
                }
                stage.turn()
                for client in outsiders + [owner] { _ = stage.receive(client) }
                // A snapshot, and ids that continue.
                if step % 20 == 10 { outsiders.append(stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 1)) }
            }
            #expect(outsiders.allSatisfy { $0.bytes.count > 5000 })
            return outsiders.map(\.bytes)
        }
    }

    // MARK: Channel by channel

    private func ask(_ stage: Stage, _ client: TestClient, _ what: String) throws -> JSONValue {
        client.send(#"{"type":"\#(what)","id":"q"}"#)
        stage.turn()
        return try #require(stage.receive(client).last { $0["id"]?.string == "q" })
    }

    @Test func `what an owner gets is told to itself only, for as long as it is connected`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.observe)
        let spy = stage.connect(user: 0, on: .admin)
        func isTold(_ asker: TestClient) throws -> Bool {
            let before = try #require(try ask(stage, asker, "clients")["clients"]?.array?.first)
            stage.frame([0: (10, 10)])
            stage.frame([0: nil])
            _ = stage.receive(owner)
            let after = try #require(try ask(stage, asker, "clients")["clients"]?.array?.first)
            let counts = ["sentBytes", "seq", "queuedBytes", "queuedFrames", "merged", "lag", "unacknowledged", "lastAck"]
            let isSame = counts.allSatisfy { after[$0] == before[$0] }
            #expect(isSame == (after["sensitive"]?.bool == true))
            return !isSame
        }
        #expect(try isTold(spy))
        owner.send(#"{"type":"claim","id":2,"receivers":["one"],"ackWithin":1000}"#)
        stage.turn()
        #expect(try !isTold(spy) && isTold(owner))
        owner.send(#"{"type":"release","id":3,"receivers":["one"]}"#)
        stage.turn()
        #expect(try !isTold(spy), "the sum would say what it has got")
    }

    @Test func `moves that an owner missed before it was one stay counted`() throws {
        let stage = try Stage(Self.tree())
        var client: TestClient? = stage.connect(Self.observe)
        let spy = stage.connect(user: 0, on: .admin)
        let taken = try #require(stage.publisher.clients.first)
        taken.mergedBefore = 5
        func merged() throws -> Int? { try ask(stage, spy, "status")["counts"]?.int("merged") }
        #expect(try merged() == 5)
        client?.send(#"{"type":"claim","id":2,"receivers":["one"]}"#)
        stage.turn()
        taken.mergedBefore = 8
        #expect(try merged() == 5)
        client = nil
        stage.turn()
        #expect(try merged() == 5)
    }

    @Test func `counts have nothing of touches there`() throws {
        let stage = try Stage(Self.tree())
        let spy = stage.connect(user: 0, on: .admin)
        let owner = stage.connect(Self.observe, #"{"type":"claim","id":2,"receivers":["pad"]}"#)
        stage.frame([0: (600, 100)])
        let before = try ask(stage, spy, "status")
        let health = try #require(before["panels"]?.array?.first?["health"])
        #expect(health.int("reports") == 1 && health.int("touches") == 1 && before["counts"]?.int("touches") == 1)
        for step in 0..<10 { stage.frame([1: (Int32(10 + 40 * step), 520)]) }  // on the slider
        stage.frame([1: nil])
        #expect(stage.receive(owner).flatMap(\.events).contains { $0["action"]?.string == "valueChanged" })
        let after = try ask(stage, spy, "status")
        #expect(after["panels"]?.array?.first?["health"] == health)
        for name in ["touches", "encodings", "lines", "merged"] { #expect(after["counts"]?.int(name) == before["counts"]?.int(name), "\(name)") }
        #expect(after["counts"]!.int("frames")! == before["counts"]!.int("frames")! + 2, "that it came and went is told to observers")
        // Events of other fingers count meanwhile.
        stage.frame([1: (10, 10)])
        stage.frame([0: (602, 100), 1: (20, 20)])
        stage.frame([0: nil, 1: nil])
        let last = try ask(stage, spy, "status")["panels"]?.array?.first?["health"]
        #expect(last?.int("reports") == 3 && last?.int("lastReport") == Int(stage.time))
    }

    @Test func `how panels are doing is told to those only who hear of all touches`() throws {
        let stage = try Stage(Self.tree())
        stage.access = AccessRules(
            trusted: [0],
            rules: [
                AccessRules.Rule(user: 1, rights: [.receive]), AccessRules.Rule(user: 2, regions: ["w/pad"], rights: [.observe]),
                AccessRules.Rule(user: 3, regions: ["w/b"], rights: [.observe]),
            ])
        for (user, isTold) in [(0, true), (1, false), (2, true), (3, false)] as [(UInt32, Bool)] {
            let device = try ask(stage, stage.connect(user: user), "devices")["devices"]?.array?.first
            #expect(device?["panel"]?.string == "p" && (device?["health"] != nil) == isTold, "user \(user)")
        }
        stage.replaceTree(Stage.tree(window: "w"))
        #expect(try ask(stage, stage.connect(user: 1), "devices")["devices"]?.array?.first?["health"] != nil, "without such a region everybody")
    }

    @Test func `ids of other touches have no gaps`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/b"]}"#)
        let observer = stage.connect(Self.observe)
        for _ in 0..<3 {
            stage.frame([0: (600, 100)])
            stage.frame([0: nil])
            for _ in 0..<4 {
                stage.frame([0: (100, 100)])
                stage.frame([0: nil])
            }
        }
        func begun(_ client: TestClient, _ event: String) -> [Int] {
            let events = stage.receive(client).flatMap(\.events).filter { $0["event"]?.string == event && $0["phase"]?.string == "began" }
            return events.compactMap { $0.int("id") }
        }
        #expect(begun(client, "touch") == [65536, 65537, 65538])
        #expect(begun(observer, "sensitive") == (0..<12).map { Int(TouchIDs.firstSensitive) + $0 })
        // One cut covers all of them.
        stage.frame([0: (100, 100), 1: (600, 100)])
        let late = stage.connect(Self.observe)
        stage.frame([2: (100, 300), 3: (700, 300)])
        stage.frame([0: nil, 1: nil, 2: nil, 3: nil])
        let seen = stage.receive(late).flatMap(\.events).filter { $0["phase"]?.string == "began" }.compactMap { $0.int("id") }
        #expect(seen.sorted() == [65540, Int(TouchIDs.firstSensitive) + 13])
    }

    /// A menu in front learns that a touch began elsewhere, in the pad only if the client hears of that anyway.
    @Test func `what watches outside hears of touches there only when it may`() throws {
        var screens = Self.tree().screenSpecs
        var menu = Self.region("menu", Rect(900, 900, 100, 100))
        menu.watchesOutside = true
        screens[0].windows[0].children.append(menu)
        let stage = try Stage(RegionTree(screens))
        stage.access = AccessRules(
            rules: [AccessRules.Rule(regions: ["w/menu"], rights: [.receive]), AccessRules.Rule(user: 2, regions: ["w/pad"], rights: [.observe])])
        let outsider = stage.connect(#"{"type":"subscribe","id":1}"#, user: 1)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 2)
        func notices(_ client: TestClient) -> Int { stage.receive(client).flatMap(\.events).count { $0["event"]?.string == "outside" } }
        stage.frame([0: (100, 100)])
        stage.frame([0: nil])
        #expect(notices(outsider) == 0 && notices(observer) == 1)
        stage.frame([0: (600, 100)])
        #expect(notices(outsider) == 1 && notices(observer) == 1)
    }
}
