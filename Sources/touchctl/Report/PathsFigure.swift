import TouchCore

/// The paths of touches over the regions.
struct PathsFigure {
    /// The most places drawn, of all touches together.
    static let placesMost = 40_000

    private let findings: RecordingFindings
    /// The step between drawn touches: 3 draws every third touch.
    let stride: Int
    let drawn: Int

    init(_ findings: RecordingFindings) {
        self.findings = findings
        let places = findings.touches.reduce(0) { $0 + $1.path.count }
        stride = max(1, (places + Self.placesMost - 1) / Self.placesMost)
        drawn = (findings.touches.count + stride - 1) / stride
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
        let some = stride == 1 ? "All touches." : "Every \(stride)th of \(findings.touches.count) touches."
        return
            """
            <figure class=\"picture\">\(svg)<figcaption><b>Paths.</b> \(some) A dot is a touch that did not move, × the place of a \
            cancel. Places closer together than 1/300 of the screen are left out, and at most \(ThinnedPath.most) per touch are \
            drawn.</figcaption></figure>
            """
    }
}
