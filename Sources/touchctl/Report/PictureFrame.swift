import TouchCore

/// A screen as an SVG of some width, with its regions.
struct PictureFrame {
    let width: Double
    let height: Double
    private let scale: Size

    /// - Parameter pointsPerMillimetre: if given, the picture has the shape of the glass.
    init(_ screen: Size, pointsPerMillimetre: Size? = nil) {
        let points = pointsPerMillimetre ?? Size(1, 1)
        let glass = Size(max(1, screen.width) / points.width, max(1, screen.height) / points.height)
        let ratio = min(max(glass.height / glass.width, 0.2), 5)
        // About the same area whatever the shape, so that two stand side by side.
        width = ratio > 1 ? 420 : 560
        height = width * ratio
        scale = Size(width / max(1, screen.width), height / max(1, screen.height))
    }

    /// Where a recording is played by itself, a point is a unit of the panel, which may be higher than it is wide.
    init(_ findings: RecordingFindings) {
        self.init(findings.screen, pointsPerMillimetre: findings.place == nil ? findings.pointsPerMillimetre : nil)
    }

    func x(_ x: Double) -> Double { min(max(x * scale.width, -50), width + 50) }
    func y(_ y: Double) -> Double { min(max(y * scale.height, -50), height + 50) }

    /// - Parameters:
    ///   - name: unique in the file.
    ///   - behind: what lies under the sensitive blocks and the names.
    func svg(_ picture: RegionPicture, _ sensitive: [String: Int], name: String, title: String, behind: HTML) -> HTML {
        var clips: HTML = ""
        var regions: HTML = ""
        var blocks: HTML = ""
        var names: HTML = ""
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
            let kind = (shape.isControl ? "control" : "region") + (shape.isReachable ? "" : " deaf")
            regions += "<polygon class=\"\(kind)\" points=\"\(corners)\" \(clip)><title>\(shape.path)</title></polygon>"
            if let label = label(place, picture) { names += label }
        }
        return
            """
            <svg width=\"\(width)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(title)\"><defs>\(clips)</defs>\
            \(regions)\(behind)\(blocks)\(names)</svg>
            """
    }

    private func corners(_ shape: RegionPicture.Shape) -> String {
        shape.corners.map { "\(decimal(x($0.x), 1)),\(decimal(y($0.y), 1))" }.joined(separator: " ")
    }

    private func box(_ shape: RegionPicture.Shape) -> Rect {
        let (xs, ys) = (shape.corners.map { x($0.x) }, shape.corners.map { y($0.y) })
        return Rect(xs.min()!, ys.min()!, xs.max()! - xs.min()!, ys.max()! - ys.min()!)
    }

    /// A region's name at its left top, where there is room and no other region.
    private func label(_ place: Int, _ picture: RegionPicture) -> HTML? {
        let shape = picture.shapes[place]
        let box = box(shape)
        let room = Double(shape.id.count) * 6 + 6
        guard box.size.width >= room, box.size.height >= 14 else { return nil }
        for other in picture.shapes[(place + 1)...] {
            let their = self.box(other)
            if their.minX < box.minX + room, their.maxX > box.minX, their.minY < box.minY + 15, their.maxY > box.minY { return nil }
        }
        return "<text x=\"\(box.minX + 3)\" y=\"\(box.minY + 12)\">\(shape.id)</text>"
    }
}
