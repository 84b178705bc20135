import Support
import Testing
import Wire

@testable import Server
@testable import TouchCore

/// A sensitive region in which one part is another client's: neither hears where in the other's part a finger is.
@Suite struct TwoOwnersTests {
    /// The pad is the upper half of the window, its left half `mine`, its right half `theirs`, which has two keys. `half` lies in front
    /// of the left key, as wide as that, and takes nothing.
    private static func tree() -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = []) -> RegionSpec {
            var spec = RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: frame), children: children)
            spec.responds = .forward
            spec.isMultipleTouchEnabled = true
            return spec
        }
        var theirs = region(
            "theirs", Rect(500, 0, 500, 500), [region("left", Rect(0, 0, 250, 500)), region("right", Rect(250, 0, 250, 500))])
        theirs.gestures = [GestureSpec(id: "their pan", type: "pan")]
        var watch = region("watch", Rect(0, 0, 1, 1))
        watch.watchesOutside = true
        var half = region("half", Rect(500, 0, 250, 500))
        half.hitTest = .passThrough
        var pad = region("pad", Rect(0, 0, 1000, 500), [region("mine", Rect(0, 0, 500, 500)), theirs, watch, half])
        pad.isSensitive = true
        pad.gestures = ["pan", "pinch", "tap", "longPress", "swipe", "hover"].map { GestureSpec(id: "my \($0)", type: $0) }
        var window = region("w", Rect(0, 0, 1000, 1000), [pad, region("b", Rect(0, 500, 1000, 500))])
        window.kind = .window
        window.gestures = [GestureSpec(id: "anywhere", type: "pan")]
        window.interceptors = [InterceptorSpec(id: "on half", insideOf: "half", verdict: .observe, maySteal: true)]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private static let all = #"{"type":"subscribe","id":1,"observe":true,"axes":true}"#

    private func claim(_ ids: String...) -> String {
        #"{"type":"claim","id":2,"receivers":[\#(ids.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }

    private func gestures(_ lines: [JSONValue]) -> [String] {
        lines.flatMap(\.events).filter { $0["event"]?.string == "gesture" }.map { event in
            let numbers = event["touches"]!.array!.map { UInt64($0.number!) }
            let touches = numbers.map { "\($0 - ($0 < TouchIDs.firstSensitive ? TouchID.first.rawValue : TouchIDs.firstSensitive) + 1)" }.joined(
                separator: " ")
            return "\(event["gesture"]!.string!) \(event["state"]!.string!) of \(touches)"
        }
    }

    @Test func `gestures of a pad are made of its owner's touches`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad"))
        let other = stage.connect(Self.all, claim("theirs"))
        stage.frame([0: (100, 100), 1: (600, 100)])
        for step in 1...5 { stage.frame([0: (Int32(100 + 20 * step), 100), 1: (Int32(600 + 20 * step), 100)]) }
        stage.frame([0: nil, 1: nil])
        let own = gestures(stage.receive(owner))
        #expect(own.contains("my pan began of 1") && own.allSatisfy { $0.hasSuffix("of 1") }, "\(own)")
        let others = gestures(stage.receive(other))
        #expect(others.contains("their pan began of 2") && others.allSatisfy { $0.hasSuffix("of 2") }, "\(others)")
    }

    @Test func `of all that is one client's they are, however it was claimed`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad", "theirs"))
        stage.frame([0: (100, 100), 1: (600, 100)])
        for step in 1...5 { stage.frame([0: (Int32(100 + 30 * step), 100)]) }
        #expect(gestures(stage.receive(owner)).contains("my pan began of 1 2"))
    }

    @Test func `a gesture is over when somebody claims the part where one of its fingers is`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad"))
        stage.frame([0: (600, 100)])
        for step in 1...3 { stage.frame([0: (Int32(600 + 30 * step), 100)]) }
        #expect(gestures(stage.receive(owner)).contains("their pan began of 1"))
        let other = stage.connect(Self.all, claim("theirs"))
        let ends = gestures(stage.receive(owner))
        #expect(ends.contains("their pan cancelled of 1"), "\(ends)")
        for step in 4...6 { stage.frame([0: (Int32(600 + 30 * step), 100)]) }
        stage.frame([0: nil])
        #expect(gestures(stage.receive(owner)) == [])
        #expect(gestures(stage.receive(other)) == [])
        stage.frame([0: (600, 100)])
        for step in 1...3 { stage.frame([0: (Int32(600 + 30 * step), 100)]) }
        #expect(gestures(stage.receive(other)).contains("their pan began of 2"))
    }

    @Test func `and one of the pad, of which the part's owner hears nothing`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad"))
        stage.frame([0: (100, 100), 1: (600, 100)])
        for step in 1...3 { stage.frame([0: (Int32(100 + 30 * step), 100)]) }
        #expect(gestures(stage.receive(owner)).contains("my pan changed of 1 2"))
        let other = stage.connect(Self.all, claim("theirs"))
        for step in 4...6 { stage.frame([0: (Int32(100 + 20 * step), 100), 1: (Int32(600 + 40 * step), 100)]) }
        stage.frame([0: nil, 1: nil])
        #expect(gestures(stage.receive(owner)) == ["my pan cancelled of 1 2"])
        #expect(gestures(stage.receive(other)) == [])
    }

    @Test func `a gesture around a region is over when that is put into a sensitive one under a finger of it`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(Self.all)
        stage.frame([0: (100, 700)])
        for step in 1...3 { stage.frame([0: (Int32(100 + 30 * step), 700)]) }
        #expect(gestures(stage.receive(client)).contains("anywhere began of 1"))
        client.send(#"{"type":"edit","id":3,"edits":[{"op":"move","region":"b","parent":"pad"}]}"#)
        stage.turn()
        for step in 4...6 { stage.frame([0: (Int32(100 + 30 * step), 700)]) }
        let lines = stage.receive(client)
        #expect(gestures(lines) == ["anywhere cancelled of 1"])
    }

    /// Whether it looks on would say which key it is.
    @Test(arguments: [600, 900]) func `an interceptor over some of another's keys is not asked about them`(x: Int32) throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad", "on half"))
        let other = stage.connect(Self.all, claim("theirs"))
        stage.frame([0: (x, 100)])
        owner.send(#"{"type":"steal","id":3,"touches":[\#(TouchIDs.firstSensitive)],"by":"on half"}"#)
        stage.turn()
        #expect(stage.receive(owner).contains { $0.int("id") == 3 && $0["ok"]?.bool == false })
        stage.frame([0: nil])
        #expect(stage.receive(other).flatMap(\.events).allSatisfy { $0["phase"]?.string != "cancelled" })
    }

    @Test func `taps on both sides of the line between them are no double tap`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad"))
        let other = stage.connect(Self.all, claim("theirs"))
        for x: Int32 in [502, 498, 502] {
            stage.frame([0: (x, 100)])
            stage.frame([0: nil])
        }
        func counts(_ client: TestClient, of region: String) -> [Int?] {
            let events = stage.receive(client).flatMap(\.events)
            return events.filter { $0["phase"]?.string == "began" && $0["region"]?.string == region }.map { $0.int("tapCount") }
        }
        #expect(counts(owner, of: "mine") == [1])
        #expect(counts(other, of: "theirs") == [1, 2], "its own are")
    }

    @Test func `who watches outside is not told of another's keys`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(Self.all, claim("pad"))
        let other = stage.connect(Self.all, claim("left"))
        func isTold(_ x: Int32) -> Bool {
            stage.frame([0: (x, 100)])
            stage.frame([0: nil])
            return stage.receive(owner).flatMap(\.events).contains { $0["event"]?.string == "outside" }
        }
        #expect(isTold(100) && isTold(900))
        #expect(!isTold(600))
        #expect(stage.receive(other).flatMap(\.events).contains { $0["region"]?.string == "left" })
    }

    @Test func `what hovers over the part of another has left the pad`() {
        let pipeline = TouchPipeline(tree: Self.tree())
        let description = PanelDescription(name: "test")
        let kind = PanelKind.slots(1)
        let mapping = PanelMapping(panel: description, kind: kind, screen: Size(1000, 1000))
        let panel = pipeline.addPanel("p", screen: 0, kind: kind, mapping: mapping)
        for (id, owner) in [("pad", 1), ("theirs", 2)] { pipeline.claim([id], by: owner, time: 0) }
        func hover(_ x: Double, at time: Int64) -> [String] {
            pipeline.hover(at: Point(x, 100), panel: panel, time: time).flatMap(\.actions).map { action in
                guard case .gesture(let gesture) = action.content else { return "?" }
                return "\(pipeline.tree.directory.gestures[gesture.gesture.slot].id) \(gesture.state.rawValue) \(gesture.local.x)"
            }
        }
        #expect(hover(100, at: 1000) == ["my hover began 100.0"])
        #expect(hover(600, at: 2000) == ["my hover ended 100.0"])
        #expect(hover(700, at: 3000) == [])
    }

    @Test func `a line that explains a touch beside a sensitive region says not where fingers have put that`() throws {
        var pad = RegionSpec(id: "pad", kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        (pad.isSensitive, pad.behaviour) = (true, .dragSelf)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [pad])
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let client = stage.connect(Self.all, #"{"type":"trace","id":2,"on":true}"#)
        stage.frame([0: (50, 50)])
        stage.frame([0: (150, 250)])
        stage.frame([0: nil])
        _ = stage.receive(client)
        stage.frame([0: (700, 700)])
        let trace = try #require(stage.receive(client).first { $0.type == "trace" })
        #expect(trace["hit"]?.string == "w")
        #expect(trace["asked"]?.array?.map { $0["region"]?.string } == ["w"], "\(trace)")
    }

    @Test func `nor that something in it has been put under the point`() throws {
        var key = RegionSpec(id: "key", kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        key.behaviour = .dragSelf
        var pad = RegionSpec(id: "pad", kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 200, 200)), children: [key])
        pad.isSensitive = true
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [pad])
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let client = stage.connect(Self.all, #"{"type":"trace","id":2,"on":true}"#)
        stage.frame([0: (50, 50)])
        stage.frame([0: (190, 50)])  // now it reaches out of the pad
        stage.frame([0: nil])
        _ = stage.receive(client)
        stage.frame([0: (220, 50)])
        let trace = try #require(stage.receive(client).first { $0.type == "trace" })
        #expect(trace["sensitive"] == nil && trace["x"]?.number == 220 && trace["hit"]?.string == "w", "\(trace)")
        #expect(trace["unasked"]?.array?.isEmpty == true)
    }

    @Test func `a touch beside a sensitive region that overflows is an open one`() throws {
        let key = RegionSpec(id: "key", kind: .view, geometry: RegionGeometry(frame: Rect(180, 0, 100, 100)))
        var pad = RegionSpec(id: "pad", kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 200, 200)), children: [key])
        (pad.isSensitive, pad.hitTest) = (true, .overflow)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [pad])
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let client = stage.connect(Self.all, #"{"type":"trace","id":2,"on":true}"#)
        func trace(_ x: Int32, _ y: Int32) throws -> JSONValue {
            _ = stage.receive(client)
            stage.frame([0: (x, y)])
            let trace = try #require(stage.receive(client).first { $0.type == "trace" })
            stage.frame([0: nil])
            return trace
        }
        let beside = try trace(500, 500)
        #expect(beside["sensitive"] == nil && beside["x"]?.number == 500 && beside["hit"]?.string == "w", "\(beside)")
        for (x, y) in [(50, 150), (250, 50)] as [(Int32, Int32)] {
            let inside = try trace(x, y)
            #expect(inside["sensitive"]?.bool == true && inside["x"] == nil && inside["hit"]?.string == "w/pad", "\(inside)")
        }
    }

    @Test func `the log does not say which key asked`() throws {
        let stage = try Stage(Self.tree())
        _ = stage.connect(Self.all)
        let client = stage.publisher.clients[0]
        func words(_ region: String) -> String { stage.publisher.questions.words(QuestionTable.Asked(client: client, region: region, gesture: "g1")) }
        #expect(words("b").contains("g1"))
        #expect(!words("left").contains("g1") && !words("left").contains("left"))
    }

    // MARK: The property

    /// What all clients but the owner of the part get. Where in that a finger is the other seed says.
    private func run(_ seed: UInt64, places: UInt64) throws -> [[UInt8]] {
        let stage = try Stage(Self.tree())
        var random = SeededRandom(seed: seed)
        var secret = SeededRandom(seed: places)
        let clients = [
            stage.connect(Self.all, claim("pad", "on half")), stage.connect(Self.all),
            stage.connect(Self.all, #"{"type":"trace","on":true}"#, user: 0, on: .admin), stage.connect(#"{"type":"subscribe","id":1}"#),
        ]
        let owner = stage.connect(Self.all, claim("theirs"))
        var down: [Int: Int] = [:]
        func place(_ part: Int) -> (x: Int32, y: Int32) {
            switch part {
            case 0: (x: Int32(2 + random(496)), y: Int32(2 + random(496)))
            case 1: (x: Int32(2 + random(996)), y: Int32(502 + random(496)))
            default: (x: Int32(502 + secret(496)), y: Int32(2 + secret(496)))
            }
        }
        for _ in 0..<60 {
            var slots: [Int: (x: Int32, y: Int32)?] = [:]
            for finger in 0..<4 {
                let choice = random(4)
                if let part = down[finger] {
                    slots[finger] = choice == 0 ? .some(nil) : .some(place(part))
                    if choice == 0 { down[finger] = nil }
                } else if choice == 0 {
                    down[finger] = random(3)
                    slots[finger] = place(down[finger]!)
                }
            }
            stage.frame(slots)
            stage.advance()
            for client in clients + [owner] { _ = stage.receive(client) }
        }
        for client in clients + [owner] { #expect(client.bytes.count > 100) }
        return clients.map(\.bytes)
    }

    @Test func `no byte that reaches others depends on where in its part a finger is`() throws {
        let seed = givenSeed ?? .random(in: .min ... .max)
        var random = SeededRandom(seed: seed)
        for _ in 0..<rounds(6) {
            let known = random.next()
            let first = try run(known, places: random.next())
            let second = try run(known, places: random.next())
            for (index, (a, b)) in zip(first, second).enumerated() where a != b {
                let at = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
                func around(_ bytes: [UInt8]) -> String { String(decoding: bytes[max(0, at - 300)..<min(bytes.count, at + 100)], as: UTF8.self) }
                Issue.record("seed \(seed), client \(index):\n\(around(a))\n\(around(b))")
                return
            }
        }
    }
}
