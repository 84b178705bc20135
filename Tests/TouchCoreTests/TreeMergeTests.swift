import Support
import Testing

@testable import TouchCore

/// A reload keeps the changes that fingers and clients have made to the tree, unless the file itself has changed there, and lists the overruled ones.
@Suite struct TreeMergeTests {
    // MARK: Random trees

    /// A file, the changed file, and the first file's tree after edits of clients.
    private struct Three {
        var before: [ScreenSpec]
        var now: [ScreenSpec]
        var mine: RegionTree

        init(seed: UInt64, clientEdits: Int, fileEdits: Int) throws {
            var random = RandomEdits(seed: seed)
            before = try Self.edited(RegionTree(random.screens()), 12, &random, "f").screenSpecs
            mine = try Self.edited(RegionTree(before), clientEdits, &random, "m")
            now = try Self.edited(RegionTree(before), fileEdits, &random, "n").screenSpecs
        }

        private static func edited(_ tree: RegionTree, _ count: Int, _ random: inout RandomEdits, _ name: String) throws -> RegionTree {
            let pipeline = TouchPipeline(tree: tree)
            var output = FrameBuffer()
            for _ in 0..<count { _ = try? pipeline.edit([random.edit(pipeline.tree)], time: { _ in 0 }, into: &output) }
            return pipeline.tree
        }

        func merge(resets: Bool = false) -> TreeMerge {
            TreeMerge(before: ConfiguredTree(before), now: ConfiguredTree(now), mine: mine, resets: resets)
        }
    }

    private func forSeeds(_ most: Int, _ body: (UInt64) throws -> Void) rethrows {
        for _ in 0..<rounds(most) {
            try body(givenSeed ?? newSeed())
            if givenSeed != nil { break }
        }
    }

    /// The screens in the order of a tree: windows by level.
    private func normal(_ screens: [ScreenSpec]) -> [ScreenSpec] { RegionTree(screens).screenSpecs }

    @Test func `a file that has not changed changes nothing`() throws {
        try forSeeds(40) { seed in
            let three = try Three(seed: seed, clientEdits: 15, fileEdits: 0)
            let merge = three.merge()
            #expect(RegionTree(merge).screenSpecs == three.mine.screenSpecs, "seed \(seed)")
            #expect(merge.gaveWay.isEmpty, "seed \(seed)")
        }
    }

    @Test func `where nobody has changed anything the file is what there is`() throws {
        try forSeeds(40) { seed in
            let three = try Three(seed: seed, clientEdits: 0, fileEdits: 15)
            let merge = three.merge()
            #expect(RegionTree(merge).screenSpecs == normal(three.now), "seed \(seed)")
            #expect(merge.gaveWay.isEmpty, "seed \(seed)")
        }
    }

    @Test func `a reset leaves the file alone, and names all else`() throws {
        try forSeeds(40) { seed in
            let three = try Three(seed: seed, clientEdits: 15, fileEdits: 5)
            let merge = three.merge(resets: true)
            #expect(RegionTree(merge).screenSpecs == normal(three.now), "seed \(seed)")
            if normal(three.now) != three.mine.screenSpecs, normal(three.now) == normal(three.before) {
                #expect(!merge.gaveWay.isEmpty, "seed \(seed)")
            }
        }
    }

    @Test func `each region of three random states is one of the three, and what is lost has a name`() throws {
        try forSeeds(60) { seed in
            let three = try Three(seed: seed, clientEdits: 15, fileEdits: 10)
            let merge = three.merge()
            let tree = RegionTree(merge)
            let (before, now) = (ConfiguredTree(three.before), ConfiguredTree(three.now))
            let named = Set(merge.gaveWay.filter { $0.key == nil }.map(\.region))
            func complain(_ what: String) { Issue.record("seed \(seed): \(what)") }
            // No id is duplicated, as in any file.
            let ids = tree.directory.regions.map { tree[$0].id }
            if Set(ids).count != ids.count { complain("an id is there twice") }
            let gestures = tree.directory.regions.flatMap { tree.specs[$0.slot].gestures.map(\.id) }
            if Set(gestures).count != gestures.count { complain("a gesture's id is there twice") }
            if ids.count != tree.regionCount { complain("\(tree.regionCount) regions, \(ids.count) in the tree") }
            for id in three.mine.directory.regions {
                let name = three.mine[id].id
                if !three.mine.directory.contains(id) { continue }
                if now.contains(name) || !before.contains(name) {
                    let isThere = tree.region(ofID: name) != nil
                    let around = sequence(first: id) { three.mine[$0].parent }.map { three.mine[$0].id }
                    if !isThere && !around.contains(where: { named.contains($0) || !now.contains($0) && before.contains($0) }) {
                        complain("\(name) is gone, and nothing says so")
                    }
                }
            }
            for id in tree.directory.regions {
                let name = tree[id].id
                let spec = tree.specs[id.slot]
                let own = three.mine.region(ofID: name)
                switch (before.spec(ofID: name), now.spec(ofID: name), own.map { three.mine.specs[$0.slot] }) {
                case (nil, let configured?, _), (_?, let configured?, nil):
                    if spec != configured { complain("\(name) is not as the file has it") }
                    if own == id { complain("\(name), which is the file's, has another's identity") }
                case (nil, nil, let mine?):
                    if spec != mine { complain("\(name) is not as its client has it") }
                    if own != id { complain("\(name) has another identity") }
                case (let old?, let configured?, let mine?):
                    if own != id { complain("\(name) has another identity") }
                    let keys = merge.gaveWay.filter { $0.region == name }.compactMap(\.key)
                    for property in RegionProperty.all {
                        let isTheFiles = property.differs(old, configured)
                        let wanted = isTheFiles ? configured : mine
                        if property.differs(spec, wanted), !keys.contains(property.key(of: spec)) {
                            complain("\(name) has another \(property.key) than it should, and nothing says so")
                        }
                        if isTheFiles, property.differs(old, mine), property.differs(configured, mine), property.key != "gestures",
                            !keys.contains(property.key(of: configured))
                        {
                            complain("the \(property.key) of \(name) gave way, and nothing says so")
                        }
                    }
                default: complain("\(name) has come from nowhere")
                }
            }
        }
    }

    @Test func `the table of properties has all that a region has`() throws {
        try forSeeds(100) { seed in
            var random = RandomEdits(seed: seed)
            var (a, b) = (random.region(9, id: "a"), random.region(9, id: "a"))
            for _ in 0..<2 {
                b.isExclusiveTouch.toggle()
                b.trackingSlop = 3
                b.undecidedFor = 4
                b.shape = .ellipse
                b.knob = b.knob.map { _ in
                    var knob = KnobSpec(); knob.step = 2; knob.tracksTap = true; knob.axis = .vertical; knob.size = 3; knob.value = 0.5; return knob
                }
                b.scroll?.contentSize = Size(3, 4)
                b.scroll?.properties[ScrollSpec.ownProperties[0].name] = .number(4)
                swap(&a, &b)
            }
            var all = a
            for property in RegionProperty.all { property.assign(from: b, &all) }
            #expect(all == b, "seed \(seed)")
        }
    }

    // MARK: Rules

    private static func region(_ id: String, _ children: [RegionSpec] = [], x: Double = 0, kind: RegionKind = .view) -> RegionSpec {
        RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: Rect(x, 0, 50, 50)), children: children)
    }

    private func screens(_ regions: [RegionSpec]) -> [ScreenSpec] {
        [ScreenSpec(id: "s", size: Size(100, 100), windows: [Self.region("w", regions, kind: .window)])]
    }

    private func merged(_ before: [RegionSpec], _ now: [RegionSpec], _ edits: [TreeEdit]) throws -> (
        ids: [String], gaveWay: [GaveWay], tree: RegionTree
    ) {
        let pipeline = TouchPipeline(tree: RegionTree(screens(before)))
        var output = FrameBuffer()
        _ = try pipeline.edit(edits, time: { _ in 0 }, into: &output)
        let merge = TreeMerge(before: ConfiguredTree(screens(before)), now: ConfiguredTree(screens(now)), mine: pipeline.tree)
        let tree = RegionTree(merge)
        return (tree.directory.regions.reversed().map { tree[$0].path }, merge.gaveWay, tree)
    }

    @Test func `a region that a client has removed stays removed unless its entry has changed`() throws {
        let (a, b) = (Self.region("a", [Self.region("in")]), Self.region("b"))
        let same = try merged([a, b], [a, Self.region("b", x: 9)], [.remove("a")])
        #expect(same.ids == ["w/b", "w"] && same.gaveWay.isEmpty)
        let changed = try merged([a, b], [Self.region("a", [Self.region("in", x: 9)]), b], [.remove("a")])
        #expect(Set(changed.ids) == ["w", "w/a", "w/a/in", "w/b"] && changed.gaveWay == [GaveWay(region: "a", key: nil)])
    }

    @Test func `an id that the file newly uses is the file's, and all that was in the client's region goes`() throws {
        let new = Self.region("new", [Self.region("in")], x: 5)
        let result = try merged([Self.region("a")], [Self.region("a"), Self.region("new", x: 7)], [.add(new, to: "w", index: nil)])
        #expect(Set(result.ids) == ["w", "w/a", "w/new"])
        #expect(result.gaveWay == [GaveWay(region: "new", key: nil)])
        #expect(result.tree.spec(ofID: "new")?.geometry.frame.origin.x == 7)
    }

    private static func region(_ id: String, gesture: String, _ children: [RegionSpec] = []) -> RegionSpec {
        var region = region(id, children)
        region.gestures = [GestureSpec(id: gesture, type: "tap")]
        return region
    }

    @Test func `a client's region goes if the file newly uses the id of its gesture`() throws {
        let result = try merged([Self.region("a")], [Self.region("a", gesture: "g")], [.add(Self.region("new", gesture: "g"), to: "w", index: nil)])
        #expect(Set(result.ids) == ["w", "w/a"] && result.gaveWay == [GaveWay(region: "new", key: nil)])
    }

    @Test func `a region that comes back around another is without the gesture whose id a client has used meanwhile`() throws {
        let around = Self.region("around", gesture: "g", [Self.region("in")])
        let edits: [TreeEdit] = [.move("in", to: "a", index: nil), .remove("around"), .add(Self.region("new", gesture: "g"), to: "w", index: nil)]
        let result = try merged([Self.region("a"), around], [around], edits)
        #expect(Set(result.ids) == ["w", "w/new", "w/around", "w/around/in"], "the file drops `a`, so `in` is back where it was")
        #expect(["new", "around"].map { result.tree.spec(ofID: $0)!.gestures.map(\.id) } == [["g"], []])
    }

    @Test func `what a client has added goes with what it is in, and has a name`() throws {
        let result = try merged([Self.region("a"), Self.region("b")], [Self.region("b")], [.add(Self.region("new"), to: "a", index: nil)])
        #expect(Set(result.ids) == ["w", "w/b"])
        #expect(result.gaveWay == [GaveWay(region: "new", key: nil)])
    }

    @Test func `a region that both have moved is where the file has it`() throws {
        let (a, b, c, d) = (Self.region("a"), Self.region("b"), Self.region("c"), Self.region("d"))
        let result = try merged([a, b, c, d], [a, Self.region("b", [d]), c], [.move("d", to: "a", index: nil)])
        #expect(Set(result.ids) == ["w", "w/a", "w/b", "w/c", "w/b/d"])
        #expect(result.gaveWay == [GaveWay(region: "d", key: "parent")])
    }

    @Test func `two moves that put regions into each other give way to the file's`() throws {
        let (a, b) = (Self.region("a"), Self.region("b"))
        let result = try merged([a, b], [Self.region("a", [b])], [.move("a", to: "b", index: nil)])
        #expect(Set(result.ids) == ["w", "w/a", "w/a/b"])
        #expect(result.gaveWay == [GaveWay(region: "a", key: "parent")])
    }

    @Test func `the order is the client's until the file changes it; a new entry stands where the file has it`() throws {
        let (a, b, c, n) = (Self.region("a"), Self.region("b"), Self.region("c"), Self.region("n"))
        func order(_ now: [RegionSpec], _ edits: [TreeEdit]) throws -> ([String], [GaveWay]) {
            let result = try merged([a, b, c], now, edits)
            return (Array(result.tree.screenSpecs[0].windows[0].children.map(\.id)), result.gaveWay)
        }
        #expect(try order([a, b, c], [.bringToFront("a")]) == (["b", "c", "a"], []))
        #expect(try order([a, b, n, c], [.bringToFront("a")]) == (["b", "n", "c", "a"], []))
        #expect(try order([c, b, a], [.bringToFront("a")]) == (["c", "b", "a"], [GaveWay(region: "w", key: "children")]))
        let top = Self.region("top")
        #expect(try order([c, a, b], [.add(top, to: "w", index: nil)]) == (["c", "a", "b", "top"], []), "what covers all still does")
        #expect(try order([c, a, b], [.add(top, to: "w", index: 1)]) == (["c", "a", "top", "b"], []))
    }

    @Test func `an offset is kept, is clamped where the content has shrunk, and is the file's where that has changed it`() throws {
        func list(_ height: Double, y: Double = 0) -> RegionSpec {
            var list = Self.region("list", kind: .scrollView)
            list.scroll?.contentSize = Size(50, height)
            list.geometry.bounds.origin = Point(0, y)
            return list
        }
        func offset(_ now: RegionSpec) throws -> (Double, [GaveWay]) {
            let result = try merged([list(500)], [now], [.set("list", list(500, y: 300))])
            return (result.tree.spec(ofID: "list")!.geometry.bounds.origin.y, result.gaveWay)
        }
        #expect(try offset(list(500)) == (300, []))
        #expect(try offset(list(600)) == (300, []))
        #expect(try offset(list(200)) == (150, [GaveWay(region: "list", key: "offset")]))
        #expect(try offset(list(500, y: 20)) == (20, [GaveWay(region: "list", key: "offset")]))
    }

    @Test func `an offset is nothing for another kind`() throws {
        var list = Self.region("list", kind: .scrollView)
        list.scroll?.contentSize = Size(50, 500)
        var scrolled = list
        scrolled.geometry.bounds.origin = Point(0, 300)
        let result = try merged([list], [Self.region("list")], [.set("list", scrolled)])
        #expect(result.tree.spec(ofID: "list")?.geometry.bounds.origin == Point(0, 0))
        #expect(result.gaveWay == [GaveWay(region: "list", key: "offset")])
    }

    @Test func `a property of a gesture is the client's until the file changes that one`() throws {
        func region(_ gestures: [GestureSpec]) -> RegionSpec {
            var region = Self.region("a")
            region.gestures = gestures
            return region
        }
        func tap(_ change: (inout GestureSpec) -> Void = { _ in }) -> GestureSpec {
            var tap = GestureSpec(id: "g", type: "tap")
            change(&tap)
            return tap
        }
        let off = region([tap { $0.isEnabled = false }])
        let other = GestureSpec(id: "h", type: "pan")
        let taps = try merged([region([tap()])], [region([tap { $0.properties["numberOfTapsRequired"] = .number(2) }, other])], [.set("a", off)])
        #expect(
            taps.tree.spec(ofID: "a")?.gestures == [
                tap {
                    $0.isEnabled = false; $0.properties["numberOfTapsRequired"] = .number(2)
                }, other,
            ])
        #expect(taps.gaveWay.isEmpty)
        let both = try merged(
            [region([tap()])],
            [
                region([
                    tap {
                        $0.isEnabled = false; $0.delaysTouchesBegan = true
                    }
                ])
            ], [.set("a", region([tap { $0.delaysTouchesEnded = false }]))])
        #expect(
            both.tree.spec(ofID: "a")?.gestures == [
                tap {
                    $0.isEnabled = false; $0.delaysTouchesBegan = true; $0.delaysTouchesEnded = false
                }
            ])
        let lost = try merged([region([tap()])], [region([])], [.set("a", off)])
        #expect(lost.tree.spec(ofID: "a")?.gestures == [] && lost.gaveWay == [GaveWay(region: "a", key: "gestures")])
    }

    @Test func `a value is kept between the file's limits`() throws {
        func slider(_ value: Double, _ most: Double) -> RegionSpec {
            var slider = Self.region("slider", kind: .slider)
            slider.knob?.maximumValue = most
            slider.knob?.value = value
            return slider
        }
        func value(_ now: RegionSpec) throws -> (Double, [GaveWay]) {
            let result = try merged([slider(0, 10)], [now], [.set("slider", slider(8, 10))])
            return (result.tree.spec(ofID: "slider")!.knob!.value, result.gaveWay)
        }
        #expect(try value(slider(0, 10)) == (8, []))
        #expect(try value(slider(0, 5)) == (5, [GaveWay(region: "slider", key: "value")]))
        #expect(try value(slider(2, 10)) == (2, [GaveWay(region: "slider", key: "value")]))
    }

    @Test func `limits that contradict each other give way to the file's, both of them`() throws {
        func slider(_ least: Double, _ most: Double, value: Double) -> RegionSpec {
            var (slider, knob) = (Self.region("slider", kind: .slider), KnobSpec())
            (knob.minimumValue, knob.maximumValue, knob.value) = (least, most, value)
            slider.knob = knob
            return slider
        }
        let result = try merged([slider(0, 10, value: 0)], [slider(8, 10, value: 8)], [.set("slider", slider(0, 5, value: 0))])
        #expect(result.tree.spec(ofID: "slider") == slider(8, 10, value: 8))
        #expect(result.gaveWay == [GaveWay(region: "slider", key: "minimumValue"), GaveWay(region: "slider", key: "maximumValue")])
    }

    @Test func `what has changed while the file was read is merged as well`() throws {
        let before = screens([Self.region("a"), Self.region("b")])
        let now = screens([Self.region("a", x: 9), Self.region("b")])
        let base = RegionTree(before)
        var current = base
        for id in ["a", "b"] {
            var spec = base.spec(ofID: id)!
            spec.hidden = true
            spec.geometry.center.y += 5
            current.set(base.region(ofID: id)!, spec)
        }
        let (old, new) = (ConfiguredTree(before), ConfiguredTree(now))
        var tree = RegionTree(TreeMerge(before: old, now: new, mine: base))
        let gaveWay = tree.takeOverChanges(in: current, since: base, before: old, now: new)
        #expect(tree.screenSpecs == RegionTree(TreeMerge(before: old, now: new, mine: current)).screenSpecs)
        #expect(gaveWay == [GaveWay(region: "a", key: "frame")])
    }

    @Test func `what fingers have moved while the file was read stays moved`() throws {
        var list = Self.region("list", kind: .scrollView)
        list.scroll?.contentSize = Size(500, 500)
        let before = screens([Self.region("a"), list, Self.region("slider", kind: .slider)])
        let base = RegionTree(before)
        let changes: [(String, (inout RegionTree, RegionID) -> Void)] = [
            ("a", { $0.move($1, by: Point(3, 4)) }),
            ("list", { $0.scroll($1, to: Point(0, 30), zoomScale: 1) }),
            (
                "slider",
                {
                    var knob = $0.specs[$1.slot].knob!
                    knob.value = 0.5
                    $0.setKnob(knob, of: $1)
                }
            ),
        ]
        for (id, change) in changes {
            var current = base
            change(&current, base.region(ofID: id)!)
            let file = ConfiguredTree(before)
            var tree = RegionTree(TreeMerge(before: file, now: file, mine: base))
            #expect(tree.takeOverChanges(in: current, since: base, before: file, now: file) == [])
            #expect(current.spec(ofID: id) != base.spec(ofID: id))
            #expect(tree.screenSpecs == current.screenSpecs, "\(id)")
        }
    }

    @Test func `a detached tree is the same in memory of its own`() {
        let tree = RegionTree(screens([Self.region("a"), Self.region("b")]))
        var own = tree
        own.detach()
        func memory(_ tree: RegionTree) -> [UnsafeRawPointer?] {
            func place(_ array: [some Any]) -> UnsafeRawPointer? { array.withUnsafeBytes(\.baseAddress) }
            return [
                place(tree.specs), place(tree.toLocal), place(tree.records), place(tree.directory.links), place(tree.hitTester.nodes),
                place(tree.hitTester.index.entries),
            ]
        }
        #expect(zip(memory(tree), memory(own)).allSatisfy { $0 != $1 })
        #expect(own.screenSpecs == tree.screenSpecs)
        #expect(own.isSuccessor(of: tree) == false && own.revision == tree.revision)
    }
}
