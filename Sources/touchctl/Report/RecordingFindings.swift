import Recordings
import TouchCore

/// All findings of a report about one recording.
struct RecordingFindings {
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
