import TouchCore

/// The jitter of the panel's coordinates under resting fingers.
struct RestingFingers: Equatable {
    /// A finger rests if it stays for at least this time, in µs, within this share of the screen's shorter side.
    static let durationMin: Int64 = 200_000
    static let shareMax = 0.01
    /// The fewest reports of a finger that counts.
    private static let reportsMin = 5

    let fingers: Int
    /// The deviation of the median finger and of the worst, in points of the screen.
    let median: Double
    let worst: Double
    let widest: Double

    /// Measures the jitter. Returns nil if no finger rests.
    init?(_ touches: [ReportTouch], shorterSide: Double) {
        let resting = touches.filter {
            $0.duration >= Self.durationMin && $0.spread.count >= Self.reportsMin && $0.spread.extent <= shorterSide * Self.shareMax
        }
        let deviations = resting.map(\.spread.deviation).sorted()
        guard !deviations.isEmpty else { return nil }
        fingers = resting.count
        median = deviations[(deviations.count - 1) / 2]
        worst = deviations[deviations.count - 1]
        widest = resting.map(\.spread.extent).max() ?? 0
    }
}
