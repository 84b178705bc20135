/// The division of a recording's time into rows of a timeline.
struct TimelineScale: Equatable {
    /// The most rows with touches.
    static let rowsMost = 14
    private static let spans: [Int64] =
        [100_000, 200_000, 500_000].map { $0 }
        + [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 604_800].map { $0 * 1_000_000 }

    /// The length of a row, in µs.
    let span: Int64
    /// The rows that have touches, counted from 0.
    let rows: [Int]

    /// Chooses the length of a row.
    ///
    /// - Parameter touches: the start and the end of each, in µs after the recording's start.
    init(duration: Int64, touches: [(began: Int64, ended: Int64)]) {
        func rows(_ span: Int64) -> [Int] {
            var rows: Set<Int> = []
            for touch in touches {
                let (first, last) = (Int(max(0, touch.began) / span), Int(max(0, touch.ended) / span))
                // Limits the rows of one long touch. The limit is high enough to reject the span.
                for row in first...min(max(first, last), first + Self.rowsMost) { rows.insert(row) }
            }
            return rows.sorted()
        }
        // A short recording is one row. In the rows of a long one a tap is still visible.
        let whole = Self.spans.first { $0 > duration } ?? Self.spans.last!
        span =
            whole <= 20_000_000
            ? whole : Self.spans.first { $0 >= 10_000_000 && rows($0).count <= Self.rowsMost } ?? max(Self.spans.last!, duration / 10 + 1)
        self.rows = rows(span)
    }

    /// The time between two ticks of the axis, in µs.
    var tick: Int64 { span / (span % 6 == 0 && span >= 60_000_000 ? 6 : 10) }
}
