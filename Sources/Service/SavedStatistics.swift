import Files
import Glibc
import JSON
import TouchCore
import Wire

/// The file of counts that outlive the service: `{"version":1,…}` with the members of the answer to `stats`.
enum SavedStatistics {
    static func write(_ statistics: StatisticsEntry) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("version")
        writer.integer(1)
        statistics.write(into: &writer)
        writer.endObject()
        return writer.bytes + [10]
    }

    /// Reads the contents of such a file. Returns nil if they are invalid.
    static func read(_ bytes: [UInt8]) -> StatisticsEntry? {
        guard let root = try? JSONReader.parse(bytes), root["version"]?.number == 1, let regions = root["regions"]?.array,
            let panels = root["panels"]?.array
        else { return nil }
        let (kept, keptPanels) = (regions.compactMap(region), panels.compactMap(panel))
        guard Set(kept.map(\.id)).count == kept.count, Set(keptPanels.map(\.id)).count == keptPanels.count,
            let total = root["total"].map(counts) ?? total(of: kept)
        else { return nil }
        return StatisticsEntry(
            duration: whole(root, "duration"), missed: Int(whole(root, "missed")), forgotten: Int(whole(root, "forgotten")), total: total,
            regions: kept, panels: keptPanels)
    }

    /// The first count that is too large to be added to: a damaged file must not make a sum overflow.
    private static let tooLarge: Int64 = 1 << 52

    /// Returns the counts of all regions together; nil if one of them is too large.
    private static func total(of regions: [StatisticsEntry.Region]) -> RegionCounts? {
        var total = RegionCounts()
        for region in regions {
            total += region.counts
            let counts = [Int64(total.touches), Int64(total.ended), Int64(total.taps), total.dwell] + CancelReason.allCases.map { Int64(total[$0]) }
            if counts.contains(where: { $0 >= tooLarge }) { return nil }
        }
        return total
    }

    /// The reason why counting starts from zero.
    struct Failure: Error { let message: String }

    /// Returns the kept counts; nil if there is no file yet.
    static func load(from folder: StateFolder, _ waits: (Bool) -> Void) -> Result<StatisticsEntry?, Failure> {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try readFile(folder.statistics, atMost: StateFolder.most, waits: waits) } catch {
            return error.code == ENOENT
                ? .success(nil) : .failure(Failure(message: "the statistics start from zero: \(folder.statistics): \(error)"))
        }
        if let saved = read(bytes) { return .success(saved) }
        return .failure(Failure(message: "the statistics start from zero: \(folder.statistics) is not a file of touchd; it will be overwritten"))
    }

    private static func region(_ node: JSONValue) -> StatisticsEntry.Region? {
        guard let id = node["region"]?.string else { return nil }
        return StatisticsEntry.Region(id: id, counts: counts(node))
    }

    private static func counts(_ node: JSONValue) -> RegionCounts {
        var counts = RegionCounts()
        counts.touches = Int(whole(node, "touches"))
        counts.ended = Int(whole(node, "ended"))
        counts.taps = Int(whole(node, "taps"))
        counts.dwell = whole(node, "dwell")
        counts.longest = whole(node, "longest")
        for reason in CancelReason.allCases {
            let count = node["cancels"].map { whole($0, reason.rawValue) } ?? 0
            if count > 0 { counts[reason] = Int(count) }
        }
        return counts
    }

    private static func panel(_ node: JSONValue) -> StatisticsEntry.Panel? {
        guard let id = node["panel"]?.string else { return nil }
        var totals = PanelTotals()
        totals.touches = Int(whole(node, "touches"))
        totals.reports = Int(whole(node, "reports"))
        totals.ghosts = Int(whole(node, "ghosts"))
        totals.drops = Int(whole(node, "drops"))
        return StatisticsEntry.Panel(id: id, totals: totals)
    }

    /// Returns a count, or 0 if it is missing, invalid or too large to be added to, because the file may be damaged.
    private static func whole(_ node: JSONValue, _ key: String) -> Int64 {
        guard let number = node[key]?.number, number >= 0, number < Double(tooLarge) else { return 0 }
        return Int64(number)
    }
}

extension StateKeeper<StatisticsEntry>.Kind {
    /// Counts of touches, which change all the time. A crash may lose the last minute of them.
    static var statistics: Self {
        Self(noun: "the statistics", key: "statistics", interval: 60_000_000, file: { $0.statistics }, encode: SavedStatistics.write)
    }
}
