import TouchCore
import Vocabulary

/// The objects in the reply to `stats`.
enum StatisticsShapes {
    static let statistics = Shape(
        "statistics", "Counts of touches, without those in sensitive regions.",
        keys: [
            Key("duration", WireShapes.count, required: true, "The time in µs during which touchd counted, without the time between two runs."),
            Key("missed", WireShapes.count, required: true, "Touches that no region received."),
            Key("forgotten", WireShapes.count, required: true, "Removed regions whose counts were discarded because there were too many."),
            Key("total", .object(.touchTotals), required: true, "The sums of all receivers, including those whose counts were discarded."),
            Key(
                "regions", .list(.object(.regionStatistics), isEmptyAllowed: true), required: true,
                "Receivers that were touched: present ones first, then removed ones."),
            Key("panels", .list(.object(.panelStatistics), isEmptyAllowed: true), required: true, "Panels, including those that are not open now."),
            Key("hours", .list(.object(.hourStatistics), isEmptyAllowed: true), "With `hours`: the last 744 hours in which something was touched."),
            Key("sinceStart", .object(.runStatistics), "With `sinceStart`: counts that never fall while this touchd runs."),
        ])

    static let run = Shape(
        "run statistics", "Counts of touches since touchd was started, without those in sensitive regions. No count ever falls.",
        keys: [
            Key("missed", WireShapes.count, required: true, "Touches that no region received."),
            Key("total", .object(.touchTotals), required: true, "The sums of all receivers."),
            Key(
                "others", .object(.touchTotals), required: true,
                "The sums of receivers that are not in `regions`, because \(RunStatistics.regionsMax) others were touched first."),
            Key(
                "regions", .list(.object(.regionStatistics), isEmptyAllowed: true), required: true,
                "The first \(RunStatistics.regionsMax) receivers that were touched, including removed ones."),
            Key("panels", .list(.object(.panelRun), isEmptyAllowed: true), required: true, "Panels that were opened."),
        ])

    static let panelRun = Shape(
        "panel run", "Counts of a panel since touchd was started, however often it was opened.",
        keys: [
            Key("panel", .string(.any), required: true, "The panel's id."), Key("touches", WireShapes.count, required: true, "Touches begun."),
            Key("reports", WireShapes.count, required: true, "Reports (SYN_REPORT)."),
            Key("stuck", WireShapes.count, required: true, "As in `health`."),
        ]
            + (["drops", "identityChanges", "tapsInsideOneFrame", "uncorrelatedLifts", "slotsOutOfRange"] + FilterCounter.allCases.map(\.name)).map {
                Key($0, WireShapes.count, required: true, "As in `health`.")
            })

    static let hour = Shape(
        "hour statistics", "Counts of touches in one hour of the wall clock, without those in sensitive regions.",
        keys: [
            Key("time", WireShapes.integer, required: true, "The start of the hour in seconds since 1970 (UTC)."),
            Key("touches", WireShapes.count, required: true, "Touches that receivers got."),
            Key("taps", WireShapes.count, required: true, "Touches that were taps."),
            Key("dwell", WireShapes.count, required: true, "The time in µs that fingers were down in regions."),
            Key("missed", WireShapes.count, required: true, "Touches that no region received."),
            Key("cancels", .object(.cancelCounts), required: true, "Touches that were cancelled, by reason."),
            Key("panels", .list(.object(.panelStatistics), isEmptyAllowed: true), required: true, "Panels on which something was counted."),
        ])

    static let region = Shape(
        "region statistics", "How often a receiver was touched.",
        keys: [
            Key("region", .string(.any), required: true, "The receiver's id.")
        ] + counts)

    static let total = Shape("touch totals", "The sums of all receivers. A touch with several receivers counts for each of them.", keys: counts)

    private static let counts = [
        Key("touches", WireShapes.count, required: true, "Touches that it received."),
        Key("ended", WireShapes.count, required: true, "Touches that ended and were not cancelled."),
        Key("taps", WireShapes.count, required: true, "Ended touches that were short, hardly moved, and were lifted inside."),
        Key("dwell", WireShapes.count, required: true, "The total time in µs that fingers were down in it."),
        Key("longest", WireShapes.count, required: true, "The duration of the longest touch in µs."),
        Key("cancels", .object(.cancelCounts), required: true, "Touches that were cancelled, by reason."),
    ]

    static let cancels = Shape(
        "cancel counts", "Touches that were cancelled, by reason; reasons without a cancel are left out.",
        keys: CancelReason.allCases.map { Key($0.rawValue, WireShapes.count, "As the `reason` of a cancel.") })

    static let panel = Shape(
        "panel statistics", "Counts of a panel, however often it was opened.",
        keys: [
            Key("panel", .string(.any), required: true, "The panel's id."), Key("touches", WireShapes.count, required: true, "Touches begun."),
            Key("reports", WireShapes.count, required: true, "Reports (SYN_REPORT)."),
            Key("ghosts", WireShapes.count, required: true, "Contacts that noise filters took for ghosts."),
            Key("drops", WireShapes.count, required: true, "How often the kernel dropped events."),
            Key("reportRate", WireShapes.count, "Reports in the last full second in which the panel reported; absent: it is not open."),
        ])
}
