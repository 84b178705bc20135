import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// The course of touches in a sensitive region is known only to its owner: docs/access.md.
@Suite struct SensitiveTests {
    private static let observe = #"{"type":"subscribe","id":1,"observe":true,"axes":true}"#

    /// The pad covers the left half of a scroll view that fills the window, `b` the right half. The pad has keys that take touches in every possible
    /// way.
    static func tree() -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = [], kind: RegionKind = .view) -> RegionSpec {
            RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: frame), children: children)
        }
        var one = region("one", Rect(0, 0, 250, 250))
        one.responds = .forward
        one.isMultipleTouchEnabled = true
        let two = region("two", Rect(250, 0, 250, 250), kind: .button)
        var three = region("three", Rect(0, 250, 250, 250))
        three.behaviour = .dragSelf
        three.watchesOutside = true
        var four = region("four", Rect(250, 250, 250, 250), [region("in four", Rect(0, 0, 250, 500))], kind: .scrollView)
        four.scroll!.contentSize = Size(250, 1000)
        var five = region("five", Rect(0, 500, 500, 250))
        five.responds = .none
        var pad = region("pad", Rect(0, 0, 500, 1000), [one, two, three, four, five])
        pad.responds = .forward
        pad.isSensitive = true
        pad.gestures = [GestureSpec(id: "tapped", type: "tap"), GestureSpec(id: "slid", type: "pan")]
        var b = region("b", Rect(500, 0, 500, 1000))
        b.isMultipleTouchEnabled = true
        b.gestures = [GestureSpec(id: "pinched", type: "pinch")]
        var list = region("list", Rect(0, 0, 1000, 1000), [pad, b], kind: .scrollView)
        list.scroll!.contentSize = Size(1200, 1200)
        list.responds = .forward
        var window = region("w", Rect(0, 0, 1000, 1000), [list], kind: .window)
        window.gestures = [GestureSpec(id: "anywhere", type: "pan"), GestureSpec(id: "twice", type: "tap")]
        window.interceptors = [
            InterceptorSpec(id: "ic", insideOf: "w", verdict: .observe, maySteal: true),
            InterceptorSpec(id: "key", insideOf: "two", verdict: .observe, maySteal: true),
        ]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).map { event in
            let said = ["phase", "action", "gesture", "state", "region", "reason"].compactMap { event[$0]?.string }
            let isBare = event["event"]?.string == "sensitive"
            #expect(!isBare || ["x", "y", "local", "tapCount"].allSatisfy { event[$0] == nil })
            return (isBare ? ["touch"] + said + ["bare"] : [event["event"]?.string ?? "?"] + said).joined(separator: " ")
        }
    }

    /// A gesture in progress belongs to its region's owner as soon as the region becomes sensitive.
    @Test func `a gesture in progress is over for the others when its region becomes sensitive`() throws {
        let stage = try Stage()
        let before = stage.tree.screenSpecs
        func tree(isSensitive: Bool) -> RegionTree {
            var screens = before
            screens[0].windows[0].children[0].gestures = [GestureSpec(id: "slide", type: "pan")]
            screens[0].windows[0].children[0].isSensitive = isSensitive
            return RegionTree(screens)
        }
        stage.replaceTree(tree(isSensitive: false))
        let gestures = #"{"type":"subscribe","id":1,"events":["gesture"]}"#
        let owner = stage.connect(gestures, claim("a"))
        let other = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture"],"observe":true}"#)
        stage.frame([0: (100, 100)])
        stage.frame([0: (150, 100)])
        #expect(words(stage.receive(other)) == ["gesture slide began a"])
        stage.replaceTree(tree(isSensitive: true))
        stage.turn()
        #expect(words(stage.receive(other)) == ["gesture slide cancelled a"])
        stage.frame([0: (200, 100)])
        stage.frame([0: nil])
        #expect(words(stage.receive(other)) == [])
        #expect(words(stage.receive(owner)) == ["began", "changed", "ended"].map { "gesture slide \($0) a" })
        #expect(stage.publisher.counters.violations == 0)
    }

    private func touches(_ lines: [JSONValue]) -> [String] { words(lines).filter { $0.hasPrefix("touch") } }

    private func claim(_ id: String) -> String { #"{"type":"claim","id":2,"receivers":["\#(id)"]}"# }

    @Test func `the owner sees all of it, everybody else that it begins and ends`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/list/pad/**"],"events":["touch"]}"#, claim("pad"))
        let observer = stage.connect(Self.observe)
        let admin = stage.connect(Self.observe, user: 0, on: .admin)
        let other = stage.connect(#"{"type":"subscribe","id":1,"events":["touch"]}"#)
        stage.frame([0: (10, 10)])
        stage.frame([0: (13, 10)])
        stage.frame([0: nil])
        let seen = stage.receive(owner)
        #expect(touches(seen).contains("touch moved one") && !touches(seen).contains { $0.hasSuffix("bare") }, "\(touches(seen))")
        for client in [observer, admin] {
            let lines = stage.receive(client)
            let ofPad = touches(lines).filter { $0.contains("pad") }
            #expect(ofPad == ["touch began pad bare", "touch ended pad bare"], "\(words(lines))")
            #expect(words(lines).allSatisfy { !$0.contains("one") && !$0.contains("control") && !$0.contains("gesture") })
        }
        #expect(!touches(stage.receive(other)).contains { $0.contains("pad") }, "it is claimed, and it does not observe")
        let event = #"{"event":"sensitive","id":4503599627370496,"phase":"began","region":"pad","target":"pad"}"#
        #expect(String(decoding: observer.bytes, as: UTF8.self).contains(event))
    }

    @Test func `unclaimed it is open to who has the right, and to nobody else, root included`() throws {
        let stage = try Stage(Self.tree())
        stage.access = AccessRules(
            trusted: [0],
            rules: [AccessRules.Rule(rights: [.receive]), AccessRules.Rule(user: 1, regions: ["w/list/pad/**"], rights: [.sensitive])])
        let allowed = stage.connect(#"{"type":"subscribe","id":1,"events":["touch"]}"#, user: 1)
        let root = stage.connect(#"{"type":"subscribe","id":1,"events":["touch"]}"#, user: 0)
        let partly = stage.connect(#"{"type":"subscribe","id":1,"regions":["**/one"],"events":["touch"]}"#, user: 2)
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        #expect(touches(stage.receive(allowed)).contains("touch began one"))
        #expect(touches(stage.receive(root)).filter { $0.contains("pad") } == ["touch began pad bare", "touch ended pad bare"])
        #expect(touches(stage.receive(partly)) == [], "which key it is nobody is told")
        // When claimed, the touches are the owner's alone.
        let owner = stage.connect(#"{"type":"subscribe","id":1}"#, claim("pad"), user: 0)
        stage.frame([0: (10, 10)])
        #expect(touches(stage.receive(owner)).contains("touch began one"))
        #expect(touches(stage.receive(allowed)).filter { !$0.contains("ic") } == [])
    }

    @Test func `a snapshot tells others nothing of a touch that an interceptor leads into it`() throws {
        var screens = Self.tree().screenSpecs
        screens[0].windows[0].interceptors = [InterceptorSpec(id: "ic", insideOf: "b", verdict: .consume, deliverTo: "one")]
        let stage = try Stage(RegionTree(screens))
        stage.access = AccessRules(
            trusted: [0],
            rules: [AccessRules.Rule(rights: [.receive]), AccessRules.Rule(user: 1, regions: ["w/list/pad/**"], rights: [.sensitive])])
        stage.frame([0: (750, 500)])
        func touched(user: UInt32) -> [String] {
            let lines = stage.receive(stage.connect(#"{"type":"subscribe","id":1,"events":["touch"]}"#, user: user))
            return (lines.first { $0.type == "snapshot" }?["touches"]?.array ?? []).compactMap { $0["region"]?.string }.sorted()
        }
        #expect(touched(user: 1) == ["ic", "one"])
        #expect(touched(user: 2) == ["ic"])
    }

    /// Clients are not told whether a touch is in the claimed part, so the rule holds for the whole pad.
    @Test func `while a part of it is somebody's only observers hear of its touches`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.observe, claim("one"))
        let other = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/list/pad"],"events":["touch"]}"#)
        let observer = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/list/pad"],"events":["touch"],"observe":true}"#)
        stage.frame([0: (300, 100)])  // key two
        stage.frame([0: nil])
        owner.send(claim("two"))  // after the other part
        stage.turn()
        stage.frame([0: (100, 600)])  // key five, unclaimed
        stage.frame([0: nil])
        #expect(touches(stage.receive(other)) == [])
        #expect(touches(stage.receive(observer)) == ["touch began pad bare", "touch ended pad bare", "touch began pad bare", "touch ended pad bare"])
        owner.send(#"{"type":"release","id":3,"receivers":["one","two"]}"#)
        stage.turn()
        stage.frame([0: (300, 100)])
        #expect(touches(stage.receive(other)) == ["touch began pad bare"])
    }

    /// Two parts are claimed, one after the other: touches that began between the claims belong to the owner from the first claim.
    @Test func `what one part is claimed for stays so when another part is`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.observe)
        for (first, second) in [("one", "two"), ("two", "one")] {
            owner.send(claim(first))
            stage.turn()
            stage.frame([0: (100, 600)])  // key five, unclaimed
            owner.send(claim(second))
            stage.turn()
            let late = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/list/pad"]}"#)
            #expect(stage.receive(late).last?["touches"]?.array == [], "\(first), then \(second)")
            stage.frame([0: nil])
            #expect(touches(stage.receive(late)) == [])
            owner.send(#"{"type":"release","id":3,"receivers":["one","two"]}"#)
            stage.turn()
        }
    }

    @Test func `an owner that goes leaves the touches of its keys behind as cancelled`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.observe, claim("pad"))
        let observer = stage.connect(Self.observe)
        stage.frame([0: (100, 300), 1: (700, 10)])  // key three, and outside
        owner.send(#"{"type":"release","id":3,"receivers":["pad"]}"#)
        stage.turn()
        stage.frame([0: (110, 300), 1: (710, 10)])
        stage.frame([0: nil, 1: nil])
        let seen = stage.receive(owner)
        #expect(touches(seen).filter { $0.contains("three") } == ["touch began three", "touch cancelled three clientGone"])
        #expect(touches(seen).last == "touch ended ic", "of the finger outside: \(touches(seen))")
        let watched = touches(stage.receive(observer)).filter { $0.contains("pad") }
        #expect(watched == ["touch began pad bare", "touch ended pad bare"])
    }

    @Test func `who claims gets the touches that begin then, and the others stay what they were`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.observe)
        stage.frame([0: (100, 300)])
        owner.send(claim("pad"))
        stage.turn()
        stage.frame([0: (110, 300), 1: (300, 100)])
        stage.frame([0: nil, 1: nil])
        let seen = touches(stage.receive(owner)).filter { !$0.contains(" ic") }
        #expect(seen == ["touch began pad bare", "touch began two", "touch ended pad bare", "touch ended two"], "\(seen)")
    }

    @Test func `an interceptor that steals one learns no more of it than before`() throws {
        let stage = try Stage(Self.tree())
        let thief = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/ic"],"events":["touch"]}"#, claim("ic"))
        stage.frame([0: (100, 100)])
        thief.send(#"{"type":"steal","id":3,"touches":[\#(TouchIDs.firstSensitive)],"by":"ic"}"#)
        stage.turn()
        stage.frame([0: (400, 400)])
        stage.frame([0: nil])
        let seen = stage.receive(thief)
        #expect(seen.contains { $0["id"]?.number == 3 && $0["ok"]?.bool == true })
        #expect(touches(seen) == ["touch began ic bare", "touch ended ic bare"])
    }

    @Test func `recognizers and scroll views around it do not get its touches`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(#"{"type":"subscribe","id":1,"events":["gesture","scroll"]}"#)
        stage.frame([0: (100, 900)])
        for y in stride(from: 880, to: 700, by: -20) { stage.frame([0: (100, Int32(y))]) }
        stage.frame([0: nil])
        #expect(words(stage.receive(client)) == [])
        stage.frame([0: (700, 900)])
        for y in stride(from: 880, to: 700, by: -20) { stage.frame([0: (700, Int32(y))]) }
        let elsewhere = words(stage.receive(client))
        #expect(elsewhere.contains("scroll began list"), "\(elsewhere)")
    }

    /// The state of moved controls in the pad is known only to the owner: a new owner gets it, a former owner forgets it.
    @Test func `who claims is told of the sliders, switches and scroll views in it`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.observe)
        func regions(_ line: JSONValue?) -> Set<String> { Set((line?["regions"]?.array ?? []).compactMap { $0["id"]?.string }) }
        let inPad: Set = ["three", "four", "in four"]
        let all: Set = ["w", "list", "pad", "b", "one", "two", "five", "three", "four", "in four", "ic", "key"]
        let before = regions(stage.receive(owner).last { $0.type == "snapshot" })
        #expect(before.isDisjoint(with: inPad) && before.isSubset(of: all))
        owner.send(claim("pad"))
        stage.turn()
        let told = stage.receive(owner)
        #expect(told.map(\.type) == ["reply", "tree"])
        #expect(regions(told.last) == before.union(inPad) && told.last?.int("generation") == 1)
        owner.send(#"{"type":"subscribe","id":3,"regions":["w/list/pad/**"]}"#)
        stage.turn()
        #expect(regions(stage.receive(owner).last) == before.union(inPad), "and a snapshot says as much")
        owner.send(#"{"type":"release","id":4,"receivers":["pad"]}"#)
        stage.turn()
        let after = stage.receive(owner)
        #expect(after.map(\.type) == ["reply", "tree"] && regions(after.last) == before)
        // Claims one part alone.
        owner.send(claim("four"))
        stage.turn()
        #expect(regions(stage.receive(owner).last) == before.union(["four", "in four"]))
    }

    @Test func `who loses the claim is told that it does not know the places any more, and who has the right that it does`() throws {
        let stage = try Stage(Self.tree())
        stage.access = AccessRules(trusted: [0], rules: [AccessRules.Rule(user: 1, rights: [.receive, .sensitive])])
        let allowed = stage.connect(#"{"type":"subscribe","id":1}"#, user: 1)
        #expect(stage.receive(allowed).last?["regions"]?.array?.contains { $0["id"]?.string == "four" } == true)
        var owner: TestClient? = stage.connect(Self.observe, claim("pad"), user: 0)
        let lines = stage.receive(allowed)
        #expect(lines.map(\.type) == ["tree"] && lines.last?["regions"]?.array?.contains { $0["id"]?.string == "four" } == false)
        withExtendedLifetime(owner) {}
        owner = nil
        stage.turn()
        #expect(stage.receive(allowed).last?["regions"]?.array?.contains { $0["id"]?.string == "four" } == true)
    }

    // MARK: The property

    /// The bytes that each client except the owner receives in one run. `seed` decides when fingers come down, move and lift, `places` where they are
    /// in the pad.
    private func run(_ seed: UInt64, places: UInt64, isClaimed: Bool) throws -> [[UInt8]] {
        let stage = try Stage(Self.tree())
        var random = SeededRandom(seed: seed)
        var secret = SeededRandom(seed: places)
        let owner = isClaimed ? stage.connect(Self.observe, claim("pad")) : nil
        var clients = [
            stage.connect(Self.observe), stage.connect(Self.observe, #"{"type":"trace","on":true}"#, user: 0, on: .admin),
            stage.connect(#"{"type":"subscribe","id":1}"#), stage.connect(#"{"type":"subscribe","id":1,"regions":["w","**/b","w/list"]}"#),
            stage.connect(#"{"type":"subscribe","id":1,"regions":["**/one","**/two","**/four/*","**/key"],"observe":true}"#),
            stage.connect(#"{"type":"subscribe","id":1}"#, claim("ic")),
        ]
        // Whether each finger came down in the pad.
        var down: [Int: Bool] = [:]
        // Fingers outside scroll the list and the pad with it.
        func place(_ isInPad: Bool) -> (x: Int32, y: Int32) {
            let known = Point(Double(2 + random(496)), Double(2 + random(996)))
            let tree = stage.tree
            var place = tree.convertToScreen(known, from: tree.index(ofID: "b")!)
            while isInPad {
                let hidden = Point(Double(2 + secret(496)), Double(2 + secret(996)))
                place = tree.convertToScreen(hidden, from: tree.index(ofID: "pad")!)
                if Rect(2, 2, 996, 996).contains(place) { break }  // inside the visible part of the window
            }
            return (x: Int32(place.x), y: Int32(place.y))
        }
        for step in 0..<60 {
            stage.advanceToFrame()
            var slots: [Int: (x: Int32, y: Int32)?] = [:]
            for finger in 0..<4 {
                switch (down[finger], random(4)) {
                case (nil, 0):
                    let isInPad = random(2) == 0
                    down[finger] = isInPad
                    slots[finger] = place(isInPad)
                case (let isInPad?, 0):
                    _ = isInPad
                    down[finger] = nil
                    slots[finger] = .some(nil)
                case (let isInPad?, _): slots[finger] = place(isInPad)
                default: break
                }
            }
            stage.frame(slots)
            stage.turn()
            if step % 20 == 10 { clients.append(stage.connect(Self.observe)) }  // its snapshot contains touches
            for client in clients { _ = stage.receive(client) }
            if let owner { _ = stage.receive(owner) }
        }
        for client in clients { #expect(client.bytes.count > 100) }
        return clients.map(\.bytes)
    }

    @Test(arguments: [false, true]) func `no byte that reaches others depends on where in it the finger is`(isClaimed: Bool) throws {
        var random = SeededRandom()
        for _ in 0..<rounds(3) {
            let seed = random.next()
            let first = try run(seed, places: random.next(), isClaimed: isClaimed)
            let second = try run(seed, places: random.next(), isClaimed: isClaimed)
            for (index, (a, b)) in zip(first, second).enumerated() where a != b {
                let at = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
                func around(_ bytes: [UInt8]) -> String { String(decoding: bytes[max(0, at - 300)..<min(bytes.count, at + 100)], as: UTF8.self) }
                Issue.record("seed \(seed), client \(index):\n\(around(a))\n\(around(b))")
                return
            }
        }
    }

    /// The touch is hidden from the observer when the reload comes; its end must not reveal its place.
    @Test func `a reload that shows a region and takes it from its owner tells nobody where the finger was`() throws {
        let stage = try Stage()
        let before = stage.tree.screenSpecs
        func tree(isSensitive: Bool) -> RegionTree {
            var screens = before
            screens[0].windows[0].children[0].isSensitive = isSensitive
            return RegionTree(screens)
        }
        func access(_ rights: Set<Right>) -> AccessRules {
            AccessRules(rules: [
                AccessRules.Rule(user: 1, regions: ["**"], rights: rights), AccessRules.Rule(user: 2, regions: ["**"], rights: [.receive, .observe]),
            ])
        }
        stage.access = access([.receive, .claim])
        stage.replaceTree(tree(isSensitive: true))
        let owner = stage.connect(#"{"type":"subscribe","id":1}"#, claim("a"), user: 1)
        let other = stage.connect(#"{"type":"subscribe","id":1,"observe":true}"#, user: 2)
        stage.frame([0: (100, 100)])
        #expect(words(stage.receive(other)) == ["touch began a bare"])
        stage.access = access([.receive])
        stage.replaceTree(tree(isSensitive: false))
        stage.turn()
        stage.frame([0: nil])
        #expect(words(stage.receive(other)) == ["touch cancelled a reload bare"])
        #expect(words(stage.receive(owner)).last?.hasPrefix("touch cancelled a") == true)
    }
}
