/// Which lane of the timeline each touch has: the lowest that is free, as a panel gives its slots.
struct TimelineLanes {
    /// Touches above these share the last one.
    static let most = 20

    let lanes: [Int]

    init(_ touches: [ReportTouch]) {
        var free: [Int64] = []
        var lanes = Array(repeating: 0, count: touches.count)
        for index in touches.indices.sorted(by: { (touches[$0].began, touches[$0].id) < (touches[$1].began, touches[$1].id) }) {
            let touch = touches[index]
            // Strictly before: a touch that begins when another ends is beside it.
            let lane = min(free.firstIndex { $0 < touch.began } ?? free.count, Self.most - 1)
            if lane == free.count { free.append(touch.ended) } else { free[lane] = max(free[lane], touch.ended) }
            lanes[index] = lane
        }
        self.lanes = lanes
    }
}
