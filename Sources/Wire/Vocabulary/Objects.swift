import TouchCore
import Vocabulary

extension ShapeName {
    static let limits: ShapeName = "limits", error: ShapeName = "error", wirePanel: ShapeName = "wirePanel", wireRegion: ShapeName = "wireRegion"
    static let snapshotTouch: ShapeName = "snapshotTouch", sample: ShapeName = "sample", touchEvent: ShapeName = "touchEvent"
    static let sensitiveEvent: ShapeName = "sensitiveEvent", outsideEvent: ShapeName = "outsideEvent", gestureEvent: ShapeName = "gestureEvent"
    static let controlEvent: ShapeName = "controlEvent", scrollEvent: ShapeName = "scrollEvent", device: ShapeName = "device"
    static let health: ShapeName = "health", askedRegion: ShapeName = "askedRegion", unaskedRegion: ShapeName = "unaskedRegion"
    static let placedFinger: ShapeName = "placedFinger", liftedFinger: ShapeName = "liftedFinger", connection: ShapeName = "connection"
    static let unmatchedPattern: ShapeName = "unmatchedPattern", wireScreen: ShapeName = "wireScreen",
        screenSize: ShapeName = "screenSize"
    static let gaveWay: ShapeName = "gaveWay", addedRegion: ShapeName = "addedRegion", movedRegion: ShapeName = "movedRegion"
    static let statistics: ShapeName = "statistics", regionStatistics: ShapeName = "regionStatistics"
    static let panelStatistics: ShapeName = "panelStatistics", hourStatistics: ShapeName = "hourStatistics", cancelCounts: ShapeName = "cancelCounts"
    static let subscription: ShapeName = "subscription", configurationStatus: ShapeName = "configurationStatus", counts: ShapeName = "counts"
    static let trial: ShapeName = "trial", triedCalibration: ShapeName = "triedCalibration"
    static let configuredPanel: ShapeName = "configuredPanel", queues: ShapeName = "queues", latency: ShapeName = "latency"
    static let touchTotals: ShapeName = "touchTotals", screenStatus: ShapeName = "screenStatus"
    static let runStatistics: ShapeName = "runStatistics", panelRun: ShapeName = "panelRun"
}

extension WireShapes {
    /// The objects in messages.
    static let objects: KeyValuePairs<ShapeName, Shape> = [
        .limits: limits, .error: error, .wirePanel: panel, .wireScreen: screen, .screenSize: screenSize, .wireRegion: region,
        .addedRegion: addedRegion, .movedRegion: movedRegion, .snapshotTouch: snapshotTouch, .sample: sample,
        .touchEvent: touchEvent, .sensitiveEvent: sensitiveEvent, .outsideEvent: outsideEvent, .gestureEvent: gestureEvent,
        .controlEvent: controlEvent,
        .scrollEvent: scrollEvent, .device: device, .health: health, .askedRegion: askedRegion, .unaskedRegion: unaskedRegion,
        .placedFinger: placedFinger, .liftedFinger: liftedFinger, .gaveWay: gaveWay, .connection: StatusShapes.client,
        .unmatchedPattern: unmatchedPattern,
        .subscription: StatusShapes.subscription, .configurationStatus: StatusShapes.configurationStatus, .counts: StatusShapes.counts,
        .statistics: StatisticsShapes.statistics, .regionStatistics: StatisticsShapes.region, .hourStatistics: StatisticsShapes.hour,
        .panelStatistics: StatisticsShapes.panel,
        .cancelCounts: StatisticsShapes.cancels, .trial: StatusShapes.trial, .triedCalibration: StatusShapes.triedCalibration,
        .configuredPanel: StatusShapes.configuredPanel, .queues: StatusShapes.queues, .latency: StatusShapes.latency,
        .touchTotals: StatisticsShapes.total, .runStatistics: StatisticsShapes.run, .panelRun: StatisticsShapes.panelRun,
        .screenStatus: StatusShapes.screen,
    ]

    private static let limits = Shape(
        "limits", "What a server takes at the most.",
        keys: [
            Key("maxLine", count, required: true, "Bytes of a client's line."),
            Key("subscriptions", count, required: true, "Subscriptions of a connection."),
        ])

    private static let error = Shape(
        "error", "Why a request was not done.",
        keys: [
            Key("code", .word(RequestError.Code.allCases.map(\.rawValue)), required: true, "For programs."),
            Key("message", .string(.any), required: true, "For people: what is wrong."),
            Key("hint", .string(.any), required: true, "For people: what to do."),
        ])

    private static let gaveWay = Shape(
        "gave way", "Something that a reload has overruled.",
        keys: [
            Key("region", .string(.any), required: true, "The region's id; of the order of windows the screen's."),
            Key(
                "key", .string(.any),
                "The property, as in an edit; `offset` of a scroll view, `parent` for what the region is in, `children` for the order of what "
                    + "is in it. Without it the region as a whole: it is gone, is the configuration's own, or is back."),
            Key("client", count, "The number of the client that had changed it, as `clients` lists it; none for fingers."),
        ])

    private static let panel = Shape(
        "panel", "A panel of a snapshot.",
        keys: [
            Key("id", .string(.any), required: true, "The panel's id."), Key("name", .string(.any), required: true, "The device's name."),
            Key("screen", .string(.any), required: true, "Its screen's id."),
            Key("pointsPerMillimetre", pointsPerMillimetre, required: true, "[x, y], or null if the panel does not say how large it is."),
        ])

    private static let screen = Shape("screen", "A screen of a snapshot.", keys: screenState)

    private static let regionID = Key("id", .string(.any), required: true, "Unique in the tree.")
    private static let after = Key("after", .string(.any), "The id of the region before it in the list; absent: it is the first.")

    /// Returns the keys that describe a region.
    ///
    /// - Parameter isAlways: whether the keys are required. A region that only moved in its list omits them.
    private static func look(isAlways: Bool) -> [Key] {
        [
            Key("path", .string(.any), required: isAlways, "The ids from its window down, joined by /."),
            Key("kind", .string(.any), required: isAlways, "view, window, button and so on, as in the configuration."),
            Key("screen", .string(.any), required: isAlways, "Its screen's id."),
            Key("bounds", numbers("x", "y", "width", "height"), required: isAlways, "Its own space."),
            Key("toScreen", numbers("a", "b", "c", "d", "tx", "ty"), required: isAlways, "The matrix from there to points of the screen."),
            Key("value", .number(.any), "A slider's."), Key("isOn", .boolean, "A switch's."),
            Key("offset", point, "A scroll view's, as in its events."), Key("zoomScale", .number(.any), "A scroll view's, as in its events."),
            Key("refuses", .boolean, "true if it, or what it is in, is hidden or takes no touches."),
        ]
    }

    private static let region = Shape("region", "A region of a snapshot.", keys: [regionID] + look(isAlways: true))

    private static let addedRegion = Shape(
        "added region", "A region that is new in a list.", keys: [regionID] + look(isAlways: true) + [after])

    private static let movedRegion = Shape(
        "moved region", "A region that a list has elsewhere or otherwise: with `path` all of it, else it is as it was.",
        keys: [regionID, Key("following", .number(.whole(from: 1)), "How many regions that follow it in the list go with it. Default: 0.")]
            + look(isAlways: false) + [after])

    private static let screenSize = Shape(
        "screen size", "How large a screen is, as the configuration has it.",
        keys: [
            Key("screen", .string(.any), required: true, "Its id."),
            Key("size", numbers("width", "height"), required: true, "In points."),
        ])

    private static let unmatchedPattern = Shape(
        "unmatched pattern", "A pattern of a subscription that matches no region.",
        keys: [
            Key("glob", .string(.any), required: true, "As the request has it."),
            Key("near", .string(.any), "A pattern that matches and was probably meant."),
        ])

    private static func numbers(_ names: String...) -> ValueType { .vector(names.map { Component($0) }) }

    // MARK: Touches

    private static let axes = [
        Key("inside", .boolean, "false while the finger is outside its region."),
        Key("pressure", .number(.any), "0 to 1, if the panel reports it."), Key("major", .number(.any), "The contact's long axis, in points."),
        Key("minor", .number(.any), "Its short axis, in points."), Key("orientation", .number(.any), "In radians, clockwise from upward."),
        Key("tool", .word(["finger", "pen"]), "What touches the glass."), Key("distance", .number(.any), "0 to 1; 0 touches the glass."),
    ]

    private static func position(isAlways: Bool) -> [Key] {
        [
            Key("x", .number(.any), required: isAlways, "In points of the screen."),
            Key("y", .number(.any), required: isAlways, "In points of the screen."),
            Key("local", point, required: isAlways, "In the receiver's own space."),
        ]
    }

    private static let receiver = [
        Key("region", .orNull(.string(.any)), required: true, "Who received it; null: nobody."),
        Key("target", .orNull(.string(.any)), required: true, "The region that was hit."),
    ]

    /// Returns the keys that say where a touch is.
    ///
    /// - Parameter isAlways: whether the location is required. In a snapshot, a touch in a sensitive region has one only for its owner.
    private static func place(isAlways: Bool) -> [Key] {
        receiver + position(isAlways: isAlways)
            + [Key("tapCount", count, required: isAlways, "Which of several taps in a row it is.")] + axes
    }

    private static let touchID = Key("id", .number(.whole(from: 1)), required: true, "The touch's; never comes again in an epoch.")

    private static let snapshotTouch = Shape(
        "touch", "A touch of a snapshot.", keys: [touchID, Key("panel", .string(.any), required: true, "The panel's id.")] + place(isAlways: false))

    private static let sample = Shape(
        "sample", "A touch as one of the merged reports had it.", keys: [time] + position(isAlways: true) + axes + [raw])

    private static let raw = Key("raw", point, "Where the panel has it, in points of the screen, before the panel's filters; if asked for.")

    private static let touchEvent = Shape(
        "touch event", "A touch as one receiver sees it.",
        keys: [event("touch"), touchID] + phase + place(isAlways: true) + [
            Key("timestamp", integer, "µs of event time, if it is not the frame's: of what was withheld."), raw,
            Key("coalesced", .list(.object(.sample), isEmptyAllowed: false), "What was merged, the last as the event itself; if asked for."),
        ])

    private static let phase = [
        Key("phase", .word(["began", "moved", "ended", "cancelled"]), required: true, "What happened."),
        Key("reason", .word(reasons), "Why it was cancelled."),
    ]

    private static let sensitiveEvent = Shape(
        "sensitive event", "A touch in a sensitive region, as others than its owner hear of it: not where.",
        keys: [event("sensitive"), touchID] + phase + receiver + [
            Key("timestamp", integer, "µs of event time, if it is not the frame's: of what was withheld.")
        ])

    private static let outsideEvent = Shape(
        "outside event", "A first finger began behind a region that watches outside.",
        keys: [event("outside"), touchID, Key("region", .string(.any), required: true, "The region that watches.")])

    // MARK: What comes of them

    private static let gestureEvent = Shape(
        "gesture event", "A gesture.",
        keys: [event("gesture")] + gestureKeys + [
            Key("state", .word(GestureAction.State.allCases.map(\.rawValue)), required: true, "What happened."),
            Key("timestamp", integer, "µs of event time, if it is not the frame's: of what had to wait."),
        ] + gestureValues)

    /// The keys that gesture events and questions have in common.
    static let gestureKeys = [
        Key("gesture", .string(.any), required: true, "Its id."),
        Key("kind", .word(GestureTable.types.map(\.name)), required: true, "Its type."),
        Key("region", .string(.any), required: true, "Its region's id."), Key("touches", touchIDs, required: true, "Those that make it up."),
        Key("local", point, "Their centroid, in the region's own space."),
    ]

    static let gestureValues = [
        Key("translation", point, "Since it began, in the region's own space."),
        Key("velocity", .either([point, .number(.any)]), "A second: [x, y] of what moves, else a number."),
        Key("scale", .number(.any), "Of pinches and transforms."), Key("rotation", .number(.any), "Of rotations and transforms: radians, clockwise."),
        Key("scaleVelocity", .number(.any), "Of transforms, a second."), Key("rotationVelocity", .number(.any), "Of transforms, a second."),
        Key("direction", .word(["up", "down", "left", "right"]), "Of swipes."), Key("taps", count, "Of taps."),
    ]

    private static let controlEvent = Shape(
        "control event", "A control's event.",
        keys: [
            event("control"), Key("region", .string(.any), required: true, "The control's id."),
            Key("action", .word(ControlEvent.allCases.map(\.rawValue)), required: true, "What happened."), touchID,
            Key("value", .number(.any), "A slider's new one."), Key("isOn", .boolean, "A switch's new one."),
        ])

    private static let scrollEvent = Shape(
        "scroll event", "A scroll view scrolls.",
        keys: [
            event("scroll"), Key("region", .string(.any), required: true, "Its id."),
            Key("offset", point, required: true, "contentOffset, in points."),
            Key("zoomScale", .number(.any), required: true, "How far it is zoomed."),
            Key("state", .word(ScrollAction.State.allCases.map(\.rawValue)), required: true, "What happened."),
        ])

    private static func event(_ kind: String) -> Key { Key("event", .word([kind]), required: true, "What it is.") }

    // MARK: Answers

    private static let device = Shape(
        "device", "A touchscreen that is present.",
        keys: [
            Key("node", .string(.any), required: true, "The device node, or the recording's file."),
            Key("name", .string(.any), required: true, "The device's name."),
            Key("vendor", .string(.any), required: true, "Four hexadecimal digits."),
            Key("product", .string(.any), required: true, "Four hexadecimal digits."),
            Key("idPath", .string(.any), required: true, "The port it is plugged into."),
            Key("phys", .string(.any), required: true, "Its physical path."),
            Key("panel", .orNull(.string(.any)), required: true, "The panel it is, or null."),
            Key("reason", .string(.any), required: true, "How it was matched, or why it was refused."),
            Key("pointsPerMillimetre", pointsPerMillimetre, required: true, "As in the snapshot."),
            Key("quirks", .list(.string(.any), isEmptyAllowed: false), "What is put right of a panel that is known to be wrong."),
            Key("health", .object(.health), "How a panel in use is doing."),
        ])

    private static let health = Shape(
        "health", "Counts since the panel was opened, unless it says otherwise.",
        keys: [
            Key("reports", count, required: true, "Reports."),
            Key("reportRate", count, required: true, "Reports in the last full second in which it reported."),
            Key("touches", count, required: true, "Touches."), Key("stuck", count, required: true, "Touches that were stuck."),
            Key("drops", count, required: true, "How often the kernel dropped events."),
            Key("identityChanges", count, required: true, "Fingers that took another's slot without a lift."),
            Key("tapsInsideOneFrame", count, required: true, "Contacts that came and went in one report."),
            Key("uncorrelatedLifts", count, required: true, "Lifts of what was not down."),
            Key("slotsOutOfRange", count, required: true, "Slots that the panel should not have."),
            Key("reopened", count, required: true, "How often it was opened again."),
        ] + FilterCounter.allCases.map { Key($0.name, count, "By a noise filter.") } + [Key("lastReport", integer, "µs of event time.")])

    private static let askedRegion = Shape(
        "asked region", "A region that a hit test asked.",
        keys: [
            Key("region", .string(.any), required: true, "Its path."), Key("local", point, required: true, "The point in its own space."),
            Key("answer", .string(.any), required: true, "What it answered, for people."),
        ])

    private static let unaskedRegion = Shape(
        "unasked region", "A region under the point that was not asked.",
        keys: [
            Key("region", .string(.any), required: true, "Its path."), Key("because", .string(.any), required: true, "Why, for people."),
        ])

    // MARK: Requests

    private static let finger = Key(
        "finger", .number(.whole(from: 0, to: 65535)), required: true, "A number of the client's own choice; it may begin again when it is over.")

    private static let placedFinger = Shape(
        "placed finger", "A finger that comes down or moves.",
        keys: [
            finger, Key("phase", .word(["began", "moved"]), required: true, "What it does."),
            Key("x", .number(.any), required: true, "In points of the screen."), Key("y", .number(.any), required: true, "In points of the screen."),
        ])

    private static let liftedFinger = Shape(
        "lifted finger", "A finger that lifts, or that the panel takes for a palm.",
        keys: [
            finger, Key("phase", .word(["ended", "cancelled"]), required: true, "What it does."),
            Key("x", .number(.any), "Default, of both: where it last was."), Key("y", .number(.any), "See `x`."),
        ])
}
