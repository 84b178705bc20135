import TouchCore

/// Places at which touches began repeatedly at exactly the same point without moving. Fingers do not do that.
struct SuspectedGhosts {
    /// The number of touches in a row that makes a place suspect, and the longest pause in µs between a lift and the next begin.
    static let timesMin = 3
    static let pauseMax: Int64 = 2_000_000

    struct Place: Equatable {
        /// The place reported by the panel, in points of the screen.
        let place: Point
        let region: String?
        var touches: Int
        var first: Int64
        var last: Int64
    }

    /// The places, the most frequent first.
    let places: [Place]

    init(_ touches: [ReportTouch]) {
        var series: [Point: Place] = [:]
        var found: [Place] = []
        func keep(_ one: Place?) { if let one, one.touches >= Self.timesMin { found.append(one) } }
        for touch in touches where !touch.hasMoved && !touch.isDown {
            if var known = series[touch.raw], touch.began - known.last <= Self.pauseMax {
                known.touches += 1
                known.last = touch.ended
                series[touch.raw] = known
            } else {
                keep(series[touch.raw])
                series[touch.raw] = Place(place: touch.raw, region: touch.region, touches: 1, first: touch.began, last: touch.ended)
            }
        }
        for one in series.values { keep(one) }
        places = found.sorted { ($0.touches, $1.first, $1.place.x, $1.place.y) > ($1.touches, $0.first, $0.place.x, $0.place.y) }
    }

    var touches: Int { places.reduce(0) { $0 + $1.touches } }
}
