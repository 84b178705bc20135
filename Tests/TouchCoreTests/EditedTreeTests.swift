import Support
import Testing

@testable import TouchCore

/// A tree edited in place equals a tree built from the same regions, and identities last as long as their regions.
@Suite struct EditedTreeTests {
    /// All properties of a tree's regions, by name.
    private static func described(_ tree: RegionTree) -> [String] {
        var tree = tree
        var lines: [String] = []
        func name(_ id: RegionID?) -> String { id.map { tree[$0].id } ?? "-" }
        for id in tree.directory.receivers {
            let r = tree[id]
            lines.append(
                "\(r.path) \(r.kind) \(r.screen) \(name(r.parent)) \(name(r.sensitiveRoot)) \(r.followsFingers) \(tree.mapToScreen(from: id)) "
                    + "\(tree.isReachable(id)) \(tree.responderChain(from: id)) \(tree.index(ofID: r.id) == id) \(tree.directory.contains(id)) "
                    + "\(tree.directory.subtree(of: id).count) \(name(tree.home(id))) \(name(tree.hitTester.redirects[id])) \(tree.responders.maySteal(id))"
            )
        }
        lines.append("\(tree.regionCount) \(tree.directory.sensitive.map { name($0) })")
        for window in tree.directory.regions {
            for one in tree.responders.interceptors[window] ?? [] { lines.append("\(name(window)): \(name(one.index)) \(name(one.insideOf))") }
        }
        func gesture(_ id: GestureID) -> String { tree.gestures.records[id.slot].id }
        for id in tree.gestures.order {
            lines.append(
                "\(gesture(id)) of \(name(tree.gestures.records[id.slot].region)) rank \(tree.gestures.ranks[id.slot]) "
                    + "\(tree.gestures.requirements[id.slot].map(gesture)) "
                    + "\(tree.gestures.order.filter { tree.gestures.areSimultaneous(id, $0) }.map(gesture)) "
                    + "\(tree.directory.regions.filter { !tree.gestures.mayReceive(id, touchesOf: $0) }.map { name($0) }) "
                    + "\(tree.gestures.of(tree.gestures.records[id.slot].region).map(gesture))")
        }
        for isRefreshed in [false, true] {
            if isRefreshed { tree.refreshIndex() }
            for x in stride(from: 3.0, to: 200, by: 37) {
                for y in stride(from: 2.0, to: 200, by: 41) {
                    for screen in tree.screens.indices {
                        let trace = tree.trace(Point(x, y), screen: screen)
                        lines.append(
                            "\(name(tree.hitTest(Point(x, y), screen: screen))) \(tree.translucentHits(Point(x, y), screen: screen).map { name($0) }) "
                                + "\(trace.asked.map { name($0.region) }) \(trace.unasked.map { name($0.region) }) \(trace.answers.map { name($0.result) })"
                        )
                    }
                }
            }
        }
        let globs = ["**/r1*/**", "*/n*", "**"].map(RegionGlob.init)
        let matches = tree.directory.matches(globs.map { [$0] })
        lines += tree.directory.receivers.map { id in "\(matches.map { $0[id.slot] })" }
        return lines
    }

    /// The slots of regions, which may differ between two otherwise equal trees.
    private static func identities(_ tree: RegionTree) -> [String] {
        tree.directory.receivers.map { "\(tree[$0].id) \($0)" } + tree.gestures.order.map { "\(tree.gestures.records[$0.slot].id) \($0)" }
    }

    @Test func `an edited tree is the one that would be built of its regions, and a refused request leaves no trace`() {
        struct Refusal: Error {}
        for _ in 0..<rounds(6) {
            let seed = givenSeed ?? newSeed()
            var world = RandomEdits(seed: seed)
            let pipeline = TouchPipeline(tree: RegionTree(world.screens()))
            for step in 0..<30 {
                let before = pipeline.tree
                let edits = (0...world.random(3)).map { _ in world.edit(before) }
                let isRefused = world.random(4) == 0
                var output = FrameBuffer()
                do throws(TreeEditError) {
                    _ = try pipeline.edit(
                        edits, time: { _ in 0 },
                        check: { _, _ throws(TreeEditError) in if isRefused { throw TreeEditError(.notAllowed, "no") } }, into: &output)
                } catch {
                    if Self.described(pipeline.tree) != Self.described(before) || Self.identities(pipeline.tree) != Self.identities(before) {
                        let (a, b) = (
                            Self.described(before) + Self.identities(before), Self.described(pipeline.tree) + Self.identities(pipeline.tree)
                        )
                        let first = zip(a, b).first { $0 != $1 }
                        Issue.record(
                            "seed \(seed), step \(step): \(error) leaves a trace of \(edits)\nbefore: \(first?.0 ?? "")\nafter:  \(first?.1 ?? "") \(a.count) \(b.count)"
                        )
                        return
                    }
                    continue
                }
                let (edited, built) = (Self.described(pipeline.tree), Self.described(RegionTree(pipeline.tree.screenSpecs)))
                if edited != built {
                    let first = zip(edited, built).first { $0 != $1 }
                    Issue.record(
                        "seed \(seed), step \(step): \(edits)\nedited: \(first?.0 ?? "")\nbuilt:  \(first?.1 ?? "") \(edited.count) \(built.count)")
                    return
                }
                let receivers = pipeline.tree.directory.receivers
                let previous = receivers.map(pipeline.tree.directory.previous(before:))
                // The first receiver, if any, has no previous one.
                #expect(previous == Array(([nil] + receivers.map { $0 }).dropLast()), "seed \(seed), step \(step)")
                // Regions in both trees that were not removed meanwhile keep their identity.
                var removed: Set<String> = []
                for edit in edits {
                    if case .remove(let id) = edit, let region = before.region(ofID: id) {
                        removed.formUnion(before.directory.subtree(of: region).map { before[$0].id })
                    }
                }
                for id in before.directory.regions where !removed.contains(before[id].id) {
                    if let now = pipeline.tree.region(ofID: before[id].id), now != id, edits.count == 1 {
                        Issue.record("seed \(seed), step \(step): \(before[id].id) has another identity")
                    }
                }
                for id in pipeline.tree.directory.regions where removed.contains(pipeline.tree[id].id) && before.directory.contains(id) {
                    if edits.count == 1 { Issue.record("seed \(seed), step \(step): \(pipeline.tree[id].id) was removed and has its identity still") }
                }
            }
            if givenSeed != nil { break }
        }
    }

    @Test func `a tree that was prepared to replace another one still does after edits that are refused, and not after others`() throws {
        struct Request {
            let edits: [TreeEdit]
            var isAllowed = true
        }
        let frame = RegionGeometry(frame: Rect(0, 0, 50, 50))
        var window = RegionSpec(id: "w", kind: .window, geometry: frame)
        window.children = [RegionSpec(id: "a", geometry: frame), RegionSpec(id: "b", geometry: frame)]
        var added = RegionSpec(id: "c", geometry: frame, children: [RegionSpec(id: "d", geometry: frame)])
        added.controller = "controller"
        added.gestures = [GestureSpec(id: "tap", type: "tap")]
        let refused = [
            Request(edits: [.add(added, to: "w", index: nil), .remove("nobody")]),
            Request(edits: [.remove("a"), .add(added, to: "w", index: nil)], isAllowed: false),
            Request(edits: [.move("a", to: "b", index: nil), .sendToBack("b")], isAllowed: false),
        ]
        for requests in refused.map({ [$0] }) + [refused] {
            let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])]))
            let prepared = RegionTree(pipeline.tree.screenSpecs, succeeding: pipeline.tree)
            var output = FrameBuffer()
            for request in requests {
                #expect(throws: TreeEditError.self) {
                    try pipeline.edit(
                        request.edits, time: { _ in 0 },
                        check: { _, _ throws(TreeEditError) in if !request.isAllowed { throw TreeEditError(.notAllowed, "no") } }, into: &output)
                }
            }
            #expect(prepared.isSuccessor(of: pipeline.tree))
            _ = pipeline.replaceTree(prepared, time: { _ in 0 }, into: &output)
            #expect(Self.described(pipeline.tree) == Self.described(prepared))
            _ = try pipeline.edit([.add(added, to: "a", index: nil)], time: 0)
            #expect(Self.described(pipeline.tree) == Self.described(RegionTree(pipeline.tree.screenSpecs)))
            #expect(!prepared.isSuccessor(of: pipeline.tree))
        }
    }

    @Test func `a region that is removed and added again in one request is another one`() throws {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        let region = RegionSpec(id: "a", geometry: RegionGeometry(frame: Rect(0, 0, 50, 50)))
        window.children = [region]
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])]))
        let before = pipeline.tree.region(ofID: "a")
        _ = try pipeline.edit([.remove("a"), .add(region, to: "w", index: nil)], time: 0)
        #expect(pipeline.tree.region(ofID: "a") != before)
        #expect(!pipeline.tree.directory.contains(try #require(before)))
    }

    @Test func `slots are given again, so that a tree that is edited for years does not grow`() throws {
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])]))
        for round in 0..<500 {
            var list = RegionSpec(id: "list", kind: .scrollView, geometry: RegionGeometry(frame: Rect(0, 0, 50, 50)))
            list.controller = "c"
            list.children = (0..<20).map { RegionSpec(id: "\(round)-\($0)", geometry: RegionGeometry(frame: Rect(0, 0, 5, 5))) }
            _ = try pipeline.edit([.add(list, to: "w", index: nil)], time: 0)
            pipeline.context.tree.refreshIndex()
            _ = try pipeline.edit([.remove("list")], time: 0)
        }
        #expect(pipeline.tree.directory.slotCount <= 24)
        #expect(pipeline.tree.hitTester.index.words.count < 2000)
        #expect(pipeline.tree.gestures.records.count <= 2)
    }
}
