import Recordings
import TouchCore

/// All findings of a report about one recording.
public struct RecordingFindings {
    let file: String
    let wallClock: WallClock?
    /// The panel's declared description, the known quirks of the panel, and the protocol that it is read with.
    let panel: PanelDescription
    let quirks: [String]
    let protocolName: String
    let resolution: Size
    /// The panel ID and the screen ID in the configuration; nil if the recording is played without a configuration.
    let place: (panel: String, screen: String)?
    let screen: Size
    let pointsPerMillimetre: Size?
    let inputEvents: Int
    /// The event time of the first and the last event, in µs.
    let start: Int64
    let end: Int64
    let touches: [ReportTouch]
    let sensitive: [String: Int]
    let cancels: [CancelReason: Int]
    let actions: [ReportAction: Int]
    let holds: [Int64]
    let events: Int
    let heat: HeatGrid
    let intervals: ReportIntervals
    let counts: PanelCounts
    let missed: Int
    let regions: [(id: String, counts: RegionCounts)]
    let picture: RegionPicture
    let nearMisses: NearMisses
    /// The µs that the replay took for each report, sorted; empty if not measured.
    let processing: [Double]

    var duration: Int64 { max(0, end - start) }
    var taps: [ReportTouch] { touches.filter { $0.isTap(within: tapDistance) } }
    /// The longest distance between the begin and the end of a tap, in points of the screen.
    var tapDistance: Double { Self.tapDistance(place == nil ? screen : nil) }
    var sensitiveCount: Int { sensitive.values.reduce(0, +) }
    var ghosts: SuspectedGhosts { SuspectedGhosts(touches) }
    var resting: RestingFingers? { RestingFingers(touches, shorterSide: min(screen.width, screen.height)) }
    /// The touches that lost their end: the panel was silent, or the recording ends while they are down.
    var stuck: [ReportTouch] { touches.filter { $0.cancel == .stuck || $0.cancel == .deviceRemoved } }

    /// The faults that occurred, with their names, counts and meanings.
    var faults: [(name: String, count: Int, meaning: String)] {
        let contacts = counts.contacts
        let all: [(String, Int, String)] = [
            ("dropped", contacts.drops, "times that the kernel lost events (SYN_DROPPED): the program that read the panel was too slow"),
            ("new id in a live slot", contacts.identityChanges, "contacts that replaced another contact that was not lifted"),
            ("lifts without a contact", contacts.uncorrelatedLifts, "lifts of contacts that were not down"),
            ("slots out of range", contacts.slotsOutOfRange, "events for slots that the panel does not declare"),
            ("taps inside one report", contacts.tapsInsideOneFrame, "contacts that came and went within one report, too short to be a touch"),
            ("stuck", touches.count { $0.cancel == .stuck }, "touches cancelled because the panel reported nothing about them (stuckAfter)"),
            (
                "outside the screen", touches.count { !Rect(0, 0, screen.width, screen.height).contains($0.start) },
                "touches that began outside the screen, according to the panel"
            ),
            ("still down at the end", touches.count { $0.cancel == .deviceRemoved }, "touches that were down when the recording ended"),
            ("suspected ghosts", ghosts.touches, "touches that began at the very same point again and again and never moved"),
            ("filtered ghosts", counts.filters[.ghosts], "contacts that the ghost filter kept from becoming touches"),
            ("filtered contacts", counts.filters[.eaten], "contacts that lifted before a filter let them become touches"),
            ("bridged dropouts", counts.filters[.bridged], "lifts that turned out to be dropouts"),
            ("tried again", counts.filters[.returnedAfterEaten], "touches near a contact that a filter had just removed"),
        ]
        return all.filter { $0.1 > 0 }
    }

    /// The distance that `touchctl stats` uses; on a screen in device units, the same share of the screen.
    static func tapDistance(_ deviceUnits: Size?) -> Double {
        deviceUnits.map { min($0.width, $0.height) / 54 } ?? TouchStatistics.tapDistanceMax
    }
}

/// The times between a panel's reports while a finger was down.
struct ReportIntervals {
    /// The intervals in µs, in the order of time, and the start of each.
    private(set) var all: [Int64] = []
    private var starts: [Int64] = []
    private var previous: Int64?

    /// Adds a report.
    ///
    /// - Parameters:
    ///   - isOpen: whether the report may be shown to everybody.
    ///   - isTouched: whether a finger is down after the report, and none in a sensitive region.
    mutating func add(reportAt time: Int64, isOpen: Bool, isTouched: Bool) {
        if isOpen, let previous, time > previous {
            all.append(time - previous)
            starts.append(previous)
        }
        previous = isOpen && isTouched ? time : nil
    }

    /// The quantile of the intervals, in µs; nil if there are none.
    func quantile(_ share: Double) -> Int64? { Self.quantile(share, of: all.sorted()) }

    static func quantile(_ share: Double, of sorted: [Int64]) -> Int64? {
        sorted.isEmpty ? nil : sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
    }

    struct Summary: Equatable {
        /// The intervals' median, 5 % and 95 % quantiles and maximum, in µs.
        var median, low, high, longest: Int64
        /// The reports per second, by the median.
        var rate: Double
        /// The median distance of the intervals from their median, in µs.
        var jitter: Int64
        /// The number of intervals above three times the median.
        var gaps: Int
    }

    var summary: Summary? {
        let sorted = all.sorted()
        guard let median = Self.quantile(0.5, of: sorted) else { return nil }
        return Summary(
            median: median, low: Self.quantile(0.05, of: sorted)!, high: Self.quantile(0.95, of: sorted)!, longest: sorted.last!,
            rate: 1_000_000 / Double(max(1, median)), jitter: Self.quantile(0.5, of: sorted.map { abs($0 - median) }.sorted())!,
            gaps: sorted.count { $0 > 3 * median })
    }

    /// The longest intervals, with the start of each.
    func longest(_ count: Int) -> [(start: Int64, length: Int64)] {
        let order = all.indices.sorted { (all[$0], starts[$1]) > (all[$1], starts[$0]) }
        return order.prefix(count).map { (starts[$0], all[$0]) }
    }

    struct Histogram: Equatable {
        /// The width of a column, in µs.
        let width: Int64
        /// The number of intervals in each column. The last column also has all longer ones.
        let counts: [Int]
    }

    /// The histogram: at most 41 columns of a round width, up to four times the median.
    var histogram: Histogram? {
        guard let median = quantile(0.5) else { return nil }
        let widths: [Int64] = [50, 100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000]
        let width = widths.first { 4 * median <= 40 * $0 } ?? 10_000_000
        let columns = min(40, max(4, Int((4 * median + width - 1) / width)))
        var counts = Array(repeating: 0, count: columns + 1)
        for one in all { counts[Int(min(Int64(columns), one / width))] += 1 }
        return Histogram(width: width, counts: counts)
    }
}

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

/// The taps that landed just beside a button.
struct NearMisses {
    struct Miss: Equatable {
        let touch: UInt64
        let time: Int64
        let place: Point
        /// The ID of the region that got the tap, or nil.
        let taken: String?
        /// The ID of the button, or of the sensitive region that contains it.
        let button: String
        /// The distance between the tap and the button's hit area, in points of the screen.
        let distance: Double
    }

    /// The misses of one button: their number and their distances.
    struct Row: Equatable {
        let button: String
        var count: Int
        var nearest: Double
        var farthest: Double
    }

    /// The misses in the order of time.
    let all: [Miss]

    /// Finds the near misses among taps.
    ///
    /// - Parameter reach: points of the screen. A tap farther away was not meant for the button.
    init(_ taps: some Sequence<ReportTouch>, _ tree: RegionTree, screen: Int, reach: Double) {
        let buttons = tree.directory.regions.filter { tree[$0].screen == screen && Self.isButton($0, tree) && tree.isReachable($0) }
        all = taps.compactMap { tap in
            if let target = tap.target, tree.chain(to: target).contains(where: { Self.isButton($0, tree) }) { return nil }
            var nearest: (region: RegionID, distance: Double)?
            for button in buttons {
                let distance = Self.distance(from: tap.start, to: button, tree)
                if distance <= reach, distance < nearest?.distance ?? .infinity { nearest = (button, distance) }
            }
            guard let nearest else { return nil }
            let named = tree[nearest.region].sensitiveRoot ?? nearest.region
            return Miss(
                touch: tap.id, time: tap.began, place: tap.start, taken: tap.region, button: tree[named].id, distance: nearest.distance)
        }
    }

    /// The rows of all buttons, the most frequent first.
    var rows: [Row] {
        var rows: [String: Row] = [:]
        for miss in all {
            var row = rows[miss.button] ?? Row(button: miss.button, count: 0, nearest: .infinity, farthest: 0)
            row.count += 1
            row.nearest = min(row.nearest, miss.distance)
            row.farthest = max(row.farthest, miss.distance)
            rows[miss.button] = row
        }
        return rows.values.sorted { ($0.count, $1.button) > ($1.count, $0.button) }
    }

    /// Whether the region is a control, or has a tap gesture.
    static func isButton(_ region: RegionID, _ tree: RegionTree) -> Bool {
        guard region.isRegion else { return false }
        let spec = tree.specs[region.slot]
        return spec.kind.isControl && spec.isEnabled || spec.gestures.contains { $0.type == "tap" && $0.isEnabled }
    }

    /// The distance from a place to the region's hit area, in points of the screen.
    static func distance(from place: Point, to region: RegionID, _ tree: RegionTree) -> Double {
        let area = tree.specs[region.slot].targetBounds
        let local = tree.convert(place, to: region)
        let nearest = Point(min(max(local.x, area.minX), area.maxX), min(max(local.y, area.minY), area.maxY))
        return place.distance(to: tree.convertToScreen(nearest, from: region))
    }
}
