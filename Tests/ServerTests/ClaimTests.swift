import Testing
import Wire

@testable import Server
@testable import TouchCore

/// Clients that answer for regions: dispatch 11; cases 134, 142, 143, 157, 169 to 176 and 181.
@Suite struct ClaimTests {
    /// `a` on the left with a fallback, `b` on the right, `spare` off screen. The interceptor `ic` observes and may steal.
    static func tree(undecidedFor: Int64? = nil, without missing: String? = nil) -> RegionTree {
        func region(_ id: String, _ x: Double) -> RegionSpec {
            var spec = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(x, 0, 500, 1000)))
            spec.isMultipleTouchEnabled = true
            return spec
        }
        var a = region("a", 0)
        a.fallback = "spare"
        a.undecidedFor = undecidedFor
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)))
        window.children = [region("spare", 5000), a, region("b", 500)].filter { $0.id != missing }
        window.interceptors = [InterceptorSpec(id: "ic", insideOf: "b", verdict: .observe, maySteal: true)]
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])
    }

    private let claimA = #"{"type":"claim","id":9,"receivers":["a"]}"#
    private let subscribe = #"{"type":"subscribe","id":1}"#
    private let observe = #"{"type":"subscribe","id":1,"observe":true}"#

    private func words(_ lines: [JSONValue]) -> [String] {
        lines.flatMap { line in
            line.type == "frame"
                ? line.events.map { "\($0["phase"]?.string ?? "?") \($0["region"]?.string ?? "-")" + ($0["reason"]?.string.map { " \($0)" } ?? "") }
                : []
        }
    }

    private func error(_ lines: [JSONValue]) -> String? { lines.last?["error"]?["code"]?.string }

    @Test func `only the claimant and observers get a claimed region's touches`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(subscribe, claimA)
        let other = stage.connect(subscribe)
        let observer = stage.connect(observe)
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.frame([0: nil, 1: nil])
        #expect(words(stage.receive(owner)).filter { $0.hasSuffix(" a") } == ["began a", "ended a"])
        #expect(words(stage.receive(other)).filter { !$0.hasSuffix(" ic") } == ["began b", "ended b"])
        #expect(words(stage.receive(observer)).filter { $0.hasSuffix(" a") } == ["began a", "ended a"])
    }

    @Test func `touches from before a claim stay with those who know them`() throws {
        let stage = try Stage(Self.tree(without: "spare"))
        let other = stage.connect(subscribe)
        stage.frame([0: (10, 10)])
        let owner = stage.connect(subscribe, claimA)
        stage.frame([0: (20, 10), 1: (30, 10)])
        stage.frame([0: nil, 1: nil])
        #expect(words(stage.receive(other)) == ["began a", "moved a", "ended a"])
        #expect(words(stage.receive(owner)) == ["began a", "ended a"])
    }

    @Test func `a region has one claimant, and who claims has subscribed`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(subscribe, claimA)
        #expect(stage.receive(owner).last?["ok"]?.bool == true)
        #expect(error(stage.receive(stage.connect(subscribe, claimA))) == "taken")
        #expect(error(stage.receive(stage.connect(claimA))) == "notAllowed")
        #expect(error(stage.receive(stage.connect(subscribe, #"{"type":"claim","receivers":["nobody"]}"#))) == "notFound")
        #expect(error(stage.receive(stage.connect(subscribe, #"{"type":"release","receivers":["a"]}"#))) == "notFound")
    }

    @Test func `the reply to a claim says which regions in it the claim does not cover`() throws {
        func region(_ id: String, _ children: [RegionSpec] = []) -> RegionSpec {
            RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: children)
        }
        var pad = region("pad", [region("one"), region("two")])
        pad.isSensitive = true
        var window = region("w", [region("products", [region("espresso"), region("row", [region("tea")])]), pad])
        window.kind = .window
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let client = stage.connect(subscribe)
        func claim(_ ids: String) -> String? {
            client.send(#"{"type":"claim","id":2,"receivers":[\#(ids)]}"#)
            stage.turn()
            let reply = stage.receive(client).last { $0.type == "reply" }
            #expect(reply?["ok"]?.bool == true)
            return reply?["uncovered"].map { list in
                (list.array ?? []).map { "\($0["receiver"]?.string ?? "") \($0["regions"]?.numberText ?? "")" }.joined(separator: ", ")
            }
        }
        #expect(claim(#""espresso""#) == nil)
        #expect(claim(#""products""#) == "products 2")
        #expect(claim(#""products","row","tea""#) == nil)
        #expect(claim(#""row""#) == nil)
        #expect(claim(#""pad""#) == nil)
        let other = stage.connect(#"{"type":"subscribe","id":1,"regions":["w","w/products"]}"#)
        client.send(#"{"type":"release","receivers":["products","row","tea","espresso","pad"]}"#)
        stage.turn()
        other.send(#"{"type":"claim","id":2,"receivers":["products"]}"#)
        stage.turn()
        let reply = stage.receive(other).last { $0.type == "reply" }
        #expect(reply?["ok"]?.bool == true && reply?["uncovered"] == nil)
    }

    @Test func `a claim says of regions in it only what the client may still claim`() throws {
        func region(_ id: String, _ children: [RegionSpec] = []) -> RegionSpec {
            RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: children)
        }
        var pin = region("pin", [region("one"), region("two")])
        pin.isSensitive = true
        var window = region("w", [region("box", [region("tea"), pin])])
        window.kind = .window
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let client = stage.connect(subscribe)
        func claimed(_ ids: String) -> String? {
            client.send(#"{"type":"claim","id":2,"receivers":[\#(ids)]}"#)
            stage.turn()
            let list = stage.receive(client).last { $0.type == "reply" }?["uncovered"]?.array
            client.send(#"{"type":"release","receivers":[\#(ids)]}"#)
            stage.turn()
            _ = stage.receive(client)
            return list.flatMap { $0.first?["regions"]?.numberText }
        }
        // A sensitive region is claimed as a whole.
        #expect(claimed(#""box""#) == "2")
        #expect(claimed(#""box","pin""#) == "1")
        #expect(claimed(#""box","pin","tea""#) == nil)
    }

    @Test func `a claim looks at a bounded number of regions, however often it names them`() throws {
        let many = (0..<3000).map { RegionSpec(id: "r\($0)", geometry: RegionGeometry(frame: Rect(0, 0, 10, 10))) }
        var window = RegionSpec(id: "w", geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: many)
        window.kind = .window
        let stage = try Stage(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
        let client = stage.connect(subscribe)
        let names = Array(repeating: #""w""#, count: 2000).joined(separator: ",")
        client.send(#"{"type":"claim","id":2,"receivers":[\#(names)]}"#)
        stage.turn()
        let list = stage.receive(client).last { $0.type == "reply" }?["uncovered"]?.array ?? []
        #expect(list.count == 1 && list.first?["regions"]?.numberText == "\(UncoveredRegions.looksMax - 1)")
    }

    @Test func `a user who is not trusted claims nothing`() throws {
        let stage = try Stage(Self.tree())
        stage.access.trusted = []
        for line in [claimA, #"{"type":"steal","touches":[1],"by":"ic"}"#, #"{"type":"trace","on":true}"#] {
            #expect(error(stage.receive(stage.connect(subscribe, line))) == "notAllowed")
        }
    }

    @Test func `when the claimant dies its touches are cancelled and the next go to the fallback`() throws {
        let stage = try Stage(Self.tree())
        let observer = stage.connect(observe)
        var owner: TestClient? = stage.connect(subscribe, claimA)
        stage.frame([0: (10, 10)])
        stage.turn()
        #expect(owner != nil)
        owner = nil
        stage.turn()
        stage.frame([0: (20, 10)])  // dead until it lifts
        stage.frame([0: nil])
        stage.frame([0: (10, 10)])
        stage.frame([0: nil])
        #expect(words(stage.receive(observer)) == ["began a", "cancelled a clientGone", "began spare", "ended spare"])
    }

    @Test func `who claims again what it has claimed answers for the same touches`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(subscribe, claimA)
        stage.frame([0: (10, 10)])
        owner.send(claimA)
        owner.send(#"{"type":"release","id":3,"receivers":["a"]}"#)
        stage.turn()
        stage.frame([0: nil])
        #expect(words(stage.receive(owner)) == ["began a", "cancelled a clientGone"])
    }

    @Test func `a region that its claimant's subscription does not match any more is claimed no more`() throws {
        let stage = try Stage(Stage.tree(window: "w"))
        let owner = stage.connect(#"{"type":"subscribe","id":1,"regions":["w/**"]}"#, claimA)
        let other = stage.connect(subscribe)
        stage.replaceTree(Stage.tree(window: "other"))
        let released = stage.receive(owner).last { $0.type == "released" }
        #expect(released?["reason"]?.string == "regionRemoved" && released?["receivers"]?.array?.map(\.string) == ["a"])
        stage.frame([0: (10, 10)])
        #expect(words(stage.receive(other)) == ["began a"])
    }

    @Test func `nobody sees the end of a claimed touch whose begin was not theirs`() throws {
        let stage = try Stage(Self.tree())
        let other = stage.connect(subscribe)
        let owner = stage.connect(subscribe, claimA)
        stage.frame([0: (10, 10)])
        owner.send(#"{"type":"release","id":3,"receivers":["a"]}"#)
        stage.turn()
        #expect(words(stage.receive(other)) == [])
        #expect(words(stage.receive(owner)) == ["began a", "cancelled a clientGone"])
    }

    /// A client that has claimed `a` and must answer within 100 ms.
    private func answering(_ stage: Stage) -> TestClient {
        stage.connect(subscribe, #"{"type":"claim","id":9,"receivers":["a"],"ackWithin":100}"#)
    }

    private func lastSeq(_ lines: [JSONValue]) -> Int { lines.compactMap { $0.int("seq") }.last ?? 0 }

    @Test func `who acknowledges in time keeps its claim`() throws {
        let stage = try Stage(Self.tree())
        let owner = answering(stage)
        stage.frame([0: (10, 10)])
        owner.send(#"{"type":"ack","seq":\#(lastSeq(stage.receive(owner)))}"#)
        stage.turn()
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        stage.frame([0: nil])
        #expect(words(stage.receive(owner)) == ["ended a"])
    }

    @Test func `who does not acknowledge is unresponsive after exactly that time, once, and the next touch goes to the fallback`() throws {
        let stage = try Stage(Self.tree())
        let observer = stage.connect(observe)
        let owner = answering(stage)
        stage.frame([0: (10, 10), 1: (700, 10)])
        owner.send(#"{"type":"ack","seq":1}"#)  // acknowledges an earlier line
        stage.turn()
        stage.time += 99_999
        stage.publisher.claimants.checkAcknowledgements()
        #expect(words(stage.receive(observer)).filter { $0.hasPrefix("cancelled") } == [])
        stage.time += 1
        stage.publisher.claimants.checkAcknowledgements()
        stage.publisher.claimants.checkAcknowledgements()
        stage.frame([0: nil, 1: nil, 2: (10, 10)])
        stage.frame([2: nil])
        let lines = stage.receive(owner)
        #expect(lines.filter { $0.type == "released" }.map { $0["reason"]?.string } == ["unresponsive"])
        // The other finger of the same frame continues.
        #expect(
            words(stage.receive(observer)).filter { !$0.hasSuffix(" ic") }
                == ["cancelled a unresponsive", "ended b", "began spare", "ended spare"])
    }

    @Test func `who wants few frames acknowledges them as well`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(#"{"type":"subscribe","id":1,"maxRate":10}"#, #"{"type":"claim","id":9,"receivers":["a"],"ackWithin":100}"#)
        stage.frame([0: (10, 10)])
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        #expect(stage.receive(owner).contains { $0.type == "released" })
    }

    @Test func `a client may claim again, and hang again`() throws {
        let stage = try Stage(Self.tree())
        let owner = answering(stage)
        for _ in 0..<2 {
            stage.frame([0: (10, 10)])
            stage.time += 100_000
            stage.publisher.claimants.checkAcknowledgements()
            stage.frame([0: nil])
            owner.send(#"{"type":"claim","id":9,"receivers":["a"],"ackWithin":100}"#)
            stage.turn()
        }
        #expect(words(stage.receive(owner)) == ["began a", "cancelled a unresponsive", "began a", "cancelled a unresponsive"])
    }

    @Test func `two that hang until the same moment are both found out`() throws {
        let stage = try Stage(Self.tree())
        let first = answering(stage)
        let second = stage.connect(subscribe, #"{"type":"claim","id":9,"receivers":["b"],"ackWithin":100}"#)
        stage.frame([0: (10, 10), 1: (700, 10)])
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        for client in [first, second] {
            #expect(stage.receive(client).contains { $0.type == "released" })
        }
    }

    @Test(arguments: [true, false]) func `who answers for a region and who looks on do not wait for each other`(ownerHangs: Bool) throws {
        let stage = try Stage(Self.tree())
        let (owner, observer) = (stage.connect(subscribe, claimA), stage.connect(observe))
        let (hung, well) = ownerHangs ? (owner, observer) : (observer, owner)
        _ = stage.receive(well)
        for index in 0..<300 {  // three seconds
            stage.frame([0: index % 50 == 49 ? nil : (Int32(index), 10)])
            stage.turn()
            let lines = well.receive()
            #expect(lines.count == 1 && lines.first?.int("time") == Int(stage.time), "at once")
        }
        let lines = stage.receive(hung)
        #expect(flaw(in: lines) == nil)
        #expect(lines.contains { $0.type == "lagged" })
    }

    @Test func `touches elsewhere start no deadline, and a region removed while its client hangs brings no late notice`() throws {
        let stage = try Stage(Self.tree())
        let owner = answering(stage)
        stage.frame([0: (700, 10)])
        stage.time += 200_000
        stage.publisher.claimants.checkAcknowledgements()
        stage.frame([0: nil, 1: (10, 10)])
        stage.replaceTree(Self.tree(without: "a"))
        stage.time += 200_000
        stage.publisher.claimants.checkAcknowledgements()
        let lines = stage.receive(owner)
        #expect(lines.filter { $0.type == "released" }.map { $0["reason"]?.string } == ["regionRemoved"])
        #expect(words(lines).last == "cancelled a regionRemoved")
    }

    @Test func `an interceptor's claimant takes a touch over, and nobody else can`() throws {
        let stage = try Stage(Self.tree())
        let other = stage.connect(subscribe)
        let thief = stage.connect(subscribe, #"{"type":"claim","id":2,"receivers":["ic"]}"#)
        stage.frame([0: (700, 10)])
        let id = stage.touchesDown[0].touch.id.rawValue
        let steal = #"{"type":"steal","id":3,"touches":[\#(id)],"by":"ic"}"#
        other.send(steal)
        stage.turn()
        #expect(error(stage.receive(other)) == "notAllowed")
        thief.send(steal)
        stage.turn()
        stage.frame([0: (710, 10)])
        stage.frame([0: nil])
        #expect(words(stage.receive(other)) == ["cancelled b stolen"])
        #expect(words(stage.receive(thief)).filter { $0.hasSuffix(" ic") } == ["began ic", "moved ic", "ended ic"])
        thief.send(steal)
        stage.turn()
        #expect(error(stage.receive(thief)) == "notFound")
    }

    @Test func `a claimant that hangs with a touch that others see too loses it for all`() throws {
        var tree = Self.tree(undecidedFor: 30_000_000)
        tree = RegionTree(
            tree.screenSpecs.map {
                var screen = $0
                screen.windows[0].interceptors[0].insideOf = "a"
                return screen
            })
        let stage = try Stage(tree)
        let observer = stage.connect(observe)
        let thief = stage.connect(subscribe, #"{"type":"claim","id":2,"receivers":["ic"]}"#)
        let owner = answering(stage)
        stage.frame([0: (10, 10)])
        stage.frame([1: (700, 10)])  // begins later, but is delivered first
        stage.frame([1: nil])
        #expect(words(stage.receive(owner)) == ["began b", "ended b"])
        let id = stage.touchesDown[0].touch.id.rawValue
        thief.send(#"{"type":"letGo","id":3,"touches":[\#(id)],"by":"ic"}"#)
        stage.turn()
        #expect(words(stage.receive(owner)) == ["began a"])
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        #expect(words(stage.receive(owner)) == ["cancelled a unresponsive"])
        #expect(
            words(stage.receive(observer)) == ["began ic", "began b", "ended b", "began a", "cancelled ic unresponsive", "cancelled a unresponsive"])
    }

    @Test func `an interceptor's claim that ends in mid-touch breaks nobody's stream`() throws {
        let stage = try Stage(Self.tree())
        let thief = stage.connect(subscribe, #"{"type":"claim","id":2,"receivers":["ic"]}"#)
        let other = stage.connect(subscribe)
        stage.frame([0: (700, 10)])
        thief.send(#"{"type":"release","id":3,"receivers":["ic"]}"#)
        stage.turn()
        stage.frame([0: (710, 10)])
        stage.frame([0: nil])
        #expect(words(stage.receive(other)) == ["began b", "moved b", "ended b"])
        #expect(words(stage.receive(thief)).filter { $0.contains(" ic") } == ["began ic", "cancelled ic clientGone"])
    }

    @Test func `a release leaves alone what was down before the claim`() throws {
        let stage = try Stage(Self.tree(without: "spare"))
        let other = stage.connect(subscribe)
        stage.frame([0: (10, 10)])
        let owner = stage.connect(subscribe, claimA, #"{"type":"release","id":3,"receivers":["a"]}"#)
        stage.frame([0: (20, 10)])
        stage.frame([0: nil])
        #expect(words(stage.receive(other)) == ["began a", "moved a", "ended a"])
        #expect(words(stage.receive(owner)) == [])
    }

    @Test func `a shorter time to answer counts for what is unanswered already`() throws {
        let stage = try Stage(Self.tree())
        let owner = stage.connect(subscribe, #"{"type":"claim","id":9,"receivers":["a"],"ackWithin":600000}"#)
        stage.frame([0: (10, 10)])
        owner.send(#"{"type":"claim","id":9,"receivers":["a"],"ackWithin":100}"#)
        owner.send(#"{"type":"claim","id":9,"receivers":["b"]}"#)
        stage.turn()
        stage.time += 100_000
        stage.publisher.claimants.checkAcknowledgements()
        #expect(stage.receive(owner).contains { $0.type == "released" })
    }

    @Test func `a begin is explained to who asked, before the frame`() throws {
        let stage = try Stage(Self.tree())
        let client = stage.connect(subscribe, #"{"type":"trace","id":2,"on":true}"#)
        let other = stage.connect(subscribe)
        stage.frame([0: (10, 10)])
        #expect(!stage.receive(other).contains { $0.type == "trace" })
        let lines = stage.receive(client).suffix(2)
        #expect(lines.map(\.type) == ["trace", "frame"])
        #expect(lines.first?["hit"]?.string == "w/a")
        #expect(lines.first?["target"]?.string == "w/spare")
        #expect(lines.first?["receivers"]?.array?.map(\.string) == ["w/spare"])
    }
}
