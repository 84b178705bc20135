import TouchCore
import Vocabulary

extension ShapeName {
    static let limits: ShapeName = "limits", error: ShapeName = "error", wirePanel: ShapeName = "wirePanel", wireRegion: ShapeName = "wireRegion"
    static let snapshotTouch: ShapeName = "snapshotTouch", sample: ShapeName = "sample", touchEvent: ShapeName = "touchEvent"
    static let sensitiveEvent: ShapeName = "sensitiveEvent", outsideEvent: ShapeName = "outsideEvent", gestureEvent: ShapeName = "gestureEvent"
    static let controlEvent: ShapeName = "controlEvent", scrollEvent: ShapeName = "scrollEvent", device: ShapeName = "device"
    static let health: ShapeName = "health", askedRegion: ShapeName = "askedRegion", unaskedRegion: ShapeName = "unaskedRegion"
    static let keyChange: ShapeName = "keyChange", injecting: ShapeName = "injecting"
    static let placedFinger: ShapeName = "placedFinger", liftedFinger: ShapeName = "liftedFinger", connection: ShapeName = "connection"
    static let unmatchedPattern: ShapeName = "unmatchedPattern", uncoveredClaim: ShapeName = "uncoveredClaim", wireScreen: ShapeName = "wireScreen",
        screenSize: ShapeName = "screenSize"
    static let gaveWay: ShapeName = "gaveWay", addedRegion: ShapeName = "addedRegion", movedRegion: ShapeName = "movedRegion"
    static let statistics: ShapeName = "statistics", regionStatistics: ShapeName = "regionStatistics"
    static let panelStatistics: ShapeName = "panelStatistics", hourStatistics: ShapeName = "hourStatistics", cancelCounts: ShapeName = "cancelCounts"
    static let subscription: ShapeName = "subscription", configurationStatus: ShapeName = "configurationStatus", counts: ShapeName = "counts"
    static let trial: ShapeName = "trial", triedCalibration: ShapeName = "triedCalibration"
    static let configuredPanel: ShapeName = "configuredPanel", queues: ShapeName = "queues", latency: ShapeName = "latency"
    static let touchTotals: ShapeName = "touchTotals", screenStatus: ShapeName = "screenStatus"
    static let runStatistics: ShapeName = "runStatistics", panelRun: ShapeName = "panelRun"
    static let readElement: ShapeName = "readElement", accessibleScreen: ShapeName = "accessibleScreen"
}

extension WireShapes {
    /// The objects in messages.
    static let objects: KeyValuePairs<ShapeName, Shape> = [
        .limits: limits, .error: error, .wirePanel: panel, .wireScreen: screen, .screenSize: screenSize, .wireRegion: region,
        .addedRegion: addedRegion, .movedRegion: movedRegion, .snapshotTouch: snapshotTouch, .sample: sample,
        .touchEvent: touchEvent, .sensitiveEvent: sensitiveEvent, .outsideEvent: outsideEvent, .gestureEvent: gestureEvent,
        .controlEvent: controlEvent,
        .scrollEvent: scrollEvent, .device: device, .health: health, .askedRegion: askedRegion, .unaskedRegion: unaskedRegion,
        .keyChange: keyChange, .injecting: StatusShapes.injecting,
        .placedFinger: placedFinger, .liftedFinger: liftedFinger, .gaveWay: gaveWay, .connection: StatusShapes.client,
        .unmatchedPattern: unmatchedPattern, .uncoveredClaim: uncoveredClaim,
        .subscription: StatusShapes.subscription, .configurationStatus: StatusShapes.configurationStatus, .counts: StatusShapes.counts,
        .statistics: StatisticsShapes.statistics, .regionStatistics: StatisticsShapes.region, .hourStatistics: StatisticsShapes.hour,
        .panelStatistics: StatisticsShapes.panel,
        .cancelCounts: StatisticsShapes.cancels, .trial: StatusShapes.trial, .triedCalibration: StatusShapes.triedCalibration,
        .configuredPanel: StatusShapes.configuredPanel, .queues: StatusShapes.queues, .latency: StatusShapes.latency,
        .touchTotals: StatisticsShapes.total, .runStatistics: StatisticsShapes.run, .panelRun: StatisticsShapes.panelRun,
        .screenStatus: StatusShapes.screen, .readElement: AccessibilityVocabulary.readElement, .accessibleScreen: accessibleScreen,
    ]

    private static let limits = Shape(
        "limits", "The limits of a server.",
        keys: [
            Key("maxLine", count, required: true, "The maximum length of a client's line in bytes."),
            Key("subscriptions", count, required: true, "The maximum number of subscriptions of a connection."),
        ])

    private static let error = Shape(
        "error", "Why a request was not done.",
        keys: [
            Key("code", .word(RequestError.Code.allCases.map(\.rawValue)), required: true, "What is wrong, for programs."),
            Key("message", .string(.any), required: true, "What is wrong, for people."),
            Key("hint", .string(.any), required: true, "What to do, for people."),
        ])

    private static let gaveWay = Shape(
        "gave way", "A change that a reload has overruled.",
        keys: [
            Key("region", .string(.any), required: true, "The region's id; for the order of windows, the screen's id."),
            Key(
                "key", .string(.any),
                "The property, as in an edit; `offset` of a scroll view, `parent` for the region's parent, `children` for the order of its "
                    + "children. Absent: the region as a whole, which is gone, is the configuration's own, or is back."),
            Key("client", count, "The number of the client that made the change, as in `clients`; absent: fingers made it."),
        ])

    private static let panel = Shape(
        "panel", "A panel of a snapshot.",
        keys: [
            Key("id", .string(.any), required: true, "The panel's id."), Key("name", .string(.any), required: true, "The device's name."),
            Key("screen", .string(.any), required: true, "Its screen's id."),
            Key("pointsPerMillimetre", pointsPerMillimetre, required: true, "[x, y], or null if the panel does not report its size."),
        ])

    private static let screen = Shape(
        "screen", "A screen of a snapshot.",
        keys: screenState + [
            Key("accessibility", .object(.accessibleScreen), "The accessible glass; absent: the screen has no such section.")
        ])

    private static let accessibleScreen = Shape(
        "accessible screen", "The accessible glass of a screen.",
        keys: [Key("profiles", strings, required: true, "The profiles that are on, in the order of the file.")])

    private static let regionID = Key("id", .string(.any), required: true, "The region's id, unique in the tree.")
    private static let after = Key("after", .string(.any), "The id of the region before it in the list; absent: it is the first.")

    /// Returns the keys that describe a region.
    ///
    /// - Parameter isAlways: whether the keys are required. A region that only moved in its list omits them.
    private static func descriptionKeys(isAlways: Bool) -> [Key] {
        [
            Key("path", .string(.any), required: isAlways, "The ids from the window down to the region, joined by /."),
            Key("kind", .string(.any), required: isAlways, "view, window, button and so on, as in the configuration."),
            Key("screen", .string(.any), required: isAlways, "Its screen's id."),
            Key("bounds", numbers("x", "y", "width", "height"), required: isAlways, "The region's own space."),
            Key(
                "toScreen", numbers("a", "b", "c", "d", "tx", "ty"), required: isAlways,
                "The matrix from the region's own space to points of the screen."),
            Key("value", .number(.any), "A slider's value."), Key("isOn", .boolean, "A switch's state."),
            Key("offset", point, "A scroll view's offset, as in its events."),
            Key("zoomScale", .number(.any), "A scroll view's scale, as in its events."),
            Key("refuses", .boolean, "true: the region, or one around it, is hidden or takes no touches."),
        ]
    }

    private static let region = Shape("region", "A region of a snapshot.", keys: [regionID] + descriptionKeys(isAlways: true))

    private static let addedRegion = Shape(
        "added region", "A region that is new in a list.", keys: [regionID] + descriptionKeys(isAlways: true) + [after])

    private static let movedRegion = Shape(
        "moved region",
        "A region that has another place in a list, or has changed. With `path` it has all keys; otherwise only its place has changed.",
        keys: [
            regionID, Key("following", .number(.whole(from: 1)), "The number of regions right behind it in the list that move with it. Default: 0."),
        ]
            + descriptionKeys(isAlways: false) + [after])

    private static let screenSize = Shape(
        "screen size", "A screen's size in the configuration.",
        keys: [
            Key("screen", .string(.any), required: true, "The screen's id."),
            Key("size", numbers("width", "height"), required: true, "The size in points."),
        ])

    private static let unmatchedPattern = Shape(
        "unmatched pattern", "A pattern of a subscription that matches no region.",
        keys: [
            Key("glob", .string(.any), required: true, "The pattern as in the request."),
            Key("near", .string(.any), "A pattern that matches and was probably meant."),
        ])

    private static let uncoveredClaim = Shape(
        "uncovered claim", "A claim of a region that contains others, which the claim does not cover.",
        keys: [
            Key("receiver", .string(.any), required: true, "The id of the claimed region."),
            Key("regions", .number(.whole(from: 1)), required: true, "The number of regions in it that this connection has not claimed."),
            Key("message", .string(.any), required: true, "The same for people."),
        ])

    private static func numbers(_ names: String...) -> ValueType { .vector(names.map { Component($0) }) }

    // MARK: Touches

    private static let axes = [
        Key("inside", .boolean, "false while the finger is outside its region."),
        Key("pressure", .number(.any), "0 to 1, if the panel reports it."), Key("major", .number(.any), "The contact's long axis, in points."),
        Key("minor", .number(.any), "The contact's short axis, in points."), Key("orientation", .number(.any), "In radians, clockwise from upward."),
        Key("tool", .word(["finger", "pen"]), "What touches the glass."),
        Key("distance", .number(.any), "The distance from the glass, 0 to 1; 0: it touches the glass."),
    ]

    private static func position(isAlways: Bool) -> [Key] {
        [
            Key("x", .number(.any), required: isAlways, "In points of the screen."),
            Key("y", .number(.any), required: isAlways, "In points of the screen."),
            Key("local", point, required: isAlways, "In the receiver's own space."),
        ]
    }

    private static let receiver = [
        Key("region", .orNull(.string(.any)), required: true, "The receiver's id; null: nobody received the touch."),
        Key("target", .orNull(.string(.any)), required: true, "The region that was hit."),
    ]

    /// Returns the keys that say where a touch is.
    ///
    /// - Parameter isAlways: whether the location is required. A snapshot includes the location of a touch in a sensitive region only for the client
    ///   that owns the region.
    private static func place(isAlways: Bool) -> [Key] {
        receiver + position(isAlways: isAlways)
            + [Key("tapCount", count, required: isAlways, "The number of this tap in a series of taps.")] + axes
    }

    private static let touchID = Key("id", .number(.whole(from: 1)), required: true, "The touch's id, which is never used again in an epoch.")

    private static let snapshotTouch = Shape(
        "touch", "A touch of a snapshot.", keys: [touchID, Key("panel", .string(.any), required: true, "The panel's id.")] + place(isAlways: false))

    private static let sample = Shape(
        "sample", "A touch in one of the merged reports.", keys: [time] + position(isAlways: true) + axes + [raw])

    private static let raw = Key("raw", point, "The place before the panel's filters, in points of the screen, if the subscription asks for it.")

    private static let touchEvent = Shape(
        "touch event", "A touch as one receiver sees it.",
        keys: [event("touch"), touchID] + phase + place(isAlways: true) + [
            Key("timestamp", integer, "Event time in µs, if it differs from the frame's because the event was delayed."), raw,
            Key("by", .word(["accessibility"]), "accessibility: touchd has made the touch to activate an element."),
            Key(
                "coalesced", .list(.object(.sample), isEmptyAllowed: false),
                "The samples that were merged, if the subscription asks for them; the last one is the event itself."),
        ])

    private static let phase = [
        Key("phase", .word(["began", "moved", "ended", "cancelled"]), required: true, "What happened."),
        Key("reason", .word(reasons), "Why the touch was cancelled."),
    ]

    private static let sensitiveEvent = Shape(
        "sensitive event", "A touch in a sensitive region, without its place, for everybody except the region's owner.",
        keys: [event("sensitive"), touchID] + phase + receiver + [
            Key("timestamp", integer, "Event time in µs, if it differs from the frame's because the event was delayed.")
        ])

    private static let outsideEvent = Shape(
        "outside event", "A first finger began on a region behind one with `watchesOutside`.",
        keys: [event("outside"), touchID, Key("region", .string(.any), required: true, "The region with `watchesOutside`.")])

    // MARK: Results

    private static let gestureEvent = Shape(
        "gesture event", "A gesture.",
        keys: [event("gesture")] + gestureKeys + [
            Key("state", .word(GestureAction.State.allCases.map(\.rawValue)), required: true, "What happened."),
            Key("timestamp", integer, "Event time in µs, if it differs from the frame's because the gesture waited."),
        ] + gestureValues)

    /// The keys that gesture events and questions have in common.
    static let gestureKeys = [
        Key("gesture", .string(.any), required: true, "The gesture's id."),
        Key("kind", .word(GestureType.ofGestures.map(\.name)), required: true, "The gesture's type."),
        Key("region", .string(.any), required: true, "The id of the gesture's region."),
        Key("touches", touchIDs, required: true, "The ids of the touches that make up the gesture."),
        Key("local", point, "The centroid of the touches, in the region's own space."),
    ]

    static let gestureValues = [
        Key("translation", point, "The movement since the gesture began, in the region's own space."),
        Key("velocity", .either([point, .number(.any)]), "The velocity per second: [x, y] of a movement, otherwise a number."),
        Key("scale", .number(.any), "The scale of a pinch or transform."),
        Key("rotation", .number(.any), "The angle of a rotation or transform in radians, clockwise."),
        Key("scaleVelocity", .number(.any), "The change of a transform's `scale` per second."),
        Key("rotationVelocity", .number(.any), "The change of a transform's `rotation` per second."),
        Key("direction", .word(["up", "down", "left", "right"]), "The direction of a swipe."), Key("taps", count, "The number of taps."),
    ]

    private static let controlEvent = Shape(
        "control event", "A control's event.",
        keys: [
            event("control"), Key("region", .string(.any), required: true, "The control's id."),
            Key("action", .word(ControlEvent.allCases.map(\.rawValue)), required: true, "What happened."), touchID,
            Key("value", .number(.any), "A slider's new value."), Key("isOn", .boolean, "A switch's new state."),
        ])

    private static let scrollEvent = Shape(
        "scroll event", "A scroll view scrolls.",
        keys: [
            event("scroll"), Key("region", .string(.any), required: true, "The scroll view's id."),
            Key("offset", point, required: true, "contentOffset, in points."),
            Key("zoomScale", .number(.any), required: true, "The scale of the content on the screen."),
            Key("state", .word(ScrollAction.State.allCases.map(\.rawValue)), required: true, "What happened."),
        ])

    private static func event(_ kind: String) -> Key { Key("event", .word([kind]), required: true, "The kind of event.") }

    // MARK: Answers

    private static let device = Shape(
        "device", "A touchscreen or a keypad that is present.",
        keys: [
            Key("node", .string(.any), required: true, "The device node, or the recording's file."),
            Key("name", .string(.any), required: true, "The device's name."),
            Key("vendor", .string(.any), required: true, "Four hexadecimal digits."),
            Key("product", .string(.any), required: true, "Four hexadecimal digits."),
            Key("idPath", .string(.any), required: true, "The port it is plugged into."),
            Key("phys", .string(.any), required: true, "Its physical path."),
            Key("panel", .orNull(.string(.any)), required: true, "The id of the panel that uses the device, or null."),
            Key(
                "keypad", .string(.any),
                "The keypad that uses the device, `SCREEN/KEYPAD`; empty if the match of a keypad is meant for the device but does not count."),
            Key("reason", .string(.any), required: true, "How the device was matched, or why it was refused."),
            Key("pointsPerMillimetre", pointsPerMillimetre, required: true, "As in the snapshot."),
            Key("quirks", .list(.string(.any), isEmptyAllowed: false), "The known faults of the device that touchd corrects."),
            Key("health", .object(.health), "The health of a panel in use."),
        ])

    private static let health = Shape(
        "health", "Counts since the panel was opened, unless the key says otherwise.",
        keys: [
            Key("reports", count, required: true, "Reports."),
            Key("reportRate", count, required: true, "Reports in the last full second in which the panel reported."),
            Key("touches", count, required: true, "Touches."), Key("stuck", count, required: true, "Touches that were stuck."),
            Key("drops", count, required: true, "How often the kernel dropped events."),
            Key("identityChanges", count, required: true, "Fingers that replaced another in its slot without a lift."),
            Key("tapsInsideOneFrame", count, required: true, "Contacts that came and went in one report."),
            Key("uncorrelatedLifts", count, required: true, "Lifts of contacts that were not down."),
            Key("slotsOutOfRange", count, required: true, "Slots that the panel should not have."),
            Key("reopened", count, required: true, "How often the panel was opened again."),
        ] + FilterCounter.allCases.map { Key($0.name, count, "The count of a noise filter.") } + [
            Key("lastReport", integer, "Event time of the last report in µs.")
        ])

    private static let askedRegion = Shape(
        "asked region", "A region that a hit test asked.",
        keys: [
            Key("region", .string(.any), required: true, "The region's path."),
            Key("local", point, required: true, "The point in the region's own space."),
            Key("answer", .string(.any), required: true, "The region's answer, for people."),
        ])

    private static let unaskedRegion = Shape(
        "unasked region", "A region under the point that was not asked.",
        keys: [
            Key("region", .string(.any), required: true, "The region's path."),
            Key("because", .string(.any), required: true, "Why it was not asked, for people."),
        ])

    // MARK: Requests

    private static let finger = Key(
        "finger", .number(.whole(from: 0, to: 65535)), required: true, "A number that the client chooses. It may begin again once the finger is up.")

    private static let keyChange = Shape(
        "key change", "A key that comes down or goes up.",
        keys: [
            Key("key", .string(.keyName), required: true, "The key, by the kernel's name, such as KEY_A."),
            Key("down", .boolean, required: true, "true: the key comes down; false: it goes up."),
        ])

    private static let placedFinger = Shape(
        "placed finger", "A finger that comes down or moves.",
        keys: [
            finger, Key("phase", .word(["began", "moved"]), required: true, "What the finger does."),
            Key("x", .number(.any), required: true, "In points of the screen."), Key("y", .number(.any), required: true, "In points of the screen."),
        ])

    private static let liftedFinger = Shape(
        "lifted finger", "A finger that lifts, or is cancelled as a palm.",
        keys: [
            finger, Key("phase", .word(["ended", "cancelled"]), required: true, "What the finger does."),
            Key("x", .number(.any), "Default of `x` and `y`: the finger's last place."), Key("y", .number(.any), "See `x`."),
        ])
}
