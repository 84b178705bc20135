import TouchCore

/// The text of regions in lines. Each is written once, however many clients get it, and again only when its region has changed.
///
/// All of them can be written beside the loop (`writeAll`), by one thread that then hands them over.
public final class RegionTexts: @unchecked Sendable {
    /// What changes while the region's record stays: by edits of properties, and by fingers.
    private struct Look: Equatable {
        let bounds: Rect
        let toScreen: AffineTransform
        let value: ControlAction.Value?
        let zoomScale: Double?
        let isReachable: Bool

        init(_ region: RegionID, _ tree: RegionTree) {
            bounds = tree.bounds(region)
            toScreen = tree.mapToScreen(from: region)
            value = tree.value(of: region)
            zoomScale = tree.zoomScale(ofScrollView: region)
            isReachable = tree.isReachable(region)
        }
    }

    private struct Entry {
        let region: RegionID
        let look: Look
        /// Where its text is.
        let place: Range<Int>
    }

    /// No text is shorter.
    public static let fewestBytes = 64
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
        for region in tree.directory.receivers { _ = place(of: region, tree) }
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
        let look = Look(region, tree)
        if region.slot < entries.count, let entry = entries[region.slot], entry.region == region, entry.look == look { return entry.place }
        isChecked = false
        forget(region)
        if region.slot >= entries.count {
            entries += Array(repeating: nil, count: tree.directory.slotCount - entries.count)
        }
        let first = texts.count
        texts.beginApart()
        Self.write(tree[region], screen: tree.screens[tree[region].screen].id, look, into: &texts)
        assert(texts.count - first >= Self.fewestBytes)
        entries[region.slot] = Entry(region: region, look: look, place: first..<texts.count)
        return first..<texts.count
    }

    private static func write(_ record: RegionRecord, screen: String, _ look: Look, into texts: inout JSONWriter) {
        texts.beginObject()
        texts.key("id")
        texts.string(record.id)
        texts.key("path")
        texts.string(record.path)
        texts.key("kind")
        texts.string(record.kind.rawValue)
        texts.key("screen")
        texts.string(screen)
        texts.key("bounds")
        texts.beginArray()
        let bounds = look.bounds
        for number in [bounds.minX, bounds.minY, bounds.size.width, bounds.size.height] { texts.number(number) }
        texts.endArray()
        texts.key("toScreen")
        texts.beginArray()
        let map = look.toScreen
        for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] { texts.number(number) }
        texts.endArray()
        switch look.value {
        case .number(let value):
            texts.key("value")
            texts.number(value)
        case .isOn(let isOn):
            texts.key("isOn")
            texts.bool(isOn)
        case nil: break
        }
        if let zoomScale = look.zoomScale {
            texts.key("offset")
            texts.beginArray()
            texts.number(bounds.minX)
            texts.number(bounds.minY)
            texts.endArray()
            texts.key("zoomScale")
            texts.number(zoomScale)
        }
        if !look.isReachable {
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
                if !isThere || entry.look != Look(entry.region, tree) { continue }
                var fresh = JSONWriter()
                Self.write(tree[entry.region], screen: tree.screens[tree[entry.region].screen].id, entry.look, into: &fresh)
                let isSame = texts.withBytes { known in fresh.withBytes { known[entry.place].elementsEqual($0) } }
                assert(isSame, "the text of \(tree[entry.region].path) is out of date")
            }
            assert(live + staleBytes == texts.count, "\(live) bytes are in use and \(staleBytes) are not, of \(texts.count)")
        #endif
    }
}
