import TouchCore
import TreeFormat
import Vocabulary

/// The requests. A new one needs a case here, an entry in `WireShapes.requests`, and a capability if clients have to know whether the server has it.
/// The entry has the keys, the permission, the keys of the reply, and the decoder: all checks, tables and schemas are made from it. The compiler then
/// asks for a case in `Server/RequestReader.swift`. Write the work of the core or of a panel as a function in `Server/Router.swift` and in
/// `Service/TouchService+Requests.swift`. Write a reply with additional keys in `Wire/XMessages.swift`.
extension Request {
    public enum Body: Sendable {
        /// The client's name, its protocol, the capabilities that it requires, and the token that it names.
        case hello(name: String?, protocol: Int?, want: [String], as: String?)
        case subscribe(Subscription)
        case unsubscribe(subscription: Int)
        case devices
        case ping
        case sync
        case hit(Point, screen: String?)
        /// Claims these receivers, given by ID, for the client. `ackWithin` is the time in µs within which the client acknowledges lines with their
        /// touches.
        case claim(receivers: [String], ackWithin: Int64?)
        case release(receivers: [String])
        /// Acknowledges that the client has read all lines up to this one.
        case acknowledge(seq: UInt64)
        case steal(touches: [TouchID], by: String)
        case letGo(touches: [TouchID], by: String)
        /// Changes of the tree, which the reader of the configuration decodes.
        /// - keeps: whether added regions stay when the connection ends.
        case edit(generation: Int?, keeps: Bool, edits: JSONNode)
        /// Turns the lines that explain each begin on or off.
        case trace(isOn: Bool)
        /// Answers a gesture's question.
        case answer(QuestionID, Bool)
        /// Reads the configuration again.
        ///
        /// - behalf: the person or program on whose behalf the client asks, for the log.
        case reload(ReloadOptions, behalf: String?)
        /// Asks for the text of the configuration in force.
        case configuration
        /// Puts a configuration or a calibration into force for a limited time.
        case `try`(TryRequest)
        /// Ends the trial.
        case revert
        /// Starts or ends a recording of a panel's reports.
        case record(panel: String, isOn: Bool)
        /// Simulates simultaneous changes of fingers. If `screen` is nil, they are on the first screen.
        case inject(screen: String?, [InjectedTouch])
        /// Reports the state of a screen's display, or sets the screen's mode.
        case screen(ScreenRequest)
        case status
        /// Asks for the statistics.
        /// - resets: whether the counts restart at 0 after the answer.
        case stats(resets: Bool, hours: Bool, sinceStart: Bool)
        case clients
        /// A type that this version does not know, in a line without an `id`. It is ignored.
        case unknown
    }
}

extension WireShapes {
    /// The messages that clients send, in the order of the documentation. When a line is decoded, all required keys are present, and every key has a
    /// value of its type.
    package static let requests: [WireMessage] = [
        WireMessage(
            request: "hello",
            answer: "none, or `reply` if it has an `id` or `as`; a `reply` with an error, or `bye`, if it asks for what there is not",
            requestID, Key("name", .string(.any), "What the client is called in touchd's log."),
            Key(
                "protocol", count,
                "The protocol that the client speaks. If it is not the server's, the server says `bye` (`protocol`)."),
            Key(
                "want", strings,
                "Capabilities that the client cannot do without: one that is missing is an error (`unsupported`). With `treeChanges` it is told "
                    + "[changes of its list](#changes-of-the-tree)."),
            Key(
                "as", .string(.token),
                "A [token](access.md#tokens): the connection has its rights from now on, and no others. Before all other requests, of bridges "
                    + "and trusted users.")
        ) {
            .hello(
                name: $0["name"]?.string, protocol: $0["protocol"]?.number.map { Int(clamping: $0) }, want: $0.strings("want") ?? [],
                as: $0["as"]?.string)
        },
        WireMessage(
            request: "subscribe",
            answer: "`reply` with the subscription's number and what its patterns [match](#subscriptions), then `snapshot`, then `frame`s",
            reply: [
                Key("subscription", .number(.whole(from: 1)), "Of `subscribe`: its number."),
                Key("matched", count, "Of `subscribe`: how many regions its patterns match now."),
                Key(
                    "unmatched", .list(.object(.unmatchedPattern), isEmptyAllowed: true),
                    "Of `subscribe`: the patterns that match no region now; absent: there are none."),
            ], requestID,
            Key("regions", strings, "Globs over regions' paths. Default: [\"**\"]."),
            Key("events", .list(.word(Subscription.kinds), isEmptyAllowed: true), "Which kinds of events. Default: all."),
            Key("observe", .boolean, "Also touches that no region received. Default: false."),
            Key("axes", .boolean, "A change of pressure, size, orientation or distance alone is moved too. Default: false."),
            Key("maxRate", .number(NumberRange(minimum: 1, maximum: 1000)), "Frames of moves a second at the most. Default: as they come."),
            Key("coalesced", .boolean, "Touches carry what was merged into them. Default: false."),
            Key("raw", .boolean, "Touches carry where the panel has them, before its filters. For trusted users. Default: false.")
        ) { line throws(RequestError) in .subscribe(try Subscription(line)) },
        WireMessage(
            request: "unsubscribe", answer: "`reply`, after what is over was cancelled", requestID,
            Key("subscription", count, required: true, "Its number, as the reply to `subscribe` said.")
        ) { .unsubscribe(subscription: Int(clamping: $0["subscription"]!.number!)) },
        WireMessage(
            request: "devices", isQuery: true, answer: "`reply` with `devices` and `screenSizes`",
            reply: [
                Key("devices", .list(.object(.device), isEmptyAllowed: true), "Of `devices`: the touchscreens present."),
                Key("screenSizes", .list(.object(.screenSize), isEmptyAllowed: true), "Of `devices`: the screens of the configuration."),
            ], requestID
        ) { _ in .devices },
        WireMessage(request: "ping", isQuery: true, answer: "`pong`", requestID) { _ in .ping },
        WireMessage(request: "sync", isQuery: true, answer: "`synced`, after all that came before", requestID) { _ in .sync },
        WireMessage(
            request: "hit", isQuery: true, answer: "`reply` with `hit`, `asked`, `unasked`", reply: explanation, requestID,
            Key("x", .number(.any), required: true, "In points."), Key("y", .number(.any), required: true, "In points."),
            Key("screen", .string(.any), "Its id. Default: the first screen.")
        ) { .hit(Point($0["x"]!.number!, $0["y"]!.number!), screen: $0["screen"]?.string) },
        WireMessage(
            request: "claim", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("receivers", someStrings, required: true, "Ids of regions, controllers, interceptors."),
            Key(
                "ackWithin", .number(NumberRange(minimum: 10, maximum: 600_000)),
                "Within how many ms the client acknowledges lines with their touches. Default: it need not.")
        ) {
            .claim(receivers: $0.strings("receivers")!, ackWithin: $0["ackWithin"]?.number.map { Int64(clamping: $0 * 1000) })
        },
        WireMessage(
            request: "release", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("receivers", someStrings, required: true, "Ids of what the connection has claimed.")
        ) { .release(receivers: $0.strings("receivers")!) },
        WireMessage(
            request: "ack", answer: "none", Key("seq", count, required: true, "The client has read this line and all before.")
        ) { .acknowledge(seq: UInt64(clamping: $0["seq"]!.number!)) },
        WireMessage(
            request: "steal", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("touches", someTouchIDs, required: true, "Ids of touches that the interceptor sees and that are down."),
            Key("by", .string(.any), required: true, "The interceptor's id.")
        ) { .steal(touches: $0.touches("touches"), by: $0["by"]!.string!) },
        WireMessage(
            request: "letGo", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("touches", someTouchIDs, required: true, "Ids of touches that are withheld for the interceptor."),
            Key("by", .string(.any), required: true, "The interceptor's id.")
        ) { .letGo(touches: $0.touches("touches"), by: $0["by"]!.string!) },
        WireMessage(
            request: "edit", needs: .right(.edit), answer: "`reply` with the new `generation`", reply: [treeGeneration], requestID,
            TreeShapes.editsKey, Key("generation", count, "The tree's that is meant. Default: whichever."),
            Key("keep", .boolean, "What is added stays when the connection ends. Default: false.")
        ) {
            .edit(
                generation: $0["generation"]?.number.map { Int(clamping: $0) }, keeps: $0["keep"]?.bool ?? false, edits: $0.node("edits")!)
        },
        WireMessage(
            request: "trace", needs: .trust, answer: "`reply`, then `trace`s", reply: [treeGeneration], requestID,
            Key("on", .boolean, required: true, "Whether begins are to be explained.")
        ) { .trace(isOn: $0["on"]!.bool!) },
        WireMessage(
            request: "answer", needs: .right(.claim), answer: "none, but an error if it was not asked",
            Key("id", count, required: true, "The [question](#questions)'s."), Key("value", .boolean, required: true, "The answer.")
        ) { .answer(QuestionID(UInt64(clamping: $0["id"]!.number!)), $0["value"]!.bool!) },
        WireMessage(
            request: "reload", needs: .right(.reload),
            answer:
                "`reply` with `diagnostics` and `gaveWay`, after the `config` line, which a dry run does not have; `refused` when the configuration is wrong",
            reply: reloadKeys, requestID,
            Key(
                "reset", .boolean,
                "Nothing stays of what fingers and clients have made of the regions; for the admin socket. Default: false."),
            Key("dryRun", .boolean, "Nothing is done; the answer says what would be. Default: false."), behalf
        ) {
            .reload(ReloadOptions(resets: $0["reset"]?.bool ?? false, isDryRun: $0["dryRun"]?.bool ?? false), behalf: $0["for"]?.string)
        },
        WireMessage(
            request: "configuration", needs: .admin, isQuery: true, answer: "`reply` with `path`, `text`, and `trial` if something is tried",
            reply: [
                Key("path", .string(.any), "Of `configuration`: the file's path."),
                Key("text", .string(.any), "Of `configuration`: the text of the one in force, as it was read."),
                Key("trial", .object(.trial), "Of `configuration`: what is [tried](#trying-a-configuration), if anything is."),
            ], requestID
        ) { _ in .configuration },
        WireMessage(
            request: "try", needs: .admin,
            answer:
                "as of `reload`; `ok` to a part of a text, and `notFound` if there is no such panel; see [trying](#trying-a-configuration)",
            reply: reloadKeys, requestID,
            Key("configuration", .string(.any), "The text of a configuration, or the next part of it."),
            Key("more", .boolean, "true: further parts of the text follow, each in a `try`. Default: false."),
            Key("calibration", .object(.triedCalibration), "Of one panel, in place of a `configuration`."),
            Key(
                "seconds", .number(NumberRange(minimum: 1, maximum: TryRequest.mostSeconds)),
                "For how long; of a text in parts, in the last one. Default: 60.")
        ) { .try(TryRequest($0)) },
        WireMessage(
            request: "revert", needs: .admin, answer: "as of `reload`, once the file's configuration is in force; at once if nothing is tried",
            reply: reloadKeys, requestID
        ) { _ in .revert },
        WireMessage(
            request: "record", needs: .admin,
            answer: "`reply` with `evemu`, then `input`s until it is over; see [recording](#recording)",
            reply: [Key("evemu", strings, "Of `record`: the lines with which an evemu recording of the panel begins.")], requestID,
            Key("panel", .string(.any), required: true, "The panel's id."), Key("on", .boolean, "false: the recording ends. Default: true.")
        ) { .record(panel: $0["panel"]!.string!, isOn: $0["on"]?.bool ?? true) },
        WireMessage(
            request: "inject", needs: .admin,
            answer: "`reply` with `touches`, after the frame that it makes; see [injecting](#injecting-touches)",
            reply: [
                Key(
                    "touches", .list(.orNull(count), isEmptyAllowed: true),
                    "Of `inject`: the fingers' touches, in the order in which they were given; null for one that is none, or none any more.")
            ], requestID, Key("screen", .string(.any), "Its id. Default: the first screen."),
            Key(
                "touches",
                .list(
                    .byWord(
                        "phase",
                        [("began", .placedFinger), ("moved", .placedFinger), ("ended", .liftedFinger), ("cancelled", .liftedFinger)],
                        otherwise: nil), isEmptyAllowed: false), required: true,
                "What fingers do at one time, each finger once.")
        ) { .inject(screen: $0["screen"]?.string, $0["touches"]!.array!.map { InjectedTouch($0) }) },
        WireMessage(
            request: "screen", needs: .right(.screen), answer: "`reply`, after the `screen` line of what has changed; see [screens](#screens)",
            reply: [treeGeneration], requestID, Key("screen", .string(.any), "Its id. Default: the first screen."),
            Key("display", .word(["on", "off"]), "The display was turned on or off. Default: nothing is said of it."),
            Key(
                "mode", .word(["normal", "cleaning", "locked"]),
                "cleaning, locked: no touch reaches anybody until the mode is normal again. Default: the mode stays."),
            Key(
                "seconds", .number(NumberRange(minimum: 1, maximum: 604_800)),
                "After how many seconds the mode is normal by itself. Default: it stays."),
            Key(
                "from", .word(["normal", "cleaning", "locked"]),
                "The mode that the screen must have; if it has another, the answer is `conflict` and nothing changes. Default: any."), behalf
        ) { .screen(ScreenRequest($0)) },
        WireMessage(
            request: "status", needs: .right(.status), isQuery: true, answer: "`reply` with how touchd is doing",
            reply: [
                treeGeneration, present, Key("server", .string(.any), "Of `status`: name and version."), Key("protocol", count, "Of `status`."),
                Key("epoch", .string(.any), "Of `status`."), Key("pid", count, "Of `status`."), Key("startedAt", integer, "Of `status`."),
                Key("configuration", .object(.configurationStatus), "Of `status`: which one is in force."),
                Key("panels", .list(.object(.device), isEmptyAllowed: true), "Of `status`: the panels in use."),
                Key(
                    "configuredPanels", .list(.object(.configuredPanel), isEmptyAllowed: true),
                    "Of `status`: the panels of the configuration, also those that are not there."),
                Key("screens", .list(.object(.screenStatus), isEmptyAllowed: true), "Of `status`: the screens, and how each is."),
                Key(
                    "rights", .list(.word(Right.allCases.map(\.rawValue)), isEmptyAllowed: true),
                    "Of `status`: what the client that asks may do, of some region at least."),
                Key("counts", .object(.counts), "Of `status`."), Key("queues", .object(.queues), "Of `status`: what waits for clients."),
                Key("latency", .object(.latency), "Of `status`: how long reports took."),
            ], requestID
        ) { _ in .status },
        WireMessage(
            request: "stats", needs: .right(.status), answer: "`reply` with `statistics`; see [statistics](#statistics)",
            reply: [Key("statistics", .object(.statistics), "Of `stats`: how often what was touched.")], requestID,
            Key("reset", .boolean, "The counts begin anew, after the answer; for trusted users. Default: false."),
            Key("hours", .boolean, "Also by the hour. Default: false."),
            Key("sinceStart", .boolean, "Also since the start, whatever was kept and reset. Default: false.")
        ) {
            .stats(resets: $0["reset"]?.bool ?? false, hours: $0["hours"]?.bool ?? false, sinceStart: $0["sinceStart"]?.bool ?? false)
        },
        WireMessage(
            request: "clients", needs: .trust, isQuery: true, answer: "`reply` with `clients`",
            reply: [
                present,
                Key("clients", .list(.object(.connection), isEmptyAllowed: true), "Of `clients`: all of them, in the order in which they came."),
            ], requestID
        ) { _ in .clients },
    ]

    private static let present = Key("time", integer, "Of `status` and `clients`: the present, µs of the monotonic clock, as all times there are.")
    private static let behalf = Key("for", .string(.any), "For whom the client asks, for touchd's log; 64 characters of it. Default: for itself.")
    private static let treeGeneration = Key(
        "generation", count,
        "The tree's. Of `claim`, `release`, `steal`, `letGo`, `edit`, `trace`, `reload`, `try`, `revert`, `screen` and `status`.")
    private static let reloadKeys = [
        treeGeneration,
        Key(
            "diagnostics", strings, "Of `reload`, `try` and `revert`: what is to be said of the configuration, as `file:line:column: …`."),
        Key(
            "gaveWay", .list(.object(.gaveWay), isEmptyAllowed: true),
            "Of `reload`, `try` and `revert`: what fingers and clients had made of the regions and the configuration has overruled."),
    ]

    /// The capabilities of this version beyond `hello`, which a client may ask for in its `want`, in the order in which `hello` lists them.
    package static let capabilities: [(name: String, meaning: String)] = [
        ("observe", "`observe` in a subscription"), ("axes", "`axes` in a subscription"),
        ("unsubscribe", "`unsubscribe`"), ("maxRate", "`maxRate` in a subscription"), ("coalesced", "`coalesced` in a subscription"),
        ("devices", "`devices`"), ("ping", "`ping`"), ("sync", "`sync`"), ("claim", "`claim`, `release`, `ack`"),
        ("steal", "`steal`, `letGo`"), ("edit", "`edit`"), ("trace", "`trace`"), ("hit", "`hit`"),
        ("gesture", "events of gestures"), ("control", "events of controls"), ("scroll", "events of scroll views"),
        ("status", "`status`"), ("clients", "`clients`"), ("question", "`question`, `answer`"), ("reload", "`reload`"),
        ("record", "`record`"), ("inject", "`inject`"), ("stats", "`stats`"),
        ("screen", "`screen`; `screen` lines, and `screens` in the snapshot"), ("staff", "`staff` lines"), ("as", "`as` in `hello`"),
        ("raw", "`raw` in a subscription"),
        ("configuration", "`configuration`"), ("try", "`try`, `revert`; `trial` in `config` lines and in `status`"),
        ("treeChanges", "`added`, `removed` and `moved` in `tree` lines, for those who [want](#changes-of-the-tree) it"),
    ]
}
