import Support
import Testing

@testable import TouchCore
@testable import Wire

/// The texts of regions that are cached between lines.
@Suite struct RegionTextsTests {
    private static func region(_ id: String, _ children: [RegionSpec] = []) -> RegionSpec {
        var spec = RegionSpec(id: id, geometry: RegionGeometry(frame: Rect(0, 0, 9, 9)))
        spec.children = children
        return spec
    }

    private static var tree: RegionTree {
        var window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))
        window.children = (0..<4).map { box in region("b\(box)", (0..<9).map { region("r\(box)\($0)") }) }
        return RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])])
    }

    @Test func `what is kept is what would be written anew, however often regions change`() throws {
        var random = SeededRandom()
        let pipeline = TouchPipeline(tree: Self.tree)
        var output = FrameBuffer()
        let texts = RegionTexts()
        for round in 0..<rounds(300) {
            let region = "r\(random(4))\(random(9))"
            let edit: TreeEdit
            switch random(4) {
            case 0: edit = .move(region, to: "b\(random(4))", index: nil)
            case 1 where pipeline.tree.index(ofID: "new") == nil: edit = .add(Self.region("new"), to: region, index: nil)
            case 1: edit = .remove("new")
            default:
                var spec = pipeline.tree.spec(ofID: region)!
                spec.geometry = RegionGeometry(frame: Rect(Double(random(90)), 1, 9, 9))
                spec.hidden = random(2) == 0
                edit = .set(region, spec)
            }
            // Some changes come together.
            let isSeen = random(3) > 0
            if let change = try pipeline.edit([edit], time: { _ in 0 }, into: &output) { texts.update(change) }
            if !isSeen { continue }
            let (tree, all) = (pipeline.tree, pipeline.tree.directory.receivers)
            let kept = ServerMessages.changed(generation: round, tree: tree, texts: texts, regions: all)
            #expect(kept == ServerMessages.changed(generation: round, tree: tree, texts: RegionTexts(), regions: all))
            texts.checkInvariants(tree)
        }
    }

    @Test func `a scroll view has its offset and scale of the moment, and nobody else has any`() {
        var list = Self.region("list", [Self.region("row")])
        (list.kind, list.scroll) = (.scrollView, ScrollSpec())
        list.scroll!.contentSize = Size(50, 50)
        let window = RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: [list])
        var tree = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])])
        let texts = RegionTexts()
        func keys() -> [[JSONValue?]] {
            let line = ServerMessages.changed(generation: 1, tree: tree, texts: texts, regions: tree.directory.receivers)
            return try! JSONReader.parse(Array(line.dropLast()))["regions"]!.array!.map { [$0["offset"], $0["zoomScale"]] }
        }
        #expect(keys() == [[nil, nil], [[0, 0], 1], [nil, nil]])
        let scrolled = tree.region(ofID: "list")!
        tree.scroll(scrolled, to: Point(3, 20.5), zoomScale: 1)
        #expect(keys()[1] == [[3, 20.5], 1])
        tree.scroll(scrolled, to: Point(3, 20.5), zoomScale: 2)
        #expect(keys()[1] == [[3, 20.5], 2])
    }

    @Test func `a region in which touches are refused says so, and so do those in it`() {
        var box = Self.region("box", [Self.region("in")])
        box.isUserInteractionEnabled = false
        let window = RegionSpec(
            id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: [box, Self.region("beside")])
        let tree = RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: [window])])
        let line = ServerMessages.changed(generation: 1, tree: tree, texts: RegionTexts(), regions: tree.directory.receivers)
        let regions = try! JSONReader.parse(Array(line.dropLast()))["regions"]!.array!
        let refusing = regions.filter { $0["refuses"]?.bool == true }
        #expect(Set(refusing.compactMap { $0["id"]?.string }) == ["box", "in"])
        #expect(regions.allSatisfy { $0["refuses"]?.bool != false })
    }

    @Test func `some regions in the order of lists are all of them without the others`() {
        var random = SeededRandom()
        // The tree must be retained: in debug builds, a tree read through an unretained pipeline is destroyed with it.
        let tree = Self.tree
        let directory = tree.directory
        for _ in 0..<rounds(300) {
            let most = random(directory.receivers.count)
            let some = (0..<most).map { _ in directory.receivers[random(directory.receivers.count)] }
            #expect(directory.inOrder(some) == directory.receivers.filter(some.contains))
        }
    }
}
