/// The regions of a client that is gone leave the tree together.
extension TouchPipeline {
    /// What became of the removal of regions.
    public struct Removal {
        /// The cancels, in order; they speak of the tree as it was.
        public internal(set) var frames: [RoutedFrame] = []
        /// Whether the tree is another one now.
        public internal(set) var isRenumbered = false
        /// The ids that no region has: what was to be removed there was not.
        public internal(set) var missing: [String] = []
    }

    /// Removes regions with all that is in them, as one edit. A touch that they have is cancelled for this reason. An id
    /// that no region has keeps the others from nothing. O(regions of the tree), however many are removed.
    ///
    /// - Parameter time: of a panel, when the cancels are.
    public mutating func remove(_ ids: [String], reason: CancelReason, time: (_ panel: Int) -> Int64) -> Removal {
        var removal = Removal()
        var indices: [RegionIndex] = []
        for id in ids {
            if let index = tree.region(ofID: id) { indices.append(index) } else { removal.missing.append(id) }
        }
        let outermost = tree.outermost(indices)
        if outermost.isEmpty { return removal }
        let inside = outermost.flatMap { tree.nodes.indices[Int($0)..<Int(tree.nodes[Int($0)].end)] }.map { tree.records[$0].id }
        removal.frames = abandon(Dictionary(uniqueKeysWithValues: inside.map { ($0, TouchID.first) }), reason: reason, time: time)
        removal.frames += replaceTree(
            RegionTree(tree.screenSpecs(without: outermost), gestureDefaults: tree.gestureDefaults), time: time)
        removal.isRenumbered = true
        return removal
    }
}

extension RegionTree {
    /// Those of these regions that are in none of the others, in ascending order, each once.
    func outermost(_ regions: [RegionIndex]) -> [RegionIndex] {
        var end: RegionIndex = 0
        return regions.sorted().filter { region in
            // What is in a region stands between it and its end.
            if region < end { return false }
            end = nodes[Int(region)].end
            return true
        }
    }
}
