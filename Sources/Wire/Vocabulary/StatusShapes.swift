import Vocabulary

/// The objects in replies to `status` and `clients`.
enum StatusShapes {
    static let configurationStatus = Shape(
        "configuration status", "Which configuration is in force.",
        keys: [
            Key("file", .string(.any), required: true, "Its path."), Key("loadedAt", WireShapes.integer, required: true, "When it was read."),
            Key("refusedAt", WireShapes.integer, "When one was last refused."), Key("message", .string(.any), "Why that was."),
            Key("reloads", WireShapes.count, required: true, "How often the file was read again since the start, and put into force."),
            Key("refusals", WireShapes.count, required: true, "How often it was refused then."),
            Key("lastGood", .boolean, "true: the file was wrong at the start, and its last right state is in force."),
            Key("trial", .object(.trial), "What is [tried](#trying-a-configuration), if anything is."),
        ])

    static let trial = Shape(
        "trial", "What is in force for a time instead of what the file says.",
        keys: [
            Key("what", .word(["configuration", "calibration"]), required: true, "A whole configuration, or the calibration of a panel."),
            Key("panel", .string(.any), "The panel's id, of a calibration."),
            Key("until", WireShapes.integer, required: true, "When it is over, µs of the monotonic clock."),
        ])

    /// The calibration in a `try` request.
    static let triedCalibration = Shape(
        "tried calibration", "A panel's whole calibration, in place of udev's and the file's.",
        keys: [
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key(
                "matrix", .vector(["a", "b", "c", "d", "e", "f"].map { Component($0) }), required: true,
                "As `calibration` of a [panel](configuration.md#panel)."),
        ])

    static let counts = Shape(
        "counts", "Since the start, unless it says otherwise.",
        keys: [
            Key("clients", WireShapes.count, required: true, "Connected now."),
            Key("mostClients", WireShapes.count, required: true, "So many may be."),
            Key("unusedDevices", WireShapes.count, required: true, "Touchscreens that are no panel, now."),
            Key("touches", WireShapes.count, required: true, "Touches begun."),
            Key("down", WireShapes.count, required: true, "Touches on the glass, now."),
            Key("injected", WireShapes.count, required: true, "Fingers that clients have injected."),
            Key("connections", WireShapes.count, required: true, "Clients taken."),
            Key("refused", WireShapes.count, required: true, "Clients turned away."),
            Key(
                "frames", WireShapes.count,
                "Frames published. Left out for who is not trusted and may not observe every [sensitive region](access.md#sensitive-regions)."),
            Key("encodings", WireShapes.count, required: true, "Lines made of them."),
            Key("lines", WireShapes.count, required: true, "Lines sent of them."),
            Key("merged", WireShapes.count, required: true, "Moves that clients did not see by themselves."),
            Key("lagged", WireShapes.count, required: true, "Times that a client was told `lagged`."),
            Key("slow", WireShapes.count, required: true, "Clients closed because they took no byte."),
            Key("unresponsive", WireShapes.count, required: true, "Times that a client did not acknowledge in time."),
            Key("badLines", WireShapes.count, required: true, "Lines that are no request as this document has it (`badRequest`)."),
            Key("refusedRequests", WireShapes.count, required: true, "Requests that are, and were answered with another error."),
            Key("violations", WireShapes.count, required: true, "Breaks of the stream grammar that touchd found: a bug each."),
            Key("refusedEdits", WireShapes.count, required: true, "Regions of clients that are gone that could not be removed."),
        ])

    static let configuredPanel = Shape(
        "configured panel", "A panel of the configuration, whether or not its device is there.",
        keys: [
            Key("panel", .string(.any), required: true, "Its id."), Key("screen", .string(.any), required: true, "Its screen's id."),
            Key("open", .boolean, required: true, "true: a device is in use for it."),
        ])

    static let screen = Shape(
        "screen status", "A screen, in the answer to `status`.",
        keys: WireShapes.screenState + [
            Key(
                "lastOpenTouch", .orNull(WireShapes.integer), required: true,
                "The same as `lastTouch`, of touches outside of [sensitive regions](access.md#sensitive-regions) alone.")
        ])

    static let queues = Shape(
        "queues", "What waits for clients, and the most that has waited for one since the start. Without clients that see into a sensitive region.",
        keys: [
            Key("behind", WireShapes.count, required: true, "Clients for which something waits, now."),
            Key("bytes", WireShapes.count, required: true, "On their way to all of them together, now."),
            Key("frames", WireShapes.count, required: true, "That wait behind these, now."),
            Key("lag", WireShapes.count, required: true, "µs that the oldest of all this has waited."),
            Key("mostBytes", WireShapes.count, required: true, "The most that were on their way to one client."),
            Key("mostFrames", WireShapes.count, required: true, "The most that waited for one client."),
            Key("mostLag", WireShapes.count, required: true, "µs that a client was behind at the most."),
        ])

    static let latency = Shape(
        "latency",
        "How long reports of live panels took, from the kernel's time stamp until their lines were sent. Since the start; without sensitive regions.",
        keys: [
            Key("bounds", .list(WireShapes.count, isEmptyAllowed: false), required: true, "µs: each bucket goes up to here, this included."),
            Key(
                "counts", .list(WireShapes.count, isEmptyAllowed: false), required: true, "Reports in each bucket, and last those beyond all bounds."),
            Key("sum", WireShapes.count, required: true, "µs of all these reports."),
        ])

    static let client = Shape(
        "client", "A connection.",
        keys: [
            Key("number", WireShapes.count, required: true, "Its own: connections are counted from 1."),
            Key("pid", WireShapes.integer, required: true, "Its process."), Key("program", .string(.any), required: true, "What runs there."),
            Key("uid", WireShapes.count, required: true, "Its user."), Key("name", .string(.any), "As it calls itself."),
            Key("token", .string(.any), "The [token](access.md#tokens) whose rights it has."),
            Key("admin", .boolean, "true: it came through the admin socket."), Key("self", .boolean, "true: the one that asks."),
            Key("connectedAt", WireShapes.integer, required: true, "Since when."),
            Key(
                "subscriptions", .list(.object(.subscription), isEmptyAllowed: true), required: true,
                "As it asked for them, with what it left out."),
            Key("claims", WireShapes.strings, required: true, "What it has claimed."),
            Key("ackWithin", WireShapes.count, "In ms, if it is to acknowledge."),
            Key("lastAck", WireShapes.count, "The last line it has acknowledged."), Key("trace", .boolean, "true: begins are explained to it."),
            Key("injected", WireShapes.count, "Fingers that it has [injected](#injecting-touches), if any."),
            Key(
                "sensitive", .boolean, "true: it sees into a [sensitive region](access.md#each-channel), or has; how much it got is as it was before."
            ),
            Key("unacknowledged", WireShapes.count, required: true, "Lines that it has yet to acknowledge."),
            Key("queuedBytes", WireShapes.count, required: true, "On their way to it."),
            Key("queuedFrames", WireShapes.count, required: true, "That wait behind these."),
            Key("lag", WireShapes.count, required: true, "How far it is behind, in µs."),
            Key("merged", WireShapes.count, required: true, "Moves that it did not see by themselves."),
            Key("lagged", WireShapes.count, required: true, "Times that it was told `lagged`."),
            Key("badLines", WireShapes.count, required: true, "Lines of its that are no request as this document has it (`badRequest`)."),
            Key("refusedRequests", WireShapes.count, required: true, "Requests of its that are, and were answered with another error."),
            Key("seq", WireShapes.count, required: true, "Of the last line it got."), Key("sentBytes", WireShapes.count, required: true, "In all."),
        ])

    static let subscription = Shape(
        "subscription", "A subscription of a client's.",
        keys: [
            Key("subscription", WireShapes.count, required: true, "Its number."), Key("regions", WireShapes.strings, required: true, "Globs."),
            Key("events", WireShapes.strings, required: true, "Kinds of events."),
            Key("observe", .boolean, "true if it was asked for."), Key("axes", .boolean, "true if it was asked for."),
            Key("maxRate", .number(.any), "If it was asked for."), Key("coalesced", .boolean, "true if it was asked for."),
            Key("raw", .boolean, "true if it was asked for."),
        ])
}
