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

/// The frame of an SVG that shows a screen with its regions.
struct PictureFrame {
    let width: Double
    let height: Double
    private let scale: Size

    /// Creates the frame for a screen.
    ///
    /// - Parameter pointsPerMillimetre: if given, the picture has the shape of the glass.
    init(_ screen: Size, pointsPerMillimetre: Size? = nil) {
        let points = pointsPerMillimetre ?? Size(1, 1)
        let glass = Size(max(1, screen.width) / points.width, max(1, screen.height) / points.height)
        let ratio = min(max(glass.height / glass.width, 0.2), 5)
        // The area is about the same for each shape, so that two pictures fit side by side.
        width = ratio > 1 ? 420 : 560
        height = width * ratio
        scale = Size(width / max(1, screen.width), height / max(1, screen.height))
    }

    /// The frame for a recording's screen. Without a configuration a point is a unit of the panel, whose units may be of different lengths on the two
    /// axes.
    init(_ findings: RecordingFindings) {
        self.init(findings.screen, pointsPerMillimetre: findings.place == nil ? findings.pointsPerMillimetre : nil)
    }

    func x(_ x: Double) -> Double { min(max(x * scale.width, -50), width + 50) }
    func y(_ y: Double) -> Double { min(max(y * scale.height, -50), height + 50) }

    /// The picture as SVG.
    ///
    /// - Parameters:
    ///   - name: unique in the file.
    ///   - behind: the drawing below the sensitive blocks and the names.
    func svg(_ picture: RegionPicture, _ sensitive: [String: Int], name: String, title: String, behind: HTML) -> HTML {
        var clips: HTML = ""
        var regions: HTML = ""
        var blocks: HTML = ""
        for (place, shape) in picture.shapes.enumerated() {
            let corners = corners(shape)
            if shape.clips { clips += "<clipPath id=\"\(name)-\(place)\"><polygon points=\"\(corners)\"/></clipPath>" }
            let clip: HTML = shape.clip.map { "clip-path=\"url(#\(name)-\($0))\"" } ?? ""
            if shape.isSensitive {
                blocks += "<polygon class=\"secret\" points=\"\(corners)\" \(clip)><title>\(shape.path): sensitive</title></polygon>"
                let count = sensitive[shape.path] ?? 0
                let box = box(shape)
                blocks +=
                    """
                    <text class=\"secret\" x=\"\(box.center.x)\" y=\"\(box.center.y)\" text-anchor=\"middle\">\(shape.id): \(count) \
                    \(count == 1 ? "touch" : "touches")</text>
                    """
                continue
            }
            let kind = (shape.isControl ? "control" : "region") + (shape.takesTouches ? "" : " deaf")
            regions += "<polygon class=\"\(kind)\" points=\"\(corners)\" \(clip)><title>\(shape.path)</title></polygon>"
        }
        return
            """
            <svg width=\"\(width)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(title)\"><defs>\(clips)</defs>\
            \(regions)\(behind)\(blocks)\(labels(picture))</svg>
            """
    }

    private func corners(_ shape: RegionPicture.Shape) -> String {
        shape.corners.map { "\(decimal(x($0.x), 1)),\(decimal(y($0.y), 1))" }.joined(separator: " ")
    }

    private func box(_ shape: RegionPicture.Shape) -> Rect {
        let (xs, ys) = (shape.corners.map { x($0.x) }, shape.corners.map { y($0.y) })
        return Rect(xs.min()!, ys.min()!, xs.max()! - xs.min()!, ys.max()! - ys.min()!)
    }

    /// The names at the regions' top left, where there is room. A region that takes touches hides the names of the regions behind it. Regions that
    /// let touches through hide no name, and get their own only in free places.
    private func labels(_ picture: RegionPicture) -> HTML {
        let boxes = picture.shapes.map(box)
        var rooms: [Rect] = []
        var labels: HTML = ""
        for takesTouches in [true, false] {
            for (place, shape) in picture.shapes.enumerated() where shape.takesTouches == takesTouches && !shape.isSensitive {
                let box = boxes[place]
                let room = Rect(box.minX, box.minY, Double(shape.id.count) * 6 + 6, 15)
                guard box.size.width >= room.size.width, box.size.height >= 14 else { continue }
                let isCovered = boxes.indices[(place + 1)...].contains { above in
                    (picture.shapes[above].takesTouches || picture.shapes[above].isSensitive) && Self.overlap(boxes[above], room)
                }
                if isCovered || !takesTouches && rooms.contains(where: { Self.overlap($0, room) }) { continue }
                rooms.append(room)
                labels += "<text class=\"name\" x=\"\(box.minX + 3)\" y=\"\(box.minY + 12)\">\(shape.id)</text>"
            }
        }
        return labels
    }

    private static func overlap(_ one: Rect, _ other: Rect) -> Bool {
        one.minX < other.maxX && one.maxX > other.minX && one.minY < other.maxY && one.maxY > other.minY
    }
}

/// The colours of regions in the figures of a recording: the eight regions with the most touches have their own.
struct RegionColours {
    static let own = 8

    /// The IDs of the regions with their own colour, and the number of touches of each.
    let named: [(region: String, touches: Int)]
    let others: Int
    let nowhere: Int
    private let places: [String: Int]

    init(_ touches: [ReportTouch]) {
        var counts: [String: Int] = [:]
        var nowhere = 0
        for touch in touches {
            if let region = touch.region { counts[region, default: 0] += 1 } else { nowhere += 1 }
        }
        let sorted = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        named = sorted.prefix(Self.own).map { ($0.key, $0.value) }
        others = sorted.dropFirst(Self.own).reduce(0) { $0 + $1.value }
        self.nowhere = nowhere
        places = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1.region, $0) })
    }

    /// The region's class in the style sheet.
    func name(_ region: String?) -> String { region.map { "k\(places[$0] ?? Self.own)" } ?? "kn" }

    var legend: HTML {
        var items: [HTML] = named.enumerated().map { place, one in
            "<li><i class=\"k\(place)\"></i>\(one.region) <b>\(one.touches)</b></li>"
        }
        if others > 0 { items.append("<li><i class=\"k8\"></i>other regions <b>\(others)</b></li>") }
        if nowhere > 0 { items.append("<li><i class=\"kn\"></i>no region <b>\(nowhere)</b></li>") }
        return "<ul class=\"legend\">\(HTML(items))</ul>"
    }
}

/// The paths of touches over the regions.
struct PathsFigure {
    /// The most places drawn, of all touches together.
    static let placesMost = 40_000

    private let findings: RecordingFindings
    /// The step between drawn touches: 3 draws every third touch.
    let stride: Int

    init(_ findings: RecordingFindings) {
        self.findings = findings
        let places = findings.touches.reduce(0) { $0 + $1.path.count }
        stride = max(1, (places + Self.placesMost - 1) / Self.placesMost)
    }

    func html(_ colours: RegionColours, number: Int) -> HTML {
        let frame = PictureFrame(findings)
        var paths: HTML = ""
        for place in Swift.stride(from: 0, to: findings.touches.count, by: stride) {
            let touch = findings.touches[place]
            let name = colours.name(touch.region)
            for part in touch.path.parts {
                if part.count == 1 || touch.farthest < findings.tapDistance / 4 {
                    paths += "<circle class=\"\(name)\" cx=\"\(frame.x(part[0].x))\" cy=\"\(frame.y(part[0].y))\" r=\"2.4\"/>"
                } else {
                    let points = part.map { "\(decimal(frame.x($0.x), 1)),\(decimal(frame.y($0.y), 1))" }.joined(separator: " ")
                    paths += "<polyline class=\"path \(name)\" points=\"\(points)\"/>"
                }
            }
            if let reason = touch.cancel, let last = touch.path.parts.last?.last {
                let (x, y) = (frame.x(last.x), frame.y(last.y))
                paths += "<path class=\"cancel\" d=\"M\(x - 3) \(y - 3)l6 6m0 -6l-6 6\"><title>\(reason.rawValue)</title></path>"
            }
        }
        let svg = frame.svg(findings.picture, findings.sensitive, name: "p\(number)", title: "Paths of the touches over the regions", behind: paths)
        let some = stride == 1 ? "All touches." : "One in \(stride) of the \(findings.touches.count) touches."
        return
            """
            <figure class=\"picture\">\(svg)<figcaption><b>Paths.</b> \(some) A dot is a touch that did not move, × the place of a \
            cancel. Places closer together than 1/300 of the screen are left out, and at most \(ThinnedPath.most) per touch are \
            drawn.</figcaption></figure>
            """
    }
}

/// The heat map of touches over the regions.
struct HeatFigure {
    private let findings: RecordingFindings
    private static let levels = 8

    init(_ findings: RecordingFindings) { self.findings = findings }

    func html(number: Int) -> HTML {
        let heat = findings.heat
        let frame = PictureFrame(findings)
        let (wide, tall) = (frame.x(heat.side), frame.y(heat.side))
        var cells: HTML = ""
        for (cell, count) in heat.counts.enumerated() where count > 0 {
            let (x, y) = (Double(cell % heat.columns) * wide, Double(cell / heat.columns) * tall)
            cells +=
                """
                <rect class=\"heat\" x=\"\(x)\" y=\"\(y)\" width=\"\(min(wide, frame.width - x))\" \
                height=\"\(min(tall, frame.height - y))\" fill-opacity=\"\(Self.opacity(count, of: heat.most), 2)\"><title>\(count)</title>\
                </rect>
                """
        }
        let svg = frame.svg(
            findings.picture, findings.sensitive, name: "h\(number)", title: "How often each part of the screen was touched", behind: cells)
        return
            """
            <figure class=\"picture\">\(svg)<figcaption><b>Heat map.</b> The number of touches through each cell: the strongest \(heat.most), \
            the faintest 1. A cell is 1/\(heat.columns) of the width.</figcaption></figure>
            """
    }

    /// The opacity for a count, in steps, by the square root of the count, so that single touches stay visible.
    static func opacity(_ count: Int, of most: Int) -> Double {
        let share = (Double(count) / Double(max(1, most))).squareRoot()
        return 0.12 + 0.83 * (share * Double(levels)).rounded(.up) / Double(levels)
    }
}

/// The number of touches in each cell of a screen. A touch counts each time it enters a cell.
struct HeatGrid {
    /// The number of cells along the screen's shorter side.
    private static let cells = 36

    /// The side of a cell, in points of the screen.
    let side: Double
    let columns: Int
    let rows: Int
    private(set) var counts: [Int]
    /// The current cell of each touch.
    private var cells: [UInt64: Int] = [:]

    init(screen: Size) {
        let shorter = max(1, min(screen.width, screen.height))
        // Limits the number of cells of a long, narrow screen.
        side = max(shorter / Double(Self.cells), max(screen.width, screen.height) / 200)
        columns = max(1, Int((screen.width / side).rounded(.up)))
        rows = max(1, Int((screen.height / side).rounded(.up)))
        counts = Array(repeating: 0, count: columns * rows)
    }

    mutating func add(_ touch: UInt64, at place: Point) {
        let column = Int(min(max(place.x / side, -1), 1e6).rounded(.down))
        let row = Int(min(max(place.y / side, -1), 1e6).rounded(.down))
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return remove(touch) }
        let cell = row * columns + column
        if cells[touch] == cell { return }
        cells[touch] = cell
        counts[cell] += 1
    }

    /// Removes a touch that has ended or has moved to a place that is not shown.
    mutating func remove(_ touch: UInt64) { cells[touch] = nil }

    var most: Int { counts.max() ?? 0 }
}
