import Support
import Testing

@testable import Server
@testable import TouchCore

/// A user who may edit one part of the tree tries every kind of edit. No accepted edit changes anything outside that part, or anything in a sensitive
/// region that the user has not claimed. `TOUCHD_ROUNDS=100 swift test --filter EditAdversaryTests` runs longer.
@Suite struct EditAdversaryTests {
    private static let screen = Rect(0, 0, 1000, 1000)

    /// A random tree and the grants in it.
    struct World {
        var random: SeededRandom
        var count = 0
        var ids: [String] = []
        var gestures: [String] = []

        mutating func one<T>(_ list: [T]) -> T { list[random(list.count)] }

        mutating func frame() -> Rect {
            Rect(Double(random(9)) * 100 - 100, Double(random(9)) * 100 - 100, Double(1 + random(9)) * 100, Double(1 + random(9)) * 100)
        }

        mutating func region(_ depth: Int) -> RegionSpec {
            count += 1
            let id = "r\(count)"
            ids.append(id)
            var spec = RegionSpec(id: id, kind: random(6) == 0 ? .scrollView : .view, geometry: RegionGeometry(frame: frame()))
            spec.isSensitive = random(6) == 0
            spec.isMultipleTouchEnabled = true
            for _ in 0..<random(3) { change(&spec) }
            if depth < 4 { spec.children = (0..<random(4)).map { _ in region(depth + 1) } }
            return spec
        }

        mutating func tree() -> RegionTree {
            var windows = (0..<2).map { _ in
                var window = RegionSpec(id: "w\(ids.count)", kind: .window, geometry: RegionGeometry(frame: EditAdversaryTests.screen))
                ids.append(window.id)
                window.hitTest = random(2) == 0 ? .passThrough : nil
                window.children = (0..<3).map { _ in region(1) }
                return window
            }
            windows[0].interceptors = [InterceptorSpec(id: "ic", insideOf: one(ids), verdict: one([.observe, .redirect]), deliverTo: one(ids))]
            return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: windows)])
        }

        /// Sets a random property to a random value.
        mutating func change(_ spec: inout RegionSpec) {
            switch random(24) {
            case 0..<4: spec.geometry = RegionGeometry(frame: frame())
            case 4: spec.geometry.bounds.origin = Point(Double(random(300)), Double(random(300)))
            case 5:
                spec.geometry.transform = one([
                    .identity, AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0), AffineTransform(a: 0.7, b: 0.7, c: -0.7, d: 0.7, tx: 40, ty: 9),
                ])
            case 6:
                spec.hitInsets = one([
                    .zero, Insets(top: -500, left: -500, bottom: -500, right: -500), Insets(top: 20, left: 20, bottom: 0, right: 0),
                ])
            case 7: spec.hidden.toggle()
            case 8: spec.isUserInteractionEnabled.toggle()
            case 9: spec.alpha = one([0, 0.5, 1])
            case 10..<13:
                spec.hitTest = one([
                    nil, .passThrough, .ignore, .absorb, .overflow, .translucent, .redirect(to: one(ids + ["later"]), always: true),
                    .redirect(to: one(ids + ["later"]), always: false),
                ])
            case 13: spec.clipsToBounds.toggle()
            case 14: spec.responds = one([.consume, .forward, .none])
            case 15: spec.fallback = one([nil, one(ids + ["later"])])
            case 16: spec.behaviour = one([nil, .dragSelf])
            case 17: spec.isExclusiveTouch.toggle()
            case 18: spec.watchesOutside.toggle()
            case 19: spec.shape = one([nil, .ellipse])
            case 20:
                let id = "g\(random(12))"
                if gestures.contains(id) || !spec.gestures.isEmpty { break }
                var gesture = GestureSpec(id: id, type: one(["tap", "pan"]))
                gesture.shouldReceiveNot = random(3) == 0 ? [one(ids)] : []
                gesture.requireToFail = random(3) == 0 ? ["g\(random(12))"] : []
                spec.gestures = [gesture]
                gestures.append(id)
            case 21: spec.scroll?.touchesShouldBeginNo = [one(ids)]
            case 22: spec.level = Double(random(2))
            default: spec.isEnabled.toggle()
            }
        }

        /// - Parameter near: The regions that most edits name.
        mutating func edit(of tree: RegionTree, near: [String]) -> TreeEdit {
            func id() -> String { random(5) > 0 && !near.isEmpty ? one(near) : one(ids) }
            switch random(9) {
            case 0..<4:
                let region = id()
                guard var spec = tree.spec(ofID: region) else { return .remove(region) }
                for _ in 0..<1 + random(2) { change(&spec) }
                return .set(region, spec)
            case 4, 5:
                var spec = region(3)
                if random(4) == 0 { spec.id = one(ids + ["later"]) }
                return .add(spec, to: random(30) == 0 ? "s" : id(), index: random(2) == 0 ? nil : random(3))
            case 6: return .move(id(), to: random(30) == 0 ? "s" : id(), index: random(2) == 0 ? nil : random(3))
            case 7: return .remove(id())
            default: return random(2) == 0 ? .bringToFront(id()) : .sendToBack(id())
            }
        }
    }

    /// All receivers of each finger's touch: its owner and everybody else who gets its events.
    private func receivers(_ tree: RegionTree, _ points: [Point], _ owners: [String: Int]) -> [[String]] {
        let pipeline = TouchPipeline(tree: tree)
        let kind = PanelKind.slots(1)
        let mapping = PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000))
        let panel = pipeline.addPanel("p", screen: 0, kind: kind, mapping: mapping)
        for (id, owner) in owners { pipeline.claim([id], by: owner) }
        return points.enumerated().map { number, point in
            // One minute apart, so that each finger is independent of the previous one.
            let time = Int64(number + 1) * 60_000_000
            let frames = pipeline.handle([ContactChange(slot: 0, phase: .began, location: point)], panel: panel, at: time)
            let told = frames.flatMap(\.events).filter { $0.phase == .began }.map { event in
                [event.target, event.receiver].map { $0.map { tree[$0].id } ?? "-" }.joined(separator: " for ")
            }
            pipeline.handle([ContactChange(slot: 0, phase: .cancelled, reason: .palm, location: point)], panel: panel, at: time + 1000)
            return told
        }
    }

    /// Grants a region that is no window, with its descendants; now and then the user has claimed one of the sensitive regions in it.
    private func play(_ seed: UInt64) throws -> (accepted: Int, asked: Int) {
        var world = World(random: SeededRandom(seed: seed))
        var tree = world.tree()
        let inner = tree.directory.regions.map { tree[$0] }.filter { $0.parent != nil }
        let granted = [inner[world.random(inner.count)].path, inner[world.random(inner.count)].path].prefix(1 + world.random(2))
        let rule = AccessRules.Rule(user: 1, regions: granted.map { $0 + "/**" }, rights: [.edit])
        let rights = AccessRules(rules: [rule]).rights(of: Peer(user: 1), on: .events)
        func isGranted(_ path: String) -> Bool { granted.contains { path == $0 || path.hasPrefix($0 + "/") } }
        // A sensitive region has one owner.
        var (owners, ownersByRoot): ([String: Int], [RegionID: Int]) = ([:], [:])
        for record in tree.directory.receivers.map({ tree[$0] }) where world.random(3) == 0 {
            guard let root = record.sensitiveRoot else { continue }
            if ownersByRoot[root] == nil { ownersByRoot[root] = 1 + world.random(2) }
            owners[record.id] = ownersByRoot[root]
        }
        var counts = (accepted: 0, asked: 0)
        for _ in 0..<40 {
            let near = tree.directory.regions.map { tree[$0] }.filter { isGranted($0.path) }.map(\.id)
            var edits = [world.edit(of: tree, near: near)]
            if world.random(3) == 0 { edits.append(world.edit(of: tree, near: near)) }
            let pipeline = TouchPipeline(tree: tree)
            for (id, owner) in owners { pipeline.claim([id], by: owner) }
            let old = pipeline.tree
            counts.asked += 1
            var output = FrameBuffer()
            func check(_ edits: [TreeEdit], _ new: RegionTree) throws(TreeEditError) {
                try EditCheck(edits, from: old, to: new, rights, user: "user 1", owner: 1).check()
            }
            let done = try? pipeline.edit(edits, time: { _ in 0 }, check: check, into: &output)
            guard done != nil else { continue }
            counts.accepted += 1
            let new = pipeline.tree
            let (plainOld, plainNew) = (PlainHitTest(old), PlainHitTest(new))
            // Everything outside the grant is unchanged and in the same place.
            for region in old.directory.regions where !isGranted(old[region].path) {
                let record = old[region]
                let now = new.region(ofID: record.id)
                #expect(
                    now.map { new[$0].path } == record.path && now.map { new.specs[$0.slot] } == old.specs[region.slot],
                    "seed \(seed): \(record.path), by \(edits)")
            }
            #expect(
                new.directory.receivers.map { new[$0].path }.allSatisfy { path in isGranted(path) || old.records.contains { $0.path == path } },
                "seed \(seed)")
            func isClosed(_ id: String) -> Bool {
                guard let index = old.index(ofID: id), let root = old[index].sensitiveRoot else { return false }
                let owner = old.chain(to: index).drop { $0 != root }.last { owners[old[$0].id] != nil }
                return owner.map { owners[old[$0].id] != 1 } ?? true
            }
            let points = (0..<60).map { _ in Point(Double(world.random(1000)) + 0.5, Double(world.random(1000)) + 0.5) }.filter { point in
                let hit = plainOld.hit(point)
                return hit.map(isClosed) == true || !granted.contains { path in plainOld.isInside(String(path.split(separator: "/").last!), point) }
            }
            for point in points {
                #expect(plainOld.hit(point) == plainNew.hit(point), "seed \(seed): at \(point), by \(edits)")
            }
            #expect(receivers(old, points, owners) == receivers(new, points, owners), "seed \(seed): by \(edits)")
            tree = new
            owners = owners.filter { new.index(ofID: $0.key) != nil }
        }
        return counts
    }

    @Test func `whatever somebody edits in his part, all else is as before`() throws {
        var counts = (accepted: 0, asked: 0)
        var seeds = SeededRandom()
        for _ in 0..<rounds(50) {
            let seed = givenSeed ?? seeds.next()
            let one = try play(seed)
            counts = (counts.accepted + one.accepted, counts.asked + one.asked)
            if givenSeed != nil { break }
        }
        print("\(counts.accepted) of \(counts.asked) requests accepted")
        if givenSeed == nil { #expect(counts.accepted * 20 > counts.asked, "an adversary that is refused nearly everything shows nothing") }
    }
}
