import Testing
@testable import TouchCore

/// The tree changes under the fingers: cases C10.
@Suite struct TreeChangeCaseTests {
    private static let thief = InterceptorSpec(id: "thief", insideOf: "w", verdict: .observe, maySteal: true)

    private static func undecided() -> Script {
        var script = Script(regions: [Script.region("a", 0, 0, 100, 100)]) {
            $0.undecidedFor = 100_000
            $0.interceptors = [thief]
        }
        script.pipeline.setClaimed(["thief"])
        return script
    }

    @Test func `what a removed region holds is cancelled with it`() throws {
        var s = Script(regions: [Script.region("page", 0, 0, 200, 200, [Script.region("a", 0, 0, 100, 100)])])
        s.down(0, id: 1, 10, 10); s.frame()
        #expect(try s.edit(.remove("page")) == ["A cancelled(regionRemoved) a 10,10"])
        s.slot(0); s.at(20, 20)
        #expect(s.frame() == [])
    }

    @Test func `the same tree again cancels nothing`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.frame()
        #expect(s.replace(RegionTree(s.pipeline.tree.screenSpecs)) == [])
        s.at(20, 20)
        #expect(s.frame() == ["A moved a 20,20"])
    }

    @Test func `when all regions go, all touches are cancelled`() throws {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.down(1, id: 2, 500, 500); s.frame()
        #expect(try s.edit(.remove("w")) == ["A cancelled(regionRemoved) a 10,10", "B cancelled(regionRemoved) w 500,500"])
        s.down(2, id: 3, 10, 10)
        #expect(s.frame() == ["C began - 10,10"])
    }

    @Test func `a region that appears under a held finger gets the next one`() throws {
        var s = Script(regions: [])
        s.down(0, id: 1, 10, 10); s.frame()
        try s.edit(.add(Script.region("new", 0, 0, 100, 100), to: "w", index: nil))
        s.at(20, 20)
        #expect(s.frame() == ["A moved w 20,20"])
        s.down(1, id: 2, 10, 10)
        #expect(s.frame() == ["B began new 10,10"])
    }

    @Test func `an id that is taken is refused, whoever has it, and free when that goes`() throws {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)]) {
            $0.interceptors = [Self.thief]
            $0.controller = "wc"
        }
        var holder = Script.region("new", 0, 0, 10, 10)
        for id in ["a", "thief", "wc"] {
            holder.controller = id
            #expect(throws: TreeEditError.self, "\(id)") { try s.edit(.add(holder, to: "w", index: nil)) }
            #expect(throws: TreeEditError.self, "\(id)") { try s.edit(.add(Script.region(id, 0, 0, 9, 9), to: "w", index: nil)) }
            var a = s.pipeline.tree.spec(ofID: "a")!
            a.interceptors = [InterceptorSpec(id: id, insideOf: "w", verdict: .observe)]
            #expect(throws: TreeEditError.self, "\(id)") { try s.edit(.set("a", a)) }
        }
        var window = s.pipeline.tree.spec(ofID: "w")!
        window.interceptors = []
        try s.edit(.set("w", window), .add(Script.region("thief", 0, 0, 9, 9), to: "w", index: nil))
        #expect(s.pipeline.tree.index(ofID: "thief") != nil)
    }

    @Test func `a region is not followed to an interceptor of its name`() {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100)])
        s.down(0, id: 1, 10, 10); s.frame()
        var window = Script.region("w", 0, 0, 1000, 1000)
        window.interceptors = [InterceptorSpec(id: "a", insideOf: "w", verdict: .observe)]
        #expect(s.replace(RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])])) == [
            "A cancelled(regionRemoved) a 10,10"
        ])
        s.down(1, id: 2, 10, 10)
        #expect(s.frame() == ["B began a 10,10", "B began w 10,10"])
    }

    @Test func `when the interceptors go that were to decide, what is withheld comes at once`() throws {
        var s = Self.undecided()
        s.down(0, id: 1, 10, 10)
        #expect(s.frame() == ["A began thief 10,10"])
        var window = s.pipeline.tree.spec(ofID: "w")!
        window.interceptors = []
        #expect(try s.edit(.set("w", window)) == ["A cancelled(regionRemoved) thief 10,10"])
        #expect(s.pass(0) == ["A began a 10,10"])
        s.up(0)
        #expect(s.frame() == ["A ended a 10,10"])
    }

    @Test func `an interceptor may take over what it sees though the region it judged by has gone`() throws {
        var s = Script(regions: [Script.region("a", 0, 0, 100, 100), Script.region("edge", 0, 0, 10, 10)]) {
            $0.interceptors = [InterceptorSpec(id: "thief", insideOf: "edge", verdict: .observe, maySteal: true)]
        }
        var edge = s.pipeline.tree.spec(ofID: "edge")!
        edge.hitTest = .passThrough
        try s.edit(.set("edge", edge))
        s.down(0, id: 1, 5, 5)
        #expect(s.frame() == ["A began thief 5,5", "A began a 5,5"])
        try s.edit(.remove("edge"))
        #expect(try s.steal("A", by: "thief") == ["A cancelled(stolen) a 5,5"])
    }
}
