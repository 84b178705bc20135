import TouchCore

/// The JSON text of regions in lines. Each text is written once for all clients, and again only when its region has changed.
///
/// `writeAll` may run on another thread, which then hands the texts over to the loop.
public final class RegionTexts: @unchecked Sendable {
    private struct Entry {
        let region: RegionID
        /// The value of `RegionTree.textStamp(of:)` when the text was written.
        let look: UInt64
        /// The place of the text in `texts`.
        let first: Int32
        let count: Int32

        var place: Range<Int> { Int(first)..<Int(first) + Int(count) }
    }

    /// A lower bound of the length of a text.
    public static let minimumLength = 64
    /// The usual length of a text without its names.
    private static let usualBytes = 128
    /// The usual number of bytes that follow the list in its line.
    private static let usualTailLength = 4096
    /// The number of stale bytes above which all texts are dropped, provided that more than half of all bytes are stale.
    private static let maximumStaleBytes = 1 << 16

    /// The texts, one after the other.
    private var texts = JSONWriter()
    /// The entry of each region, by slot.
    private var entries: [Entry?] = []
    private var staleBytes = 0
    /// True if nothing has changed since the last `checkInvariants`.
    private var isChecked = false

    public init() {}

    /// Writes the texts of all regions, which takes milliseconds for a large tree.
    public func writeAll(_ tree: RegionTree) {
        entries = Array(repeating: nil, count: tree.directory.slotCount)
        texts.reserve(tree.directory.receivers.reduce(0) { $0 + Self.usualBytes + tree[$1].id.utf8.count + tree[$1].path.utf8.count })
        for region in tree.directory.receivers { _ = place(of: region, tree) }
        texts.shrink()
    }

    /// Drops the texts of regions that were removed or whose records have changed.
    public func update(_ change: TreeChange) {
        isChecked = false
        for region in change.removed { forget(region) }
        for region in change.described { forget(region) }
    }

    /// Writes a list of regions of the current tree, in this order.
    func write(_ regions: [RegionID], of tree: RegionTree, into writer: inout JSONWriter) {
        removeStale()
        writer.key("regions")
        writer.beginArray()
        let places = regions.map { place(of: $0, tree) }
        // Reserve once, because each growth would copy the text.
        writer.reserve(places.reduce(Self.usualTailLength) { $0 + $1.count + 1 })
        texts.withBytes { texts in
            for place in places { writer.value(copied: UnsafeBufferPointer(rebasing: texts[place])) }
        }
        writer.endArray()
    }

    /// Writes a region of the current tree, and as `after` the ID of the region before it in the list, if there is one.
    func write(_ entry: ListChange.Entry, of tree: RegionTree, into writer: inout JSONWriter) {
        removeStale()
        let place = place(of: entry.region, tree)
        // Copy all but the end of the object, because `after` follows.
        texts.withBytes { writer.value(copied: UnsafeBufferPointer(rebasing: $0[place].dropLast())) }
        entry.writeAfter(tree, into: &writer)
        writer.endObject()
    }

    private func removeStale() {
        if staleBytes <= Self.maximumStaleBytes || staleBytes <= texts.count / 2 { return }
        texts.removeAll()
        entries = []
        staleBytes = 0
    }

    private func forget(_ region: RegionID) {
        guard region.slot < entries.count, let entry = entries[region.slot] else { return }
        staleBytes += entry.place.count
        entries[region.slot] = nil
    }

    private func place(of region: RegionID, _ tree: RegionTree) -> Range<Int> {
        let look = tree.textStamp(of: region)
        if region.slot < entries.count, let entry = entries[region.slot], entry.region == region, entry.look == look { return entry.place }
        isChecked = false
        forget(region)
        if region.slot >= entries.count {
            entries += Array(repeating: nil, count: tree.directory.slotCount - entries.count)
        }
        let first = texts.count
        texts.beginSeparateValue()
        Self.write(region, of: tree, into: &texts)
        assert(texts.count - first >= Self.minimumLength)
        let entry = Entry(region: region, look: look, first: Int32(first), count: Int32(texts.count - first))
        entries[region.slot] = entry
        return entry.place
    }

    private static func write(_ region: RegionID, of tree: RegionTree, into texts: inout JSONWriter) {
        let record = tree[region]
        texts.beginObject()
        texts.key("id")
        texts.string(record.id)
        texts.key("path")
        texts.string(record.path)
        texts.key("kind")
        texts.string(record.kind.rawValue)
        texts.key("screen")
        texts.string(tree.screens[record.screen].id)
        texts.key("bounds")
        texts.beginArray()
        let bounds = tree.bounds(region)
        for number in [bounds.minX, bounds.minY, bounds.size.width, bounds.size.height] { texts.number(number) }
        texts.endArray()
        texts.key("toScreen")
        texts.beginArray()
        let map = tree.mapToScreen(from: region)
        for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] { texts.number(number) }
        texts.endArray()
        switch tree.value(of: region) {
        case .number(let value):
            texts.key("value")
            texts.number(value)
        case .isOn(let isOn):
            texts.key("isOn")
            texts.bool(isOn)
        case nil: break
        }
        if let zoomScale = tree.zoomScale(ofScrollView: region) {
            texts.key("offset")
            texts.beginArray()
            texts.number(bounds.minX)
            texts.number(bounds.minY)
            texts.endArray()
            texts.key("zoomScale")
            texts.number(zoomScale)
        }
        if !tree.isReachable(region) {
            texts.key("refuses")
            texts.bool(true)
        }
        texts.endObject()
    }

    /// Checks in a debug build that all kept texts are current.
    ///
    /// - Parameter most: the number of regions above which the check is skipped, because it would take too long.
    public func checkInvariants(_ tree: RegionTree, most: Int = 64) {
        #if DEBUG
            if isChecked || tree.directory.slotCount > most { return }
            isChecked = true
            var live = 0
            for case let entry? in entries {
                live += entry.place.count
                let isThere = tree.directory.contains(entry.region)
                assert(isThere, "the text of a region that is gone is kept")
                if !isThere || entry.look != tree.textStamp(of: entry.region) { continue }
                var fresh = JSONWriter()
                Self.write(entry.region, of: tree, into: &fresh)
                let isSame = texts.withBytes { known in fresh.withBytes { known[entry.place].elementsEqual($0) } }
                assert(isSame, "the text of \(tree[entry.region].path) is out of date")
            }
            assert(live + staleBytes == texts.count, "\(live) bytes are in use and \(staleBytes) are not, of \(texts.count)")
        #endif
    }
}
