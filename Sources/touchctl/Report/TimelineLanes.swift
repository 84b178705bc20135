/// The lane of each touch in the timeline: the lowest free one, as a panel assigns its slots.
struct TimelineLanes {
    /// The number of lanes. Further touches share the last lane.
    static let most = 20

    let lanes: [Int]

    init(_ touches: [ReportTouch]) {
        var free: [Int64] = []
        var lanes = Array(repeating: 0, count: touches.count)
        for index in touches.indices.sorted(by: { (touches[$0].began, touches[$0].id) < (touches[$1].began, touches[$1].id) }) {
            let touch = touches[index]
            // Strictly before: a touch that begins when another ends gets another lane.
            let lane = min(free.firstIndex { $0 < touch.began } ?? free.count, Self.most - 1)
            if lane == free.count { free.append(touch.ended) } else { free[lane] = max(free[lane], touch.ended) }
            lanes[index] = lane
        }
        self.lanes = lanes
    }
}
