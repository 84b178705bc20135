import TouchCore

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
                labels += "<text x=\"\(box.minX + 3)\" y=\"\(box.minY + 12)\">\(shape.id)</text>"
            }
        }
        return labels
    }

    private static func overlap(_ one: Rect, _ other: Rect) -> Bool {
        one.minX < other.maxX && one.maxX > other.minX && one.minY < other.maxY && one.maxY > other.minY
    }
}
