import Support
import Testing

@testable import TouchCore

/// The order of the focus, as a table of cases and against a model that orders nested regions (contract 10).
@Suite struct FocusRingTests {
    /// A region that is described in one line.
    private static func region(
        _ id: String, _ kind: RegionKind = .view, _ accessibility: AccessibilitySpec? = nil, _ children: [RegionSpec] = [],
        _ change: (inout RegionSpec) -> Void = { _ in }
    ) -> RegionSpec {
        var region = RegionSpec(id: id, kind: kind, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)), children: children)
        region.accessibility = accessibility
        change(&region)
        return region
    }

    private static func described(_ change: (inout AccessibilitySpec) -> Void) -> AccessibilitySpec {
        var spec = AccessibilitySpec()
        change(&spec)
        return spec
    }

    private static func tree(_ windows: [RegionSpec]) -> RegionTree { RegionTree([ScreenSpec(id: "s", size: Size(100, 100), windows: windows)]) }

    private static func ring(_ windows: [RegionSpec], opening open: Set<String> = []) -> [String] {
        let tree = tree(windows)
        return AccessibleTree(tree).focusRing(ofScreen: 0) { open.contains(tree[$0].id) }.map { tree[$0].id }
    }

    private static func window(_ children: RegionSpec...) -> [RegionSpec] { [region("w", .window, nil, children)] }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let windows: [RegionSpec]
        let expected: [String]
    }

    static let cases: [Case] = [
        Case(
            testDescription: "the order of the file, containers before what is in them",
            windows: window(
                region("a", .button), region("group", .view, AccessibilitySpec(label: "Group"), [region("b", .button), region("c", .slider)]),
                region("d", .switch)), expected: ["a", "group", "b", "c", "d"]),
        Case(
            testDescription: "the order of the file, whatever the levels of the windows",
            windows: [
                region("alarm", .window, nil, [region("a", .button)]) { $0.level = 2000 },
                region("base", .window, nil, [region("b", .button)]),
                region("menu", .window, nil, [region("c", .button)]) { $0.level = 1000 },
                region("top", .window, nil, [region("d", .button)]),
            ], expected: ["a", "b", "c", "d"]),
        Case(
            testDescription: "an enabled control and what has a label are elements; a label without a text is none",
            windows: window(
                region("v"), region("text", .label, AccessibilitySpec(label: "Welcome")), region("mute", .label), region("b", .control),
                region("off", .button) { $0.isEnabled = false }), expected: ["text", "b"]),
        Case(
            testDescription: "a disabled control is no place, whatever `element` says; `element: false` takes one out",
            windows: window(
                region(
                    "off", .button,
                    described {
                        $0.isElement = true; $0.label = "Off"
                    }
                ) { $0.isEnabled = false },
                region("out", .button, described { $0.isElement = false }), region("in", .view, described { $0.isElement = true })),
            expected: ["in"]),
        Case(
            testDescription: "a control that takes no touches is no place, a text is",
            windows: window(
                region("still", .view, nil, [region("b", .button), region("t", .label, AccessibilitySpec(label: "T"))]) {
                    $0.isUserInteractionEnabled = false
                }), expected: ["t"]),
        Case(
            testDescription: "hidden regions, transparent ones and what `hidden` of the accessibility names are out, with everything in them",
            windows: window(
                region("a", .view, nil, [region("a1", .button)]) { $0.hidden = true },
                region("b", .view, nil, [region("b1", .button)]) { $0.alpha = 0.01 },
                region("c", .view, described { $0.isHidden = true }, [region("c1", .button)]), region("d", .button)), expected: ["d"]),
        Case(
            testDescription: "named elements come first, at any depth; the others follow in the order of the file",
            windows: window(
                region(
                    "menu", .view, described { $0.elements = ["c", "a", "gone", "c", "w"] },
                    [region("a", .button), region("row", .view, nil, [region("b", .button), region("c", .button)]), region("d", .button)])),
            expected: ["c", "a", "b", "d"]),
        Case(
            testDescription: "of two lists that name a region, the outer one has it",
            windows: window(
                region(
                    "menu", .view, described { $0.elements = ["z", "y"] },
                    [region("c", .view, described { $0.elements = ["y", "x"] }, [region("x", .button), region("y", .button), region("z", .button)])])),
            expected: ["z", "y", "x"]),
        Case(
            testDescription: "a named region brings everything in it that no list takes elsewhere",
            windows: window(
                region(
                    "menu", .view, described { $0.elements = ["row", "b"] },
                    [region("a", .button), region("row", .view, nil, [region("b", .button), region("c", .button)])])), expected: ["c", "b", "a"]),
        Case(
            testDescription: "only what is in the frontmost modal region counts",
            windows: [
                region("w", .window, nil, [region("a", .button)]),
                region("dialog", .window, described { $0.isModal = true }, [region("yes", .button), region("no", .button)]),
            ], expected: ["yes", "no"]),
        Case(
            testDescription: "a modal region inside another one confines the focus further",
            windows: window(
                region("a", .button),
                region(
                    "outer", .view, described { $0.isModal = true },
                    [region("b", .button), region("inner", .view, described { $0.isModal = true }, [region("c", .button)])])), expected: ["c"]),
        Case(
            testDescription: "a modal region that is hidden, or has no place, confines nothing",
            windows: window(
                region("a", .button), region("gone", .view, described { $0.isModal = true }, [region("b", .button)]) { $0.hidden = true },
                region("empty", .view, described { $0.isModal = true })), expected: ["a"]),
        Case(
            testDescription: "a surface is one place",
            windows: window(region("app", .surface), region("a", .button)), expected: ["app", "a"]),
        Case(
            testDescription: "a sensitive region is one place for others, even if nothing in it is an element",
            windows: window(
                region("a", .button), region("pad", .view, nil, [region("one", .button), region("two", .button)]) { $0.isSensitive = true },
                region("b", .button)), expected: ["a", "pad", "b"]),
        Case(
            testDescription: "what is modal or named in a sensitive region stays its owner's",
            windows: window(
                region(
                    "menu", .view, described { $0.elements = ["one", "b"] },
                    [
                        region(
                            "pad", .view, nil,
                            [region("one", .button), region("box", .view, described { $0.isModal = true }, [region("two", .button)])]
                        ) { $0.isSensitive = true }, region("a", .button), region("b", .button),
                    ])), expected: ["b", "pad", "a"]),
    ]

    @Test(arguments: cases) func `the order of a tree`(one: Case) { #expect(Self.ring(one.windows) == one.expected) }

    @Test func `the owner of a sensitive region has its elements in place of the region`() {
        let windows = Self.window(
            Self.region("a", .button),
            Self.region("pad", .view, nil, [Self.region("one", .button), Self.region("two", .button)]) { $0.isSensitive = true },
            Self.region("b", .button))
        #expect(Self.ring(windows, opening: ["pad"]) == ["a", "one", "two", "b"])
    }

    @Test func `language and privacy come from the regions around an element`() {
        let tree = Self.tree([
            Self.region(
                "w", .window,
                Self.described {
                    $0.language = "de"; $0.isPrivate = true
                },
                [Self.region("a", .slider, AccessibilitySpec(label: "Lautstärke")), Self.region("b", .button, Self.described { $0.language = "en" })])
        ])
        let (a, b) = (AccessibleTree(tree).element(tree.region(ofID: "a")!), AccessibleTree(tree).element(tree.region(ofID: "b")!))
        #expect(a.language == "de" && a.isPrivate && a.role == .adjustable && a.value == .number(0) && a.frame == Rect(0, 0, 100, 100))
        #expect(b.language == "en" && b.isPrivate && b.role == .button && b.label == nil)
    }

    @Test func `an activation touches the middle, or the first of 25 points that hits the element`() {
        var covered = Self.region("cover")
        covered.geometry = RegionGeometry(frame: Rect(40, 0, 60, 100))
        let tree = Self.tree(Self.window(Self.region("a", .button), covered))
        #expect(AccessibleTree(tree).activationPoint(of: tree.region(ofID: "a")!) == Point(10, 10))
        #expect(AccessibleTree(tree).activationPoint(of: tree.region(ofID: "cover")!) == Point(70, 50))
        let hidden = Self.tree(Self.window(Self.region("a", .button), Self.region("cover")))
        #expect(AccessibleTree(hidden).activationPoint(of: hidden.region(ofID: "a")!) == nil)
        let stated = Self.tree(Self.window(Self.region("a", .button, Self.described { $0.activationPoint = Point(90, 5) }), covered))
        #expect(AccessibleTree(stated).activationPoint(of: stated.region(ofID: "a")!) == nil)
    }

    // MARK: Random trees

    @Test func `random trees have the order of the model`() {
        for _ in 0..<rounds(300) {
            let seed = givenSeed ?? newSeed()
            var random = SeededRandom(seed: seed)
            var count = 0
            let windows = (0...random(2)).map { _ in Self.randomRegion(isWindow: true, depth: 0, &count, &random) }
            let open = Set((0..<count).filter { _ in random(2) == 0 }.map { "r\($0)" })
            let (found, expected) = (Self.ring(windows, opening: open), RingModel(open: open).ring(windows))
            #expect(found == expected, "TOUCHD_SEED=\(seed)")
            if found != expected { return }
        }
    }

    private static func randomRegion(isWindow: Bool, depth: Int, _ count: inout Int, _ random: inout SeededRandom) -> RegionSpec {
        let id = "r\(count)"
        count += 1
        let kinds: [RegionKind] = [.view, .view, .view, .button, .slider, .label, .scrollView, .surface]
        var spec = AccessibilitySpec(label: random(3) == 0 ? "L" : nil)
        if random(6) == 0 { spec.isElement = random(2) == 0 }
        spec.isHidden = random(15) == 0
        spec.isModal = random(20) == 0
        if random(4) == 0 { spec.elements = (0..<random(4)).map { _ in "r\(count + random(8) - 1)" } }
        let children = depth > 4 ? [] : (0..<random(4)).map { _ in randomRegion(isWindow: false, depth: depth + 1, &count, &random) }
        var region = region(id, isWindow ? .window : kinds[random(kinds.count)], spec, children)
        region.hidden = random(15) == 0
        region.isEnabled = random(6) != 0
        region.isUserInteractionEnabled = random(12) != 0
        region.isSensitive = random(12) == 0
        return region
    }
}

/// The order of the focus, from nested regions: each region has one owner, the region around it or the outermost one that names it.
private struct RingModel {
    let open: Set<String>
    /// The owners, by id.
    private var owners: [String: String] = [:]
    private var specs: [String: RegionSpec] = [:]
    private var reached: [String: Bool] = [:]
    private var barred: Set<String> = []
    private var closed: Set<String> = []

    init(open: Set<String>) { self.open = open }

    func ring(_ windows: [RegionSpec]) -> [String] {
        if let modal = modals(windows).first {
            var model = self
            model.enter(modal.spec, within: [], isIn: true, isReached: modal.isReached, isSensitive: modal.isSensitive)
            let places = model.places(of: modal.spec.id)
            if !places.isEmpty { return places }
        }
        return windows.flatMap { window in
            var model = self
            model.enter(window, within: [], isIn: true, isReached: true, isSensitive: false)
            return model.places(of: window.id)
        }
    }

    /// The modal regions, the deciding one first.
    private func modals(
        _ siblings: [RegionSpec], isReached: Bool = true, isSensitive: Bool = false
    ) -> [(spec: RegionSpec, isReached: Bool, isSensitive: Bool)] {
        siblings.reversed().flatMap { region -> [(spec: RegionSpec, isReached: Bool, isSensitive: Bool)] in
            if region.hidden || region.accessibility?.isHidden == true { return [] }
            let isClosed = region.isSensitive && !isSensitive && !open.contains(region.id)
            let inner =
                isClosed
                ? []
                : modals(
                    region.children, isReached: isReached && region.isUserInteractionEnabled,
                    isSensitive: isSensitive || region.isSensitive)
            return inner + (region.accessibility?.isModal == true ? [(region, isReached, isSensitive)] : [])
        }
    }

    private mutating func enter(_ region: RegionSpec, within: [RegionSpec], isIn: Bool, isReached: Bool, isSensitive: Bool) {
        specs[region.id] = region
        let isHeard = isIn && !region.hidden && region.accessibility?.isHidden != true
        if !isHeard { barred.insert(region.id) }
        let isRoot = region.isSensitive && !isSensitive
        if isRoot && !open.contains(region.id) { closed.insert(region.id) }
        reached[region.id] = isReached && region.isUserInteractionEnabled
        owners[region.id] = within.first { $0.accessibility?.elements.contains(region.id) == true }?.id ?? within.last?.id
        for child in region.children {
            enter(
                child, within: within + [region], isIn: isHeard && !closed.contains(region.id), isReached: reached[region.id]!,
                isSensitive: isSensitive || region.isSensitive)
        }
    }

    private func places(of id: String) -> [String] {
        let region = specs[id]!
        if barred.contains(id) { return [] }
        let spec = region.accessibility
        if closed.contains(id) { return spec?.isElement == false ? [] : [id] }
        let isControl = [.button, .slider].contains(region.kind)
        let isPlace =
            isControl && !(region.isEnabled && reached[id]!)
            ? false : spec?.isElement ?? (isControl || region.kind == .surface || spec?.label != nil)
        var listed: [String] = []
        for name in spec?.elements ?? [] where owners[name] == id && !listed.contains(name) && specs[name] != nil { listed.append(name) }
        let others = region.children.map(\.id).filter { owners[$0] == id && !listed.contains($0) }
        return (isPlace ? [id] : []) + (listed + others).flatMap { places(of: $0) }
    }
}
