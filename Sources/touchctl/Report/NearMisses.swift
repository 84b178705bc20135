import TouchCore

/// The taps that landed just beside a button.
struct NearMisses {
    struct Miss: Equatable {
        let touch: UInt64
        let time: Int64
        let place: Point
        /// The ID of the region that got the tap, or nil.
        let taken: String?
        /// The ID of the button, or of the sensitive region that contains it.
        let button: String
        /// The distance between the tap and the button's hit area, in points of the screen.
        let distance: Double
    }

    /// The misses of one button: their number and their distances.
    struct Row: Equatable {
        let button: String
        var count: Int
        var nearest: Double
        var farthest: Double
    }

    /// The misses in the order of time.
    let all: [Miss]

    /// Finds the near misses among taps.
    ///
    /// - Parameter reach: points of the screen. A tap farther away was not meant for the button.
    init(_ taps: some Sequence<ReportTouch>, _ tree: RegionTree, screen: Int, reach: Double) {
        let buttons = tree.directory.regions.filter { tree[$0].screen == screen && Self.isButton($0, tree) && tree.isReachable($0) }
        all = taps.compactMap { tap in
            if let target = tap.target, tree.chain(to: target).contains(where: { Self.isButton($0, tree) }) { return nil }
            var nearest: (region: RegionID, distance: Double)?
            for button in buttons {
                let distance = Self.distance(from: tap.start, to: button, tree)
                if distance <= reach, distance < nearest?.distance ?? .infinity { nearest = (button, distance) }
            }
            guard let nearest else { return nil }
            let named = tree[nearest.region].sensitiveRoot ?? nearest.region
            return Miss(
                touch: tap.id, time: tap.began, place: tap.start, taken: tap.region, button: tree[named].id, distance: nearest.distance)
        }
    }

    /// The rows of all buttons, the most frequent first.
    var rows: [Row] {
        var rows: [String: Row] = [:]
        for miss in all {
            var row = rows[miss.button] ?? Row(button: miss.button, count: 0, nearest: .infinity, farthest: 0)
            row.count += 1
            row.nearest = min(row.nearest, miss.distance)
            row.farthest = max(row.farthest, miss.distance)
            rows[miss.button] = row
        }
        return rows.values.sorted { ($0.count, $1.button) > ($1.count, $0.button) }
    }

    /// Whether the region is a control, or has a tap gesture.
    static func isButton(_ region: RegionID, _ tree: RegionTree) -> Bool {
        guard region.isRegion else { return false }
        let spec = tree.specs[region.slot]
        return spec.kind.isControl && spec.isEnabled || spec.gestures.contains { $0.type == "tap" && $0.isEnabled }
    }

    /// The distance from a place to the region's hit area, in points of the screen.
    static func distance(from place: Point, to region: RegionID, _ tree: RegionTree) -> Double {
        let area = tree.specs[region.slot].targetBounds
        let local = tree.convert(place, to: region)
        let nearest = Point(min(max(local.x, area.minX), area.maxX), min(max(local.y, area.minY), area.maxY))
        return place.distance(to: tree.convertToScreen(nearest, from: region))
    }
}
