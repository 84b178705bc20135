/// The place of a region: its parent or screen, and the sibling that it is directly behind (`behind`; nil for the frontmost place).
struct RegionPosition: Equatable {
    var parent: RegionID?
    var screen: Int
    var behind: RegionID?

    init(parent: RegionID?, screen: Int, behind: RegionID?) { (self.parent, self.screen, self.behind) = (parent, screen, behind) }

    /// The current place of a region in a tree.
    init(of id: RegionID, in directory: RegionDirectory) {
        let inFront = directory.links[id.slot].inFront
        self.init(
            parent: directory[id].parent, screen: directory[id].screen, behind: inFront >= 0 ? directory.id(at: inFront) : nil)
    }

    /// The place behind all others in a region.
    init(atTheBackOf parent: RegionID, screen: Int, in directory: RegionDirectory) {
        let backmost = directory.links[parent.slot].backmost
        self.init(parent: parent, screen: screen, behind: backmost >= 0 ? directory.id(at: backmost) : nil)
    }

    /// The largest number of levels. It is limited because paths, and the cost of handling them, grow with the depth.
    static let mostLevels = 256

    /// Finds the place that an edit names, in a region or on a screen.
    ///
    /// - Parameters:
    ///   - index: the place, counted from the back; nil, or a number that is too large, stands for the front.
    ///   - height: the number of levels of the region with everything in it.
    init(for region: RegionSpec, height: Int, inside name: String, _ index: Int?, in tree: borrowing RegionTree) throws(TreeEditError) {
        // If a region has the same id as a screen, the region is meant.
        if let around = tree.region(ofID: name) {
            if tree[around].depth + 1 + height > Self.mostLevels {
                throw TreeEditError(.notAllowed, "\"\(region.id)\" in \"\(name)\" would be more than \(Self.mostLevels) levels deep")
            }
            self.init(inside: around, screen: tree[around].screen, index, level: 0, in: tree)
            return
        }
        guard let screen = tree.screens.firstIndex(where: { $0.id == name }) else { throw .noRegion(name) }
        self.init(inside: nil, screen: screen, index, level: region.level, in: tree)
    }

    /// - Parameters:
    ///   - index: the place, counted from the back; nil, or a number that is too large, stands for the front.
    ///   - level: the window's level; windows with higher levels are in front, whatever the index.
    init(inside parent: RegionID?, screen: Int, _ index: Int?, level: Double, in tree: borrowing RegionTree) {
        let directory = tree.directory
        self.init(parent: parent, screen: screen, behind: nil)
        guard let parent else {
            let windows = Array(directory.windows(ofScreen: screen))  // front to back
            let index = min(max(index ?? windows.count, 0), windows.count)
            let inFront = windows.enumerated().filter { place, window in
                let other = tree.specs[window.slot].level
                return other > level || other == level && windows.count - 1 - place >= index
            }
            behind = inFront.last?.element
            return
        }
        guard let index, index < directory.links[parent.slot].childCount else { return }
        // `index` siblings are behind the place.
        var next = directory.links[parent.slot].backmost
        for _ in 0..<max(index, 0) { next = directory.links[Int(next)].inFront }
        behind = next >= 0 ? directory.id(at: next) : nil
    }
}
