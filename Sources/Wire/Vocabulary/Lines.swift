import TouchCore
import Vocabulary

extension WireShapes {
    /// The messages that the server sends.
    package static let lines: [WireMessage] =
        basicLines + AccessibilityVocabulary.lines + [
            WireMessage(
                "bye", "the last line: the connection is closed",
                Key("reason", .word(ServerMessages.DisconnectReason.allCases.map(\.rawValue)), required: true, "See [goodbye](#goodbye)."),
                Key("message", .string(.any), required: true, "The reason, for people."))
        ]

    private static let basicLines: [WireMessage] = [
        WireMessage(
            "hello", "the first line of every connection",
            Key("protocol", .numeral([ServerMessages.protocolVersion]), required: true, "Rises with each incompatible change."),
            Key("minor", count, required: true, "Rises with each addition."),
            Key("server", .string(.any), required: true, "The server's name and version."),
            Key("epoch", .string(.any), required: true, "New at each start of touchd. If it changed, forget all touch ids."),
            Key("capabilities", .list(.string(.any), isEmptyAllowed: true), required: true, "What this server can do."),
            Key("limits", .object(.limits), required: true, "The server's limits.")),
        WireMessage(
            "reply", "the answer to the request with this `id`",
            forms: [Form(requires: ["error"], forbids: replies.map(\.name).filter { $0 != "generation" && $0 != "diagnostics" })] + [
                Form(requires: [], forbids: ["error"])
            ],
            [
                Key("id", id, required: true, "The request's id, or null."), Key("ok", .boolean, required: true, "true: the request was done."),
                Key("error", .object(.error), "Why the request was not done."),
            ] + replies),
        WireMessage(
            "snapshot",
            "the state at one moment; nothing from before follows. A new subscriber gets no events of the listed touches, only of touches that "
                + "begin later",
            seq, generation, panels, screens, regions,
            Key("touches", .list(.object(.snapshotTouch), isEmptyAllowed: true), required: true, "The touches that are down.")),
        WireMessage(
            "frame", "everything that one report of the panel changed, ends first", seq, time,
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key(
                "events",
                .list(
                    .byWord(
                        "event",
                        [
                            ("touch", .touchEvent), ("sensitive", .sensitiveEvent), ("outside", .outsideEvent),
                            ("gesture", .gestureEvent), ("control", .controlEvent), ("scroll", .scrollEvent),
                        ], otherwise: nil), isEmptyAllowed: false), required: true,
                "The events; a client handles them in this order.")),
        WireMessage(
            "panel", "a panel was added, or was removed after its touches were cancelled. Carries no `seq`",
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key("state", .word(["added", "removed"]), required: true, "Whether the panel was added or removed."),
            Key("name", .string(.any), "The device's name, if the panel was added."), Key("screen", .string(.any), "Its screen's id."),
            Key("pointsPerMillimetre", pointsPerMillimetre, "See the panels of a snapshot."),
            Key("time", integer, "Event time in µs at which the panel was removed.")),
        WireMessage("screen", "a screen's display, activity or mode has changed. Carries no `seq`", screenState),
        WireMessage(
            "staff",
            "somebody has made one of the staff's gestures. Goes to clients with the right `staff`, with and without a subscription. Carries "
                + "no `seq`",
            Key("screen", .string(.any), required: true, "The screen's id."),
            Key("id", .string(.any), required: true, "The gesture's id in the configuration."), time),
        WireMessage(
            "kioskGesture",
            "somebody has made one of the kiosk's gestures. Goes to clients with the right `staff`, with and without a subscription. Carries "
                + "no `seq`",
            Key("screen", .string(.any), required: true, "The screen's id."),
            Key("id", .string(.any), required: true, "The gesture's id in the configuration."), time),
        WireMessage(
            "config", "touchd has reloaded the configuration, or has refused it and kept the old one. Carries no `seq`",
            Key("ok", .boolean, required: true, "true: the configuration is in force; false: it was refused."), generation,
            Key("panels", .list(.object(.wirePanel), isEmptyAllowed: true), "As in the snapshot, if `ok` is true."),
            Key("regions", .list(.object(.wireRegion), isEmptyAllowed: true), "As in the snapshot, if `ok` is true."),
            Key(
                "gaveWay", .list(.object(.gaveWay), isEmptyAllowed: true),
                "Changes by fingers and clients that the file has overruled, in regions that this client may know, if `ok` is true."),
            Key(
                "trial", .object(.trial),
                "The [trial](#trying-a-configuration) that is in force from now on; absent: the file's configuration is in force."),
            Key("message", .string(.any), "What is wrong with the configuration, if `ok` is false.")),
        WireMessage(
            "overridden", "a reload has overruled an edit by this client; the `config` line follows. Carries no `seq`",
            Key("region", .string(.any), required: true, "The region's id; for the order of windows, the screen's id."),
            Key("key", .string(.any), "As in `gaveWay`."), generation),
        WireMessage(
            "warning", "a problem that somebody should fix. Comes after `hello`. Carries no `seq`",
            Key(
                "code", .word(["lastGoodConfiguration"]), required: true,
                "lastGoodConfiguration: the configuration file is wrong, and its last valid text is in force. Later versions may have other codes."),
            Key("message", .string(.any), required: true, "What is wrong, for people.")),
        WireMessage(
            "tree",
            "a client has added, removed or moved regions, or a claim has changed which regions this client sees. Has `regions`, or, for clients "
                + "that want [treeChanges](#changes-of-the-tree), the three other keys. Carries no `seq`",
            forms: [
                Form(requires: ["regions"], forbids: ["added", "removed", "moved"]),
                Form(requires: ["added", "removed", "moved"], forbids: ["regions"]),
            ],
            [
                generation, Key("regions", .list(.object(.wireRegion), isEmptyAllowed: true), "The regions that the subscriptions match."),
                Key("added", .list(.object(.addedRegion), isEmptyAllowed: true), "The regions that are new in the list."),
                Key("removed", strings, "The ids of regions that are no longer in the list."),
                Key("moved", .list(.object(.movedRegion), isEmptyAllowed: true), "The regions that have another place in the list, or have changed."),
            ]),
        WireMessage("changed", "a client has set properties of these regions. Carries no `seq`", generation, regions),
        WireMessage(
            "trace", "why a touch begins where it does; see [why](#why). Carries no `seq`",
            [
                Key("touch", count, required: true, "The touch's id."), time, Key("panel", .string(.any), required: true, "The panel's id."),
                Key("x", .number(.any), "In points of the screen."), Key("y", .number(.any), "In points of the screen."),
                Key("target", path, required: true, "The region that was hit, unless a fallback or an interceptor decided otherwise."),
                Key("decidedBy", path, "The interceptor that consumed or redirected the touch."),
                Key("blockedBy", path, "The region whose finger keeps the target from getting another."),
                Key("receivers", strings, "The receivers that get the touch, by path."),
                Key("withheldFrom", strings, "The receivers for which the touch is delayed, by path."),
                Key("sensitive", .boolean, "true: the touch is in a sensitive region, so further details are left out."),
            ] + explanation),
        WireMessage(
            "question", "a gesture [asks](#questions) the client that has claimed its region. Carries no `seq`",
            [
                Key("id", .number(.whole(from: 1)), required: true, "The question's id; counts all questions of touchd."),
                Key("ask", .word(["shouldReceive", "shouldBegin"]), required: true, "What the gesture asks."), time,
                Key("deadline", integer, required: true, "Event time in µs from which the declared answer counts."),
                Key("panel", .string(.any), required: true, "The panel's id."),
            ] + gestureKeys + [Key("target", .string(.any), "For `shouldReceive`: the region that the touch has hit.")] + gestureValues),
        WireMessage(
            "settled", "how a question ended, for clients that trace. Carries no `seq`",
            Key("id", .number(.whole(from: 1)), required: true, "The question's id."), time,
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key("value", .orNull(.boolean), required: true, "The answer that counts; null: the question is void."),
            Key(
                "by", .word(["client", "default", "nobody"]), required: true,
                "client: the client has answered; default: the declared answer counts; nobody: the question is void.")),
        WireMessage(
            "released", "this client's claims on these receivers have ended. Carries no `seq`",
            Key("receivers", strings, required: true, "The receivers' ids."),
            Key("reason", .word(reasons), required: true, "Why the claims have ended.")),
        WireMessage(
            "input", "a report of a panel that this client [records](#recording). Carries no `seq`",
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key(
                "events", .list(.vector(["time", "type", "code", "value"].map { Component($0) }), isEmptyAllowed: false), required: true,
                "The events as the kernel reported them; times in µs.")),
        WireMessage(
            "recorded", "a recording that this client started has ended, but not at its request. Carries no `seq`",
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key(
                "reason", .word(["lagged", "deviceRemoved"]), required: true,
                "lagged: the client did not read, and the rest of the recording is lost."),
            Key("message", .string(.any), required: true, "The reason, for people.")),
        WireMessage(
            "lagged", "this client was too slow; a `snapshot` follows", seq,
            Key("merged", count, required: true, "The number of moves that this client did not see."),
            Key("cancelled", touchIDs, required: true, "The ids of the touches that were cancelled for this client.")),
        WireMessage("pong", "the answer to `ping`", Key("id", id, required: true, "The request's id, or null.")),
        WireMessage("synced", "the answer to `sync`", Key("id", id, required: true, "The request's id, or null.")),
    ]

    /// The keys of all replies, in the order of the requests.
    private static let replies = requests.flatMap(\.reply).reduce(into: [Key]()) { keys, key in
        if !keys.contains(where: { $0.name == key.name }) { keys.append(key) }
    }

    static let explanation = [
        Key("hit", path, "The region that the point hits, by path."),
        Key(
            "asked", .list(.object(.askedRegion), isEmptyAllowed: true), "The regions that were asked, in order, with their answers."),
        Key("unasked", .list(.object(.unaskedRegion), isEmptyAllowed: true), "The regions under the point that were not asked."),
    ]

    private static let path = ValueType.orNull(.string(.any))
    static let reasons = CancelReason.allCases.map(\.rawValue)
    static let pointsPerMillimetre = ValueType.orNull(point)
}
