import Vocabulary

/// The objects in replies to `status` and `clients`.
enum StatusShapes {
    static let configurationStatus = Shape(
        "configuration status", "The configuration in force.",
        keys: [
            Key("file", .string(.any), required: true, "The file's path."),
            Key("loadedAt", WireShapes.integer, required: true, "The time when the configuration was read."),
            Key("refusedAt", WireShapes.integer, "The time when a configuration was last refused."),
            Key("message", .string(.any), "Why it was refused."),
            Key("reloads", WireShapes.count, required: true, "Reloads since the start that put the file into force."),
            Key("refusals", WireShapes.count, required: true, "Reloads since the start that were refused."),
            Key("lastGood", .boolean, "true: the file was wrong at the start, and its last valid text is in force."),
            Key("trial", .object(.trial), "The [trial](#trying-a-configuration) in force, if there is one."),
        ])

    static let trial = Shape(
        "trial", "A configuration or calibration that is in force for a limited time, instead of the file's.",
        keys: [
            Key("what", .word(["configuration", "calibration"]), required: true, "A whole configuration, or the calibration of a panel."),
            Key("panel", .string(.any), "The panel's id, for a calibration."),
            Key("until", WireShapes.integer, required: true, "The time when the trial ends, in µs of the monotonic clock."),
        ])

    /// The calibration in a `try` request.
    static let triedCalibration = Shape(
        "tried calibration", "A panel's whole calibration, instead of udev's and the file's.",
        keys: [
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key(
                "matrix", .vector(["a", "b", "c", "d", "e", "f"].map { Component($0) }), required: true,
                "The matrix, as `calibration` of a [panel](configuration.md#panel)."),
        ])

    static let counts = Shape(
        "counts", "Counts since the start, unless the key says otherwise.",
        keys: [
            Key("clients", WireShapes.count, required: true, "Clients that are connected now."),
            Key("mostClients", WireShapes.count, required: true, "The maximum number of connected clients."),
            Key("unusedDevices", WireShapes.count, required: true, "Touchscreens that are not panels, now."),
            Key("touches", WireShapes.count, required: true, "Touches begun."),
            Key("down", WireShapes.count, required: true, "Touches on the glass, now."),
            Key("injected", WireShapes.count, required: true, "Fingers that clients have injected."),
            Key("connections", WireShapes.count, required: true, "Clients accepted."),
            Key("refused", WireShapes.count, required: true, "Clients refused because too many were connected."),
            Key(
                "frames", WireShapes.count,
                "Frames published. Absent for users who are not trusted and may not observe every [sensitive region](access.md#sensitive-regions)."),
            Key("encodings", WireShapes.count, required: true, "Lines encoded from frames."),
            Key("lines", WireShapes.count, required: true, "Lines of frames sent, counted for each client."),
            Key("merged", WireShapes.count, required: true, "Moves that were merged into later ones."),
            Key("lagged", WireShapes.count, required: true, "Times that a client got `lagged`."),
            Key("slow", WireShapes.count, required: true, "Connections closed because the client read nothing."),
            Key("unresponsive", WireShapes.count, required: true, "Times that a client did not acknowledge in time."),
            Key("badLines", WireShapes.count, required: true, "Lines that are not valid requests (`badRequest`)."),
            Key("refusedRequests", WireShapes.count, required: true, "Valid requests that were answered with another error."),
            Key("violations", WireShapes.count, required: true, "Violations of the stream grammar that touchd found; each is a bug."),
            Key("refusedEdits", WireShapes.count, required: true, "Regions of disconnected clients that touchd could not remove; each is a bug."),
        ])

    static let injecting = Shape(
        "injecting client", "A client that injects fingers, from its first finger until it disconnects or has had no finger down for 60 s.",
        keys: [
            Key("client", WireShapes.count, required: true, "The connection's number."),
            Key("uid", WireShapes.count, required: true, "The client's user id."),
            Key("name", .string(.any), "The name that the client gave in `hello`."),
            Key("token", .string(.any), "The [token](access.md#tokens) whose rights the client has."),
            Key("screens", WireShapes.strings, required: true, "The ids of the screens on which it has put fingers."),
            Key("since", WireShapes.integer, required: true, "The time of the first finger."),
            Key("touches", WireShapes.count, required: true, "The fingers since then."),
            Key("down", WireShapes.count, required: true, "The fingers that are down now."),
        ])

    static let configuredPanel = Shape(
        "configured panel", "A panel of the configuration, whether or not its device is there.",
        keys: [
            Key("panel", .string(.any), required: true, "The panel's id."), Key("screen", .string(.any), required: true, "Its screen's id."),
            Key("open", .boolean, required: true, "true: a device is in use as this panel."),
        ])

    static let screen = Shape(
        "screen status", "A screen, in the answer to `status`.",
        keys: WireShapes.screenState + [
            Key(
                "lastOpenTouch", .orNull(WireShapes.integer), required: true,
                "The same as `lastTouch`, but only for touches outside [sensitive regions](access.md#sensitive-regions).")
        ])

    static let queues = Shape(
        "queues",
        "Data that waits for clients now, and the most that has waited for one client since the start. Without clients that see into a "
            + "sensitive region.",
        keys: [
            Key("behind", WireShapes.count, required: true, "Clients for which data waits, now."),
            Key("bytes", WireShapes.count, required: true, "Bytes on their way to all these clients together, now."),
            Key("frames", WireShapes.count, required: true, "Frames that wait behind these bytes, now."),
            Key("lag", WireShapes.count, required: true, "The time in µs that the oldest of this data has waited."),
            Key("mostBytes", WireShapes.count, required: true, "The most bytes that were on their way to one client."),
            Key("mostFrames", WireShapes.count, required: true, "The most frames that waited for one client."),
            Key("mostLag", WireShapes.count, required: true, "The longest time in µs that a client was behind."),
        ])

    static let latency = Shape(
        "latency",
        "The time from the kernel's time stamp of a live panel's report until its lines were sent. Since the start; without sensitive regions.",
        keys: [
            Key("bounds", .list(WireShapes.count, isEmptyAllowed: false), required: true, "The upper bounds of the buckets in µs, inclusive."),
            Key(
                "counts", .list(WireShapes.count, isEmptyAllowed: false), required: true,
                "The number of reports in each bucket; the last one is for those above all bounds."),
            Key("sum", WireShapes.count, required: true, "The sum of all latencies in µs."),
        ])

    static let client = Shape(
        "client", "A connection.",
        keys: [
            Key("number", WireShapes.count, required: true, "The connection's number, counted from 1."),
            Key("pid", WireShapes.integer, required: true, "The client's process id."),
            Key("program", .string(.any), required: true, "The program that runs in this process."),
            Key("uid", WireShapes.count, required: true, "The client's user id."),
            Key("name", .string(.any), "The name that the client gave in `hello`."),
            Key("token", .string(.any), "The [token](access.md#tokens) whose rights the client has."),
            Key("admin", .boolean, "true: the client is connected to the admin socket."),
            Key("self", .boolean, "true: this is the client that asks."),
            Key("connectedAt", WireShapes.integer, required: true, "The time when the client connected."),
            Key(
                "subscriptions", .list(.object(.subscription), isEmptyAllowed: true), required: true,
                "The client's subscriptions, with the defaults of keys that it left out."),
            Key("claims", WireShapes.strings, required: true, "The ids of the receivers that the client has claimed."),
            Key("ackWithin", WireShapes.count, "The time in ms within which the client acknowledges lines, if it does."),
            Key("lastAck", WireShapes.count, "The `seq` of the last line that the client acknowledged."),
            Key("trace", .boolean, "true: the client gets `trace` lines."),
            Key("injected", WireShapes.count, "Fingers that the client has [injected](#injecting-touches), if any."),
            Key(
                "sensitive", .boolean,
                "true: the client sees into a [sensitive region](access.md#each-channel), or has done so. Its amounts are from before that."
            ),
            Key("unacknowledged", WireShapes.count, required: true, "Lines that the client still has to acknowledge."),
            Key("queuedBytes", WireShapes.count, required: true, "Bytes on their way to the client."),
            Key("queuedFrames", WireShapes.count, required: true, "Frames that wait behind these bytes."),
            Key("lag", WireShapes.count, required: true, "The time in µs that the client is behind."),
            Key("merged", WireShapes.count, required: true, "Moves that were merged into later ones."),
            Key("lagged", WireShapes.count, required: true, "Times that the client got `lagged`."),
            Key("badLines", WireShapes.count, required: true, "Lines of the client that are not valid requests (`badRequest`)."),
            Key("refusedRequests", WireShapes.count, required: true, "Valid requests of the client that were answered with another error."),
            Key("seq", WireShapes.count, required: true, "The `seq` of the last line sent to the client."),
            Key("sentBytes", WireShapes.count, required: true, "All bytes sent to the client."),
        ])

    static let subscription = Shape(
        "subscription", "A client's subscription.",
        keys: [
            Key("subscription", WireShapes.count, required: true, "The subscription's number."),
            Key("regions", WireShapes.strings, required: true, "Globs."),
            Key("events", WireShapes.strings, required: true, "Kinds of events."),
            Key("observe", .boolean, "true: the client asked for it."), Key("axes", .boolean, "true: the client asked for it."),
            Key("maxRate", .number(.any), "The maximum rate, if the client asked for one."),
            Key("coalesced", .boolean, "true: the client asked for it."),
            Key("raw", .boolean, "true: the client asked for it."),
        ])
}
