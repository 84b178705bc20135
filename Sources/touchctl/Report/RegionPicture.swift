import TouchCore

/// The regions of a screen for a picture, from back to front. The contents of sensitive regions are left out.
struct RegionPicture {
    struct Shape {
        let id: String
        let path: String
        /// The corners, in points of the screen.
        let corners: [Point]
        let isControl: Bool
        let isSensitive: Bool
        /// Whether touches stop at the region. Otherwise they go on to the regions behind it, even if this one gets them too.
        let takesTouches: Bool
        /// The index of the shape that this one is clipped to.
        let clip: Int?
        let clips: Bool
    }

    /// The most regions drawn.
    static let most = 1_500

    private(set) var shapes: [Shape] = []
    private(set) var leftOut = 0

    init(_ tree: RegionTree, screen: Int) {
        var places: [RegionID: Int] = [:]
        let regions = tree.directory.regions.filter { tree[$0].screen == screen }
        for region in regions.reversed().sorted(by: { tree[$0].depth < tree[$1].depth }) {
            let record = tree[region]
            if let root = record.sensitiveRoot, root != region { continue }
            let chain = tree.chain(to: region)
            if chain.contains(where: { tree.specs[$0.slot].hidden }) { continue }
            if shapes.count == Self.most {
                leftOut += 1
                continue
            }
            let bounds = tree.bounds(region)
            let corners = [
                Point(bounds.minX, bounds.minY), Point(bounds.maxX, bounds.minY), Point(bounds.maxX, bounds.maxY), Point(bounds.minX, bounds.maxY),
            ].map { tree.convertToScreen($0, from: region) }
            let clipping = chain.dropLast().last { tree.specs[$0.slot].clipsToBounds }.flatMap { places[$0] }
            places[region] = shapes.count
            shapes.append(
                Shape(
                    id: record.id, path: record.path, corners: corners, isControl: NearMisses.isButton(region, tree),
                    isSensitive: record.sensitiveRoot != nil,
                    takesTouches: tree.isReachable(region) && !tree.specs[region.slot].passesTouchesThrough, clip: clipping,
                    clips: tree.specs[region.slot].clipsToBounds))
        }
    }
}
