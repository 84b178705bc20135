/// The regions of a configuration as the file states them, without any change by fingers and clients. Arrays are in pre-order, with
/// siblings back to front.
public struct ConfiguredTree: Sendable {
    public let screens: [ScreenSpec]
    /// The properties of the regions, without children.
    let specs: [RegionSpec]
    /// The number of each region's parent. A number below 0 stands for a screen (`screen(_:)`).
    let parents: [Int]
    /// The end of each region's subtree in the arrays.
    private let ends: [Int]
    private let numbers: [String: Int]
    private let windows: [[Int]]

    /// Creates the tree of a configuration. O(regions), without recursion.
    public init(_ screens: [ScreenSpec]) {
        var specs: [RegionSpec] = []
        var parents: [Int] = []
        var ends: [Int] = []
        var windows = screens.map { _ in [Int]() }
        // There may be 20 000 regions, and an array that grows by itself takes up to twice the memory.
        let count = NestedRegions.count(screens)
        specs.reserveCapacity(count)
        parents.reserveCapacity(count)
        ends.reserveCapacity(count)
        for (number, screen) in screens.enumerated() {
            var siblings: [(regions: [RegionSpec], next: Int, parent: Int)] = [(screen.windows, 0, Self.screen(number))]
            while let (regions, next, parent) = siblings.last {
                if next == regions.count {
                    siblings.removeLast()
                    if parent >= 0 { ends[parent] = specs.count }
                    continue
                }
                siblings[siblings.count - 1].next += 1
                if parent < 0 { windows[number].append(specs.count) }
                siblings.append((regions[next].children, 0, specs.count))
                specs.append(regions[next])
                specs[specs.count - 1].children = []
                parents.append(parent)
                ends.append(specs.count)
            }
        }
        self.screens = screens.map { screen in
            var screen = screen
            screen.windows = []
            return screen
        }
        self.specs = specs
        self.parents = parents
        self.ends = ends
        self.windows = windows
        var numbers: [String: Int] = [:]
        numbers.reserveCapacity(count)
        for (number, spec) in specs.enumerated() where numbers[spec.id] == nil { numbers[spec.id] = number }
        self.numbers = numbers
    }

    /// Converts the number of a screen to the parent number of its windows, and back.
    static func screen(_ number: Int) -> Int { -1 - number }

    var count: Int { specs.count }

    func number(ofID id: String) -> Int? { numbers[id] }

    public func contains(_ id: String) -> Bool { numbers[id] != nil }

    /// Whether a region of a tree, and each region around it, has the parent and the place that the configuration gives it.
    public func hasSamePlace(_ region: RegionID, in tree: RegionTree) -> Bool {
        let chain = tree.chain(to: region)
        return chain.indices.allSatisfy { at in
            guard let number = numbers[tree[chain[at]].id], specs[number].place == tree.specs[chain[at].slot].place else { return false }
            return at > 0 ? parents[number] == numbers[tree[chain[at - 1]].id] : parents[number] == Self.screen(tree[chain[at]].screen)
        }
    }

    /// Returns the id of the outermost sensitive region around a region, or the region's own; nil if there is none.
    public func sensitiveRoot(ofID id: String) -> String? {
        var root: String?
        var next = numbers[id] ?? -1
        while next >= 0 {
            if specs[next].isSensitive { root = specs[next].id }
            next = parents[next]
        }
        return root
    }

    /// Returns the properties in a region's entry; nil if there is no entry.
    public func spec(ofID id: String) -> RegionSpec? { numbers[id].map { specs[$0] } }

    /// Returns the children of a region, or the windows of a screen by level.
    func children(of parent: Int) -> [Int] {
        if parent < 0 {
            let windows = windows[Self.screen(parent)]
            return windows.enumerated().sorted { (specs[$0.element].level, $0.offset) < (specs[$1.element].level, $1.offset) }.map(\.element)
        }
        var children: [Int] = []
        var next = parent + 1
        while next < ends[parent] {
            children.append(next)
            next = ends[next]
        }
        return children
    }

    /// Returns the name of a region's parent, with its kind.
    func parentName(of number: Int) -> ParentName { name(ofParent: parents[number]) }

    func name(ofParent parent: Int) -> ParentName {
        parent < 0 ? .screen(screens[Self.screen(parent)].id) : .region(specs[parent].id)
    }
}

/// The name of a region's parent. A region may have the same id as a screen.
enum ParentName: Hashable {
    case screen(String)
    case region(String)

    var id: String {
        switch self {
        case .screen(let id), .region(let id): id
        }
    }
}
