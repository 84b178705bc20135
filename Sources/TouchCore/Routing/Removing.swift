/// The regions of a client that is gone leave the tree together.
extension TouchPipeline {
    /// What became of the removal of regions.
    public struct Removal {
        /// What the removal has made of the receivers; nil: no region was removed.
        public internal(set) var change: TreeChange?
        /// The ids that no region has: what was to be removed there was not.
        public internal(set) var missing: [String] = []
    }

    /// Removes regions with all that is in them, as one edit. A touch that they have is cancelled for this reason. An id
    /// that no region has keeps the others from nothing.
    ///
    /// - Parameter time: of a panel, when the cancels are. They speak of the tree as it was.
    public mutating func remove(
        _ ids: [String], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) -> Removal {
        var removal = Removal()
        var regions: [RegionID] = []
        for id in ids {
            if let region = tree.region(ofID: id) { regions.append(region) } else { removal.missing.append(id) }
        }
        let outermost = regions.filter { region in !regions.contains { tree.directory.isInside(region, $0) } }
        if outermost.isEmpty { return removal }
        let inside = outermost.flatMap { tree.directory.subtree(of: $0) }.map { tree[$0].id }
        let since = Dictionary(inside.map { ($0, TouchID.first) }, uniquingKeysWith: { a, _ in a })
        abandon(since, reason: reason, time: time, into: &output)
        let names = tree.directory.inOrder(Set(outermost)).map { tree[$0].id }
        removal.change = try? editStructure(names.count, time, into: &output) { editor, number, tree throws(TreeEditError) in
            try editor.apply(.remove(names[number]), to: &tree)
        }
        return removal
    }
}
