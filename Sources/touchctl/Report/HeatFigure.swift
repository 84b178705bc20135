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
            <figure class=\"picture\">\(svg)<figcaption><b>Heat map.</b> The number of touches through each cell: the darkest \(heat.most), \
            the faintest 1. A cell is 1/\(heat.columns) of the width.</figcaption></figure>
            """
    }

    /// The opacity for a count, in steps, by the square root of the count, so that single touches stay visible.
    static func opacity(_ count: Int, of most: Int) -> Double {
        let share = (Double(count) / Double(max(1, most))).squareRoot()
        return 0.12 + 0.83 * (share * Double(levels)).rounded(.up) / Double(levels)
    }
}
