import Support
import Testing

@testable import TouchCore

/// The claimant of each receiver, and the consequences for the parts of a sensitive region.
@Suite struct ClaimTableTests {
    private static func region(_ id: String, sensitive: Bool = false, _ children: [RegionSpec] = []) -> RegionSpec {
        var spec = RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        (spec.isSensitive, spec.children) = (sensitive, children)
        return spec
    }

    /// `open`, and the sensitive `pad` with `left` (which contains `key`) and `right`.
    private static func tree() -> RegionTree {
        let pad = region("pad", sensitive: true, [region("left", [region("key")]), region("right")])
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        window.children = [region("open", [region("in")]), pad]
        return RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])])
    }

    private static func pipeline(_ claims: [(String, Int)]) -> TouchPipeline {
        let pipeline = TouchPipeline(tree: tree())
        for (id, owner) in claims { pipeline.claim([id], by: owner) }
        return pipeline
    }

    private func domain(_ id: String, _ tree: RegionTree) -> String? {
        tree.ownershipDomain(of: tree.index(ofID: id)!).map { tree[$0].id }
    }

    @Test func `a part of a sensitive region is under its own claim, or the nearest around it`() {
        let cases: [(claims: [String], under: [String: String])] = [
            ([], [:]), (["pad"], ["pad": "pad", "left": "pad", "key": "pad", "right": "pad"]), (["left"], ["left": "left", "key": "left"]),
            (["key", "pad"], ["pad": "pad", "left": "pad", "key": "key", "right": "pad"]),
        ]
        for (claims, under) in cases {
            let pipeline = TouchPipeline(tree: Self.tree())
            // Separate clients, so that the claims can be distinguished; the server lets one client have them all.
            for (number, id) in claims.enumerated() { pipeline.claim([id], by: number) }
            let (tree, table) = (pipeline.tree, pipeline.claims)
            tree.ownership.checkInvariants(table, tree.directory)
            for id in ["pad", "left", "key", "right"] {
                #expect(tree.ownership.claim(over: tree.index(ofID: id)!) == under[id].flatMap { table[$0] }, "\(id) with \(claims)")
                #expect(domain(id, tree) == "pad")
            }
            for id in ["w", "open", "in"] { #expect(domain(id, tree) == nil) }
        }
    }

    @Test func `what is not sensitive is nobody's but its claimant's`() {
        let pipeline = Self.pipeline([("open", 1)])
        let ownership = pipeline.tree.ownership
        func index(_ id: String) -> RegionID { pipeline.tree.index(ofID: id)! }
        #expect(ownership.isClaimed(index("open")) && !ownership.isClaimed(index("in")))
        #expect(ownership.claim(over: index("in")) == nil)
        #expect(ownership.belongsToOther(.first, index("open"), than: 2) && !ownership.belongsToOther(.first, index("open"), than: 1))
    }

    @Test func `whoever has claimed a receiver keeps it, and a claim counts from the next touch on`() {
        let pipeline = Self.pipeline([("open", 1)])
        pipeline.claim(["open", "in"], by: 2)
        #expect(pipeline.claims["open"]?.owner == 1 && pipeline.claims["in"]?.owner == 2)
        #expect(pipeline.claims["open"]?.since == pipeline.nextID)
        #expect(pipeline.claims.owners == [1, 2] && pipeline.claims.receivers(of: 2) == ["in"])
        pipeline.release(["open"])
        #expect(pipeline.claims["open"] == nil && !pipeline.tree.ownership.isClaimed(pipeline.tree.index(ofID: "open")!))
    }

    @Test func `claims outlive the tree, also of receivers that it does not have`() {
        let pipeline = Self.pipeline([("left", 1), ("gone", 2)])
        pipeline.replaceTree(Self.tree(), time: 0)
        pipeline.tree.ownership.checkInvariants(pipeline.claims, pipeline.tree.directory)
        #expect(pipeline.tree.ownership.claim(over: pipeline.tree.index(ofID: "key")!)?.owner == 1 && pipeline.claims["gone"]?.owner == 2)
    }
}
