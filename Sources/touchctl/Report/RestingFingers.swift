import TouchCore

/// How much the panel's coordinates tremble under fingers that rest.
struct RestingFingers: Equatable {
    /// A finger that stays for so long (µs) within so much of the screen's shorter side rests.
    static let durationMin: Int64 = 200_000
    static let shareMax = 0.01
    /// Reports that a finger has to have, to be judged by.
    private static let reportsMin = 5

    let fingers: Int
    /// Points of the screen: of the finger in the middle, and of the worst.
    let median: Double
    let worst: Double
    let widest: Double

    /// Nil: no finger rests.
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
