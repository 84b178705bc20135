import TouchCore

/// The text of regions in lines. Each is written once, however many clients get it at a time.
///
/// All of them can be written beside the loop (`writeAll`), by one thread that then hands them over.
public final class RegionTexts: @unchecked Sendable {
    private let tree: RegionTree
    /// The texts that have been written by now, one region after the other.
    private var texts = JSONWriter()
    /// By slot, where its text is.
    private var places: [Range<Int>]

    public init(_ tree: RegionTree) {
        self.tree = tree
        places = Array(repeating: 0..<0, count: tree.directory.slotCount)
    }

    /// Writes all of them now, which takes ms in a large tree.
    public func writeAll() {
        for region in tree.directory.receivers { _ = place(of: region) }
    }

    /// Whether they say how a tree is.
    public func areOf(_ other: RegionTree) -> Bool { tree.looksLike(other) }

    /// Writes a list of them, in this order.
    func write(_ regions: some Sequence<RegionID>, into writer: inout JSONWriter) {
        writer.key("regions")
        writer.beginArray()
        for region in regions {
            let place = place(of: region)
            texts.withBytes { writer.value(copied: UnsafeBufferPointer(rebasing: $0[place])) }
        }
        writer.endArray()
    }

    private func place(of region: RegionID) -> Range<Int> {
        if places[region.slot].isEmpty {
            let first = texts.count
            texts.beginApart()
            write(region)
            places[region.slot] = first..<texts.count
        }
        return places[region.slot]
    }

    private func write(_ index: RegionID) {
        let record = tree[index]
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
        let bounds = tree.bounds(index)
        for number in [bounds.minX, bounds.minY, bounds.size.width, bounds.size.height] { texts.number(number) }
        texts.endArray()
        texts.key("toScreen")
        texts.beginArray()
        let map = tree.mapToScreen(from: index)
        for number in [map.a, map.b, map.c, map.d, map.tx, map.ty] { texts.number(number) }
        texts.endArray()
        switch tree.value(of: index) {
        case .number(let value):
            texts.key("value")
            texts.number(value)
        case .isOn(let isOn):
            texts.key("isOn")
            texts.bool(isOn)
        case nil: break
        }
        if !tree.isReachable(index) {
            texts.key("refuses")
            texts.bool(true)
        }
        texts.endObject()
    }
}
