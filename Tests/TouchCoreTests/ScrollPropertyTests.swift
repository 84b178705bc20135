import Support
import Testing

@testable import TouchCore

/// Random fingers and edits over nested scroll views with random zooming, bouncing and paging.
@Suite struct ScrollPropertyTests {
    private static func scroll(_ random: inout SeededRandom) -> ScrollSpec {
        func maybe(_ random: inout SeededRandom) -> Bool { random(2) == 0 }
        var scroll = ScrollSpec()
        scroll.contentSize = Size(Double(random(4)) * 500, Double(random(4)) * 500)
        if random(3) == 0 {
            scroll.contentInset = Insets(
                top: Double(random(50)), left: Double(random(50)) - 25, bottom: Double(random(50)), right: Double(random(50)))
        }
        scroll.isEnabled = random(10) > 0
        scroll.delaysContentTouches = maybe(&random)
        scroll.canCancelContentTouches = random(6) > 0
        scroll.bounces = maybe(&random)
        scroll.alwaysBounceHorizontal = maybe(&random)
        scroll.alwaysBounceVertical = maybe(&random)
        scroll.isPagingEnabled = random(4) == 0
        scroll.isDirectionalLockEnabled = maybe(&random)
        scroll.decelerationRate = [ScrollSpec.normal, ScrollSpec.fast, 0.9][random(3)]
        if maybe(&random) {
            scroll.minimumZoomScale = [0.25, 0.5, 1][random(3)]
            scroll.maximumZoomScale = [1, 2, 5][random(3)]
            scroll.bouncesZoom = maybe(&random)
        }
        if random(4) == 0 {
            for property in ScrollSpec.ownProperties { scroll.properties[property.name] = .number(Double(random(30)) / 2) }
        }
        return scroll
    }

    /// Scroll views three deep with a plain region in each, all within their limits.
    private func tree(_ random: inout SeededRandom) -> RegionTree {
        var regions = 0
        func region(_ depth: Int, _ random: inout SeededRandom) -> RegionSpec {
            let side = 1000.0 / Double(1 << depth)
            let place = depth == 0 ? Point(0, 0) : Point(Double(random(3)) * side / 2, Double(random(2)) * side)
            let kind: RegionKind = depth == 0 ? .window : random(4) > 0 ? .scrollView : .view
            var spec = RegionSpec(
                id: "r\(regions)", kind: kind, geometry: RegionGeometry(frame: Rect(place.x, place.y, side, side)))
            regions += 1
            spec.isMultipleTouchEnabled = true
            if kind == .scrollView {
                spec.scroll = Self.scroll(&random)
                spec.geometry.bounds.origin = ScrollExtent(spec).nearest(to: Point(0, 0), at: 1)
            }
            if depth < 3 { spec.children = (0..<(1 + random(2))).map { _ in region(depth + 1, &random) } }
            return spec
        }
        return RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [region(0, &random)])])
    }

    /// Converts a point of a region to the screen, up the tree step by step.
    private func onScreen(_ p: Point, of region: RegionID, _ tree: borrowing RegionTree) -> Point {
        var p = p
        var next: RegionID? = region
        while let region = next {
            let geometry = tree.specs[region.slot].geometry
            let parent = tree[region].parent
            let scale = parent.flatMap { tree.specs[$0.slot].scroll?.zoomScale } ?? 1
            let corner = geometry.frame.origin
            let inside = p - geometry.bounds.origin
            p = Point((corner.x + inside.x) * scale, (corner.y + inside.y) * scale)
            next = parent
        }
        return p
    }

    private func check(_ tree: borrowing RegionTree, _ random: inout SeededRandom, _ seed: UInt64) {
        for region in tree.directory.regions {
            let p = Point(Double(random(500)), Double(random(500)))
            let (is_, should) = (tree.convertToScreen(p, from: region), onScreen(p, of: region, tree))
            let reach = max(abs(should.x), abs(should.y), 1)
            #expect(abs(is_.x - should.x) < 1e-7 * reach && abs(is_.y - should.y) < 1e-7 * reach, "seed \(seed): \(region)")
        }
        let again = RegionTree(tree.screenSpecs)
        for _ in 0..<5 {
            let p = Point(Double(random(1000)) + 0.3, Double(random(1000)) + 0.3)
            #expect(tree.hitTest(p, screen: 0).map { tree[$0].id } == again.hitTest(p, screen: 0).map { again[$0].id }, "seed \(seed): hit at \(p)")
        }
    }

    private func isAtRest(_ spec: RegionSpec) -> Bool {
        let (extent, offset, scale) = (ScrollExtent(spec), spec.geometry.bounds.origin, spec.scroll!.zoomScale)
        return extent.scales.contains(scale) && extent.nearest(to: offset, at: scale) == offset
    }

    /// The frames of random fingers as text, checked on the way.
    private func run(seed: UInt64) -> [String] {
        var random = SeededRandom(seed: seed)
        let pipeline = TouchPipeline(tree: tree(&random))
        let kind = PanelKind.slots(5)
        let panel = pipeline.addPanel(
            "p", screen: 0, kind: kind,
            mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)))
        var lines: [String] = []
        var scrolling: Set<RegionID> = []
        func record(_ frame: RoutedFrame) {
            for action in frame.actions {
                guard case .scroll(let action) = action.content else { continue }
                if action.state == .began {
                    #expect(scrolling.insert(action.region).inserted, "seed \(seed): began twice")
                } else {
                    #expect(scrolling.contains(action.region), "seed \(seed): \(action.state) without its began")
                }
                if action.state == .ended || action.state == .cancelled { scrolling.remove(action.region) }
                lines.append("\(frame.time) \(action.region) \(action.offset) \(action.zoomScale) \(action.state)")
            }
        }
        func edit(_ pipeline: TouchPipeline, _ time: Int64) {
            let scrollViews = pipeline.tree.specs.filter { $0.scroll != nil }
            guard !scrollViews.isEmpty else { return }
            var spec = scrollViews[random(scrollViews.count)]
            let new = Self.scroll(&random)
            switch random(5) {
            case 0: spec.scroll!.contentSize = new.contentSize
            case 1: spec.scroll!.contentInset = new.contentInset
            case 2: (spec.scroll!.minimumZoomScale, spec.scroll!.maximumZoomScale) = (new.minimumZoomScale, new.maximumZoomScale)
            case 3: spec.scroll!.isEnabled = new.isEnabled
            default:
                spec.geometry.bounds.origin = ScrollExtent(spec).nearest(
                    to: Point(Double(random(500)), Double(random(500))), at: spec.scroll!.zoomScale)
            }
            var edits = [TreeEdit.set(spec.id, spec)]
            // Some edits build another tree.
            if random(2) == 0 { edits.append(.bringToFront("r\(random(pipeline.tree.regionCount))")) }
            for frame in try! pipeline.edit(edits, time: time).cancels { record(frame) }
        }
        var fingers = RandomFingers(5, oneIn: 2, liftsOneIn: 8)
        var time: Int64 = 1_000_000
        for step in 0..<120 {
            time += [2000, 8000, 16_000, 16_000, 200_000, 700_000][random(6)]
            for frame in pipeline.advance(panel, to: time) { record(frame) }
            if random(12) == 0 { edit(pipeline, time) }
            for frame in pipeline.handle(fingers.next(&random), panel: panel, at: time) { record(frame) }
            if step % 10 == 0 { check(pipeline.tree, &random, seed) }
            for region in pipeline.tree.directory.regions {
                let spec = pipeline.tree.specs[region.slot]
                if spec.scroll == nil || scrolling.contains(region) { continue }
                #expect(isAtRest(spec), "seed \(seed): \(spec.id) rests at \(spec.geometry.bounds) of \(spec.scroll!)")
            }
        }
        for frame in pipeline.handle(fingers.lifts, panel: panel, at: time + 1000) { record(frame) }
        for frame in pipeline.advance(panel, to: time + 20_000_000) { record(frame) }
        #expect(scrolling.isEmpty, "seed \(seed): something has no end")
        #expect(pipeline.deadline(ofPanel: panel) == nil, "seed \(seed): something is waited for")
        for spec in pipeline.tree.specs where spec.scroll != nil {
            #expect(isAtRest(spec), "seed \(seed): \(spec.id) rests at \(spec.geometry.bounds) of \(spec.scroll!)")
        }
        check(pipeline.tree, &random, seed)
        return lines
    }

    /// A seed with which rounding once moved a cancelled scroll view off its limit.
    @Test func `a cancel does not move content along an axis that does not scroll`() { _ = run(seed: 8_511_122_596_351_254_144) }

    @Test func `whatever fingers do, scroll views come to rest within their limits`() {
        var random = SeededRandom()
        var scrolled = 0
        for _ in 0..<rounds(80) {
            let seed = givenSeed ?? random.next()
            let lines = run(seed: seed)
            scrolled += lines.count
            #expect(lines == run(seed: seed), "seed \(seed): not the same twice")
        }
        #expect(scrolled > 1000 || givenSeed != nil)
    }

    @Test func `what is under the middle of two fingers stays there`() {
        var random = SeededRandom()
        var compared = 0
        for _ in 0..<rounds(200) {
            let seed = random.next()
            var random = SeededRandom(seed: seed)
            var spec = RegionSpec(id: "S", kind: .scrollView, geometry: RegionGeometry(frame: Rect(100, 50, 800, 600)))
            spec.scroll!.contentSize = Size(3000, 2000)
            spec.scroll!.minimumZoomScale = 0.5
            spec.scroll!.maximumZoomScale = 4
            spec.scroll!.bounces = random(2) == 0
            spec.scroll!.bouncesZoom = random(2) == 0
            spec.geometry.bounds.origin = Point(1000, 700)
            let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 1000, 1000)), children: [spec])
            let pipeline = TouchPipeline(tree: RegionTree([ScreenSpec(id: "s", size: Size(1000, 1000), windows: [window])]))
            let kind = PanelKind.slots(2)
            let panel = pipeline.addPanel(
                "p", screen: 0, kind: kind,
                mapping: PanelMapping(panel: PanelDescription(name: "p"), kind: kind, screen: Size(1000, 1000)))
            func place(_ random: inout SeededRandom) -> Point { Point(Double(150 + random(700)), Double(100 + random(500))) }
            var fingers = [place(&random), place(&random)]
            func middle() -> Point { Point((fingers[0].x + fingers[1].x) / 2, (fingers[0].y + fingers[1].y) / 2) }
            /// The middle between the fingers, in the content's own points.
            func under(_ tree: borrowing RegionTree) -> Point {
                let p = tree.convert(middle(), to: 1)
                return Point(p.x / tree.zoomScale(of: 1), p.y / tree.zoomScale(of: 1))
            }
            let first = under(pipeline.tree)
            var time: Int64 = 1000
            pipeline.handle((0...1).map { ContactChange(slot: $0, phase: .began, location: fingers[$0]) }, panel: panel, at: time)
            // At once far enough apart for a pinch, so that nothing scrolls before it.
            var isPinching = false
            for _ in 0..<40 {
                time += 10_000
                if !isPinching {
                    let way = fingers[1] - fingers[0]
                    fingers[1] = fingers[1] + Point(way.x + (way.x < 0 ? -20 : 20), way.y)
                } else {
                    for slot in 0...1 where random(4) > 0 { fingers[slot] = place(&random) }
                }
                isPinching = true
                pipeline.handle((0...1).map { ContactChange(slot: $0, phase: .moved, location: fingers[$0]) }, panel: panel, at: time)
                let (now, extent) = (pipeline.tree.specs[1], ScrollExtent(pipeline.tree.specs[1]))
                let (offset, scale) = (now.geometry.bounds.origin, now.scroll!.zoomScale)
                let inside = extent.nearest(to: offset, at: scale) == offset && extent.scales.contains(scale)
                let (x, y) = (extent.x(at: scale), extent.y(at: scale))
                if !inside || x.upperBound == offset.x || x.lowerBound == offset.x || y.upperBound == offset.y
                    || y.lowerBound == offset.y || scale == 0.5 || scale == 4
                {
                    continue
                }
                compared += 1
                let p = under(pipeline.tree)
                #expect(p.squaredDistance(to: first) < 1e-6, "seed \(seed): \(first) was under the fingers, now \(p)")
            }
        }
        #expect(compared > 1000)
    }
}
