import TouchCore
import Vocabulary

extension WireShapes {
    /// The messages that the server sends.
    package static let lines: [WireMessage] = [
        WireMessage(
            "hello", "the first line of every connection",
            Key("protocol", .numeral([ServerMessages.protocolVersion]), required: true, "What breaks raises it."),
            Key("minor", count, required: true, "What is added raises it."), Key("server", .string(.any), required: true, "Name and version."),
            Key("epoch", .string(.any), required: true, "New at each start of touchd: touch ids begin anew."),
            Key("capabilities", .list(.string(.any), isEmptyAllowed: true), required: true, "What this server can do."),
            Key("limits", .object(.limits), required: true, "What it takes at the most.")),
        WireMessage(
            "reply", "the answer to the request with this `id`",
            forms: [Form(requires: ["error"], forbids: replies.map(\.name).filter { $0 != "generation" && $0 != "diagnostics" })] + [
                Form(requires: [], forbids: ["error"])
            ],
            [
                Key("id", id, required: true, "The request's, or null."), Key("ok", .boolean, required: true, "Whether it was done."),
                Key("error", .object(.error), "Why not."),
            ] + replies),
        WireMessage(
            "snapshot",
            "the picture at one moment; nothing from before follows. Touches listed are not the newcomer's: it gets those that begin later",
            seq, generation, panels, screens, regions,
            Key("touches", .list(.object(.snapshotTouch), isEmptyAllowed: true), required: true, "Those that are down.")),
        WireMessage(
            "frame", "all that one report of the panel changed, endings first", seq, time,
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
                "In the order in which they are to be acted on.")),
        WireMessage(
            "panel", "a panel came, or went after its touches were cancelled. Carries no `seq`",
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key("state", .word(["added", "removed"]), required: true, "Which of the two."),
            Key("name", .string(.any), "The device's name, of one that came."), Key("screen", .string(.any), "Its screen's id."),
            Key("pointsPerMillimetre", pointsPerMillimetre, "See the panels of a snapshot."),
            Key("time", integer, "µs of event time at which it went.")),
        WireMessage("screen", "a screen's display, activity or mode is another. Carries no `seq`", screenState),
        WireMessage(
            "staff", "somebody has made one of the staff's gestures. For who has the right `staff`, without a subscription. Carries no `seq`",
            Key("screen", .string(.any), required: true, "The screen's id."),
            Key("id", .string(.any), required: true, "The gesture's, as the configuration has it."), time),
        WireMessage(
            "config", "the configuration was reloaded, or refused and the old one kept. Carries no `seq`",
            Key("ok", .boolean, required: true, "Whether it is in force."), generation,
            Key("panels", .list(.object(.wirePanel), isEmptyAllowed: true), "As in the snapshot, if it is in force."),
            Key("regions", .list(.object(.wireRegion), isEmptyAllowed: true), "As in the snapshot, if it is in force."),
            Key(
                "gaveWay", .list(.object(.gaveWay), isEmptyAllowed: true),
                "What fingers and clients had made of regions that this client may know, and the file has overruled, if it is in force."),
            Key("trial", .object(.trial), "What is [tried](#trying-a-configuration) from now on; absent: nothing, and the file's is in force."),
            Key("message", .string(.any), "What is wrong with it, if it was refused.")),
        WireMessage(
            "overridden", "a reload has overruled an edit of this client's; the `config` line follows. Carries no `seq`",
            Key("region", .string(.any), required: true, "Its id; of the order of windows the screen's."),
            Key("key", .string(.any), "As in `gaveWay`."), generation),
        WireMessage(
            "warning", "something that people should see to. Comes after `hello`. Carries no `seq`",
            Key(
                "code", .word(["lastGoodConfiguration"]), required: true,
                "lastGoodConfiguration: the configuration's file is wrong, and its last right state is in force. Others may follow."),
            Key("message", .string(.any), required: true, "For people.")),
        WireMessage(
            "tree",
            "a client has added, removed or moved regions, or a claim lets this one see more or fewer of them. Has `regions`, or for those who want "
                + "[treeChanges](#changes-of-the-tree) the three others. Carries no `seq`",
            forms: [
                Form(requires: ["regions"], forbids: ["added", "removed", "moved"]),
                Form(requires: ["added", "removed", "moved"], forbids: ["regions"]),
            ],
            [
                generation, Key("regions", .list(.object(.wireRegion), isEmptyAllowed: true), "Those that the subscriptions match."),
                Key("added", .list(.object(.addedRegion), isEmptyAllowed: true), "Those that the list has now and had not before."),
                Key("removed", strings, "The ids of those that the list had and has not now."),
                Key("moved", .list(.object(.movedRegion), isEmptyAllowed: true), "Those that it has elsewhere, or otherwise, than before."),
            ]),
        WireMessage("changed", "a client has set properties of these regions. Carries no `seq`", generation, regions),
        WireMessage(
            "trace", "why a touch begins where it does; see [why](#why). Carries no `seq`",
            [
                Key("touch", count, required: true, "Its id."), time, Key("panel", .string(.any), required: true, "The panel's id."),
                Key("x", .number(.any), "In points of the screen."), Key("y", .number(.any), "In points of the screen."),
                Key("target", path, required: true, "What was hit, unless a fallback or an interceptor decided otherwise."),
                Key("decidedBy", path, "The interceptor that consumed or redirected the touch."),
                Key("blockedBy", path, "The region whose finger keeps the target from taking another."),
                Key("receivers", strings, "Who gets it, by path."), Key("withheldFrom", strings, "From whom it is withheld."),
                Key("sensitive", .boolean, "true: it is in a sensitive region, of which no more is said."),
            ] + explanation),
        WireMessage(
            "question", "a gesture [asks](#questions) the client that has claimed its region. Carries no `seq`",
            [
                Key("id", .number(.whole(from: 1)), required: true, "Counts all questions of touchd."),
                Key("ask", .word(["shouldReceive", "shouldBegin"]), required: true, "What is asked."), time,
                Key("deadline", integer, required: true, "µs of event time from which on what is declared counts."),
                Key("panel", .string(.any), required: true, "The panel's id."),
            ] + gestureKeys + [Key("target", .string(.any), "Of `shouldReceive`: what the touch has hit.")] + gestureValues),
        WireMessage(
            "settled", "to those who trace: how a question came to its end. Carries no `seq`",
            Key("id", .number(.whole(from: 1)), required: true, "The question's."), time,
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key("value", .orNull(.boolean), required: true, "What counts, or null."),
            Key("by", .word(["client", "default", "nobody"]), required: true, "Who said so; nobody: it has become moot.")),
        WireMessage(
            "released", "this client answers for these receivers no more. Carries no `seq`",
            Key("receivers", strings, required: true, "Their ids."), Key("reason", .word(reasons), required: true, "Why.")),
        WireMessage(
            "input", "a report of a panel that this client [records](#recording). Carries no `seq`",
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key(
                "events", .list(.vector(["time", "type", "code", "value"].map { Component($0) }), isEmptyAllowed: false), required: true,
                "As the kernel gave them; times in µs.")),
        WireMessage(
            "recorded", "a recording of this client's is over, and not because it said so. Carries no `seq`",
            Key("panel", .string(.any), required: true, "The panel's id."),
            Key("reason", .word(["lagged", "deviceRemoved"]), required: true, "lagged: it did not read, and the rest is lost."),
            Key("message", .string(.any), required: true, "The same for people.")),
        WireMessage(
            "lagged", "this client was too slow; a `snapshot` follows", seq,
            Key("merged", count, required: true, "How many moves it did not see."),
            Key("cancelled", touchIDs, required: true, "The touches that were cancelled for it.")),
        WireMessage("pong", "the answer to `ping`", Key("id", id, required: true, "The request's, or null.")),
        WireMessage("synced", "the answer to `sync`", Key("id", id, required: true, "The request's, or null.")),
        WireMessage(
            "bye", "the last line: the connection is closed",
            Key("reason", .word(ServerMessages.DisconnectReason.allCases.map(\.rawValue)), required: true, "See [goodbye](#goodbye)."),
            Key("message", .string(.any), required: true, "The same for people.")),
    ]

    /// The keys of all replies, in the order of the requests.
    private static let replies = requests.flatMap(\.reply).reduce(into: [Key]()) { keys, key in
        if !keys.contains(where: { $0.name == key.name }) { keys.append(key) }
    }

    static let explanation = [
        Key("hit", path, "What the point hits, by path."),
        Key(
            "asked", .list(.object(.askedRegion), isEmptyAllowed: true), "The regions that were asked, in order, and what they answered."),
        Key("unasked", .list(.object(.unaskedRegion), isEmptyAllowed: true), "The regions under the point that were not asked."),
    ]

    private static let path = ValueType.orNull(.string(.any))
    static let reasons = CancelReason.allCases.map(\.rawValue)
    static let pointsPerMillimetre = ValueType.orNull(point)
}
