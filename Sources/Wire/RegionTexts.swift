import TouchCore

/// The text of regions in lines. Each is written once, however many clients get it, and again only when its region has changed.
///
/// All of them can be written beside the loop (`writeAll`), by one thread that then hands them over.
public final class RegionTexts: @unchecked Sendable {
    private struct Entry {
        let region: RegionID
        /// `RegionTree.look(of:)` as it was then.
        let look: UInt64
        /// Where its text is.
        let first: Int32
        let count: Int32

        var place: Range<Int> { Int(first)..<Int(first) + Int(count) }
    }

    /// No text is shorter.
    public static let fewestBytes = 64
    /// What a text has beside its names, but for long numbers.
    private static let usualBytes = 128
    /// Bytes of a line behind a list in it, but for many touches.
    private static let restOfLine = 4096
    /// Bytes of texts that are out of date, above which all are thrown away if they are more than the others.
    private static let mostStale = 1 << 16

    /// The texts, one after the other.
    private var texts = JSONWriter()
    /// By slot.
    private var entries: [Entry?] = []
    private var staleBytes = 0
    /// Whether `checkInvariants` has seen them as they are.
    private var isChecked = false

    public init() {}

    /// Writes all of them now, which takes ms in a large tree.
    public func writeAll(_ tree: RegionTree) {
        entries = Array(repeating: nil, count: tree.directory.slotCount)
        texts.reserve(tree.directory.receivers.reduce(0) { $0 + Self.usualBytes + tree[$1].id.utf8.count + tree[$1].path.utf8.count })
        for region in tree.directory.receivers { _ = place(of: region, tree) }
        texts.shrink()
    }

    /// Regions have gone, or have other records.
    public func update(_ change: TreeChange) {
        isChecked = false
        for region in change.removed { forget(region) }
        for region in change.described { forget(region) }
    }

    /// Writes a list of regions of the present tree, in this order.
    func write(_ regions: [RegionID], of tree: RegionTree, into writer: inout JSONWriter) {
        removeStale()
        writer.key("regions")
        writer.beginArray()
        let places = regions.map { place(of: $0, tree) }
        // At once: memory that grows by itself is copied each time.
        writer.reserve(places.reduce(Self.restOfLine) { $0 + $1.count + 1 })
        texts.withBytes { texts in
            for place in places { writer.value(copied: UnsafeBufferPointer(rebasing: texts[place])) }
        }
        writer.endArray()
    }

    /// Writes a region of the present tree, with the one that is before it in the list.
    func write(_ entry: ListChange.Entry, of tree: RegionTree, into writer: inout JSONWriter) {
        removeStale()
        let place = place(of: entry.region, tree)
        // All but the end of the object.
        texts.withBytes { writer.value(copied: UnsafeBufferPointer(rebasing: $0[place].dropLast())) }
        entry.writeAfter(tree, into: &writer)
        writer.endObject()
    }

    private func removeStale() {
        if staleBytes <= Self.mostStale || staleBytes <= texts.count / 2 { return }
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
        let look = tree.look(of: region)
        if region.slot < entries.count, let entry = entries[region.slot], entry.region == region, entry.look == look { return entry.place }
        isChecked = false
        forget(region)
        if region.slot >= entries.count {
            entries += Array(repeating: nil, count: tree.directory.slotCount - entries.count)
        }
        let first = texts.count
        texts.beginApart()
        Self.write(region, of: tree, into: &texts)
        assert(texts.count - first >= Self.fewestBytes)
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

    /// - Parameter most: a look at more regions would take too long.
    public func checkInvariants(_ tree: RegionTree, most: Int = 64) {
        #if DEBUG
            if isChecked || tree.directory.slotCount > most { return }
            isChecked = true
            var live = 0
            for case let entry? in entries {
                live += entry.place.count
                let isThere = tree.directory.contains(entry.region)
                assert(isThere, "the text of a region that is gone is kept")
                if !isThere || entry.look != tree.look(of: entry.region) { continue }
                var fresh = JSONWriter()
                Self.write(entry.region, of: tree, into: &fresh)
                let isSame = texts.withBytes { known in fresh.withBytes { known[entry.place].elementsEqual($0) } }
                assert(isSame, "the text of \(tree[entry.region].path) is out of date")
            }
            assert(live + staleBytes == texts.count, "\(live) bytes are in use and \(staleBytes) are not, of \(texts.count)")
        #endif
    }
}
