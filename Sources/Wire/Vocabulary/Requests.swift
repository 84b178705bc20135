import TouchCore
import Vocabulary

extension WireShapes {
    /// What clients send.
    package static let requests: [WireMessage] = [
        WireMessage(
            request: "hello", answer: "none, or `reply` if it has an `id`; a `reply` with an error, or `bye`, if it asks for what there is not",
            requestID, Key("name", .string(.any), "What the client is called in touchd's log."),
            Key(
                "protocol", count,
                "The protocol that the client speaks. If it is not the server's, the server says `bye` (`protocol`)."),
            Key("want", strings, "Capabilities that the client cannot do without: one that is missing is an error (`unsupported`).")),
        WireMessage(
            request: "subscribe", answer: "`reply` with the subscription's number, then `snapshot`, then `frame`s", requestID,
            Key("regions", strings, "Globs over regions' paths. Default: [\"**\"]."),
            Key("events", .list(.word(Subscription.kinds), isEmptyAllowed: true), "Which kinds of events. Default: all."),
            Key("observe", .boolean, "Also touches that no region received. Default: false."),
            Key("axes", .boolean, "A change of pressure, size, orientation or distance alone is moved too. Default: false."),
            Key("maxRate", .number(NumberRange(minimum: 1, maximum: 1000)), "Frames of moves a second at the most. Default: as they come."),
            Key("coalesced", .boolean, "Touches carry what was merged into them. Default: false.")),
        WireMessage(
            request: "unsubscribe", answer: "`reply`, after what is over was cancelled", requestID,
            Key("subscription", count, required: true, "Its number, as the reply to `subscribe` said.")),
        WireMessage(request: "devices", answer: "`reply` with `devices`", requestID),
        WireMessage(request: "ping", answer: "`pong`", requestID),
        WireMessage(request: "sync", answer: "`synced`, after all that came before", requestID),
        WireMessage(
            request: "hit", answer: "`reply` with `hit`, `asked`, `unasked`", requestID,
            Key("x", .number(.any), required: true, "In points."), Key("y", .number(.any), required: true, "In points."),
            Key("screen", .string(.any), "Its id. Default: the first screen.")),
        WireMessage(
            request: "claim", trusted: true, answer: "`reply`", requestID,
            Key("receivers", someStrings, required: true, "Ids of regions, controllers, interceptors."),
            Key(
                "ackWithin", .number(NumberRange(minimum: 10, maximum: 600_000)),
                "Within how many ms the client acknowledges lines with their touches. Default: it need not.")),
        WireMessage(
            request: "release", trusted: true, answer: "`reply`", requestID,
            Key("receivers", someStrings, required: true, "Ids of what the connection has claimed.")),
        WireMessage(
            request: "ack", answer: "none", Key("seq", count, required: true, "The client has read this line and all before.")),
        WireMessage(
            request: "steal", trusted: true, answer: "`reply`", requestID,
            Key("touches", someTouchIDs, required: true, "Ids of touches that the interceptor sees and that are down."),
            Key("by", .string(.any), required: true, "The interceptor's id.")),
        WireMessage(
            request: "letGo", trusted: true, answer: "`reply`", requestID,
            Key("touches", someTouchIDs, required: true, "Ids of touches that are withheld for the interceptor."),
            Key("by", .string(.any), required: true, "The interceptor's id.")),
        WireMessage(
            request: "edit", trusted: true, answer: "`reply` with the new `generation`", requestID,
            Key("edits", .list(.any, isEmptyAllowed: true), required: true, "The changes, in order; see editing the tree."),
            Key("generation", count, "The tree's that is meant. Default: whichever."),
            Key("keep", .boolean, "What is added stays when the connection ends. Default: false.")),
        WireMessage(
            request: "trace", trusted: true, answer: "`reply`, then `trace`s", requestID,
            Key("on", .boolean, required: true, "Whether begins are to be explained.")),
        WireMessage(
            request: "answer", answer: "none, but an error if it was not asked",
            Key("id", count, required: true, "The [question](#questions)'s."), Key("value", .boolean, required: true, "The answer.")),
        WireMessage(
            request: "reload",
            answer: "only on the admin socket: `reply` with `diagnostics`, after the `config` line; `refused` when the configuration is wrong",
            requestID),
        WireMessage(
            request: "record",
            answer: "only on the admin socket: `reply` with `evemu`, then `input`s until it is over; see [recording](#recording)", requestID,
            Key("panel", .string(.any), required: true, "The panel's id."), Key("on", .boolean, "false: the recording ends. Default: true.")),
        WireMessage(
            request: "inject",
            answer: "only on the admin socket: `reply` with `touches`, after the frame that it makes; see [injecting](#injecting-touches)",
            requestID, Key("screen", .string(.any), "Its id. Default: the first screen."),
            Key(
                "touches",
                .list(
                    .byWord(
                        "phase",
                        [("began", .placedFinger), ("moved", .placedFinger), ("ended", .liftedFinger), ("cancelled", .liftedFinger)],
                        otherwise: .placedFinger), isEmptyAllowed: false), required: true,
                "What fingers do at one time, each finger once.")),
        WireMessage(request: "status", trusted: true, answer: "`reply` with how touchd is doing", requestID),
        WireMessage(request: "clients", trusted: true, answer: "`reply` with `clients`", requestID),
    ]
}
