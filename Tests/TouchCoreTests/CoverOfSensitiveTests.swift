import Testing

@testable import TouchCore

/// Edits of untrusted clients that a reload overrules because they would cover a sensitive region.
@Suite struct CoverOfSensitiveTests {
    /// The sensitive `pad` lies in `around`, with `box` over it and `far` beside it.
    private static func tree() -> RegionTree {
        func region(_ id: String, _ frame: Rect, _ children: [RegionSpec] = []) -> RegionSpec {
            RegionSpec(id: id, kind: .view, geometry: RegionGeometry(frame: frame), children: children)
        }
        var pad = region("pad", Rect(0, 0, 50, 50), [region("key", Rect(0, 0, 9, 9))])
        pad.isSensitive = true
        var window = region(
            "w", Rect(0, 0, 100, 100),
            [region("around", Rect(0, 0, 60, 60), [pad]), region("box", Rect(40, 40, 20, 20)), region("far", Rect(80, 80, 9, 9))])
        window.kind = .window
        return RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])])
    }

    private func covers(claimedBy owner: Int?, _ authors: [String: Int]) -> Set<String> {
        let pipeline = TouchPipeline(tree: Self.tree())
        if let owner { pipeline.claim(["pad"], by: owner) }
        let new = RegionTree(Self.tree().screenSpecs, succeeding: pipeline.tree)
        return TreeMerge.covers(in: new, succeeding: pipeline.tree, by: authors)
    }

    @Test func `what another client has put over it gives way, and what lies elsewhere stays`() {
        #expect(covers(claimedBy: nil, ["box": 7, "far": 7]) == ["box"])
        #expect(covers(claimedBy: 8, ["box": 7, "far": 7]) == ["box"])
    }

    @Test func `what its own claimant has put over it stays`() {
        #expect(covers(claimedBy: 7, ["box": 7]) == [])
    }

    @Test func `what it lies in is no cover of it, nor what is in it`() {
        #expect(covers(claimedBy: nil, ["around": 7, "w": 7, "key": 7]) == [])
    }
}
