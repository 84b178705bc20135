import Wire

/// Writes frames as `monitor` does.
struct FrameText {
    private let text: MonitorText
    private var sequences: CompactText
    private let isCompact: Bool

    init(paint: Paint, isCompact: Bool) {
        text = MonitorText(paint: paint)
        sequences = CompactText(paint: paint)
        self.isCompact = isCompact
    }

    /// The text for a frame's line.
    mutating func bytes(_ line: [UInt8]) -> [UInt8] {
        guard let message = try? JSONReader.parse(line) else { return [] }
        let lines = isCompact ? sequences.lines(message) { _ in true } : text.lines(message) { _ in true }
        return lines.flatMap { Array(($0 + "\n").utf8) }
    }
}
