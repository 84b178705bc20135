import TouchCore
import Vocabulary

/// The objects in the reply to `stats`.
enum StatisticsShapes {
    static let statistics = Shape(
        "statistics", "How often what was touched, but for sensitive regions.",
        keys: [
            Key("duration", WireShapes.count, required: true, "µs in which was counted, without what was between two runs of touchd."),
            Key("missed", WireShapes.count, required: true, "Touches that no region received."),
            Key("forgotten", WireShapes.count, required: true, "Removed regions whose counts were given up: there were too many."),
            Key("total", .object(.touchTotals), required: true, "What all receivers had together, also those whose counts were given up."),
            Key(
                "regions", .list(.object(.regionStatistics), isEmptyAllowed: true), required: true,
                "Receivers with a touch: first those that are there, then removed ones."),
            Key("panels", .list(.object(.panelStatistics), isEmptyAllowed: true), required: true, "Panels, also those that are not open now."),
            Key("hours", .list(.object(.hourStatistics), isEmptyAllowed: true), "With `hours`: the last 744 hours in which something was touched."),
            Key("sinceStart", .object(.runStatistics), "With `sinceStart`: counts that never fall while this touchd runs."),
        ])

    static let run = Shape(
        "run statistics", "How often what was touched since touchd was started, but for sensitive regions. No count ever falls.",
        keys: [
            Key("missed", WireShapes.count, required: true, "Touches that no region received."),
            Key("total", .object(.touchTotals), required: true, "What all receivers had together."),
            Key(
                "others", .object(.touchTotals), required: true,
                "What those had that are not among the `regions`, since \(RunStatistics.regionsMax) others were touched first."),
            Key(
                "regions", .list(.object(.regionStatistics), isEmptyAllowed: true), required: true,
                "The first \(RunStatistics.regionsMax) receivers that were touched, also removed ones."),
            Key("panels", .list(.object(.panelRun), isEmptyAllowed: true), required: true, "Panels that were opened."),
        ])

    static let panelRun = Shape(
        "panel run", "What a panel has done since touchd was started, however often it was opened.",
        keys: [
            Key("panel", .string(.any), required: true, "Its id."), Key("touches", WireShapes.count, required: true, "Touches begun."),
            Key("reports", WireShapes.count, required: true, "Reports (SYN_REPORT)."),
            Key("stuck", WireShapes.count, required: true, "As in `health`, and so are the other keys."),
        ]
            + (["drops", "identityChanges", "tapsInsideOneFrame", "uncorrelatedLifts", "slotsOutOfRange"] + FilterCounter.allCases.map(\.name)).map {
                Key($0, WireShapes.count, required: true, "As in `health`.")
            })

    static let hour = Shape(
        "hour statistics", "How much was touched within an hour of the wall clock, but for sensitive regions.",
        keys: [
            Key("time", WireShapes.integer, required: true, "Seconds since 1970 (UTC): when the hour began."),
            Key("touches", WireShapes.count, required: true, "Touches that receivers got."),
            Key("taps", WireShapes.count, required: true, "Those of them that were taps."),
            Key("dwell", WireShapes.count, required: true, "µs that fingers were down in regions."),
            Key("missed", WireShapes.count, required: true, "Touches that no region received."),
            Key("cancels", .object(.cancelCounts), required: true, "Touches that were cancelled, by reason."),
            Key("panels", .list(.object(.panelStatistics), isEmptyAllowed: true), required: true, "Panels on which something was counted."),
        ])

    static let region = Shape(
        "region statistics", "How often a receiver was touched.",
        keys: [
            Key("region", .string(.any), required: true, "Its id.")
        ] + counts)

    static let total = Shape("touch totals", "What all receivers had together. A touch that several receive counts for each.", keys: counts)

    private static let counts = [
        Key("touches", WireShapes.count, required: true, "Touches that it received."),
        Key("ended", WireShapes.count, required: true, "Those of them that ended, and were not cancelled."),
        Key("taps", WireShapes.count, required: true, "Those of these that were short, went no way to speak of, and were lifted inside."),
        Key("dwell", WireShapes.count, required: true, "µs that fingers were down in it, in all."),
        Key("longest", WireShapes.count, required: true, "µs that the longest touch took."),
        Key("cancels", .object(.cancelCounts), required: true, "Touches that were cancelled, by reason."),
    ]

    static let cancels = Shape(
        "cancel counts", "Touches that were cancelled, by reason; reasons without any are left out.",
        keys: CancelReason.allCases.map { Key($0.rawValue, WireShapes.count, "As the `reason` of a cancel.") })

    static let panel = Shape(
        "panel statistics", "What a panel has done, however often it was opened.",
        keys: [
            Key("panel", .string(.any), required: true, "Its id."), Key("touches", WireShapes.count, required: true, "Touches begun."),
            Key("reports", WireShapes.count, required: true, "Reports (SYN_REPORT)."),
            Key("ghosts", WireShapes.count, required: true, "Contacts that noise filters took for ghosts."),
            Key("drops", WireShapes.count, required: true, "Times that the kernel dropped events."),
            Key("reportRate", WireShapes.count, "Reports in the last full second in which it reported; absent: it is not open."),
        ])
}
