extension TouchPipeline {
    /// Counts what began and ended in a frame, as the tree is now.
    public func count(_ frame: RoutedFrame, into statistics: inout TouchStatistics) { statistics.count(frame, context.tree.directory) }

    /// Takes note of what an edit or a reload has just removed, after the frames that it led to were counted.
    public func countRemoval(_ change: TreeChange, into statistics: inout TouchStatistics) {
        statistics.forget(change.removed, context.tree.directory)
    }

    /// The counts of all regions that have some (`TouchStatistics.regions`).
    public func counts(in statistics: TouchStatistics) -> [(id: String, counts: RegionCounts)] { statistics.regions(context.tree.directory) }

    /// Adds what an earlier run has counted.
    public func restore(_ regions: [(id: String, counts: RegionCounts)], missed: Int, forgotten: Int, into statistics: inout TouchStatistics) {
        statistics.restore(regions, missed: missed, forgotten: forgotten, context.tree.directory)
    }
}
