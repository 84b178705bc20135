import TouchCore
import TreeFormat
import Vocabulary

/// The requests. To add one, add a case here, an entry in `WireShapes.requests`, and a capability if clients have to know whether the server has the
/// request. The entry lists the keys, the permission, the keys of the reply, and the decoder; all checks, tables and schemas are made from the entry.
/// The compiler then asks for a case in `Server/RequestReader.swift`. If the request needs the core or a panel, declare a function in
/// `Server/Router.swift` and implement it in `Service/TouchService+Requests.swift`. If the reply has additional keys, write it in
/// `Wire/ReplyMessages.swift`.
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
        /// Claims these receivers, given by ID, for the client. `ackWithin` is the time in µs within which the client promises to acknowledge lines
        /// with touches of these receivers.
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
        ///
        /// - mayBeSensitive: whether the fingers may come down in a sensitive region, for tests.
        case inject(screen: String?, [InjectedTouch], mayBeSensitive: Bool)
        /// Presses and releases keys on a screen's keyboard. If `screen` is nil, it is the first screen.
        case keys(screen: String?, [KeyChange])
        /// Reports the state of a screen's display, or sets the screen's mode.
        case screen(ScreenRequest)
        /// Switches profiles, moves the focus, or activates an element.
        case accessibility(AccessibilityRequest)
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
    package static let requests: [WireMessage] = basicRequests + AccessibilityVocabulary.requests

    private static let basicRequests: [WireMessage] = [
        WireMessage(
            request: "hello",
            answer: "none, or a `reply` if it has an `id` or `as`; an error, or `bye`, if it asks for something that the server lacks",
            requestID, Key("name", .string(.any), "The client's name in touchd's log."),
            Key(
                "protocol", count,
                "The protocol that the client speaks. If the server speaks another, it sends `bye` (`protocol`)."),
            Key(
                "want", strings,
                "Capabilities that the client needs. If the server lacks one, the answer is an error (`unsupported`). With `treeChanges` the "
                    + "client gets [changes of its list](#changes-of-the-tree)."),
            Key(
                "as", .string(.token),
                "A [token](access.md#tokens). From now on the connection has the token's rights and no others. For bridges and trusted users, "
                    + "before all other requests.")
        ) {
            .hello(
                name: $0["name"]?.string, protocol: $0["protocol"]?.number.map { Int(clamping: $0) }, want: $0.strings("want") ?? [],
                as: $0["as"]?.string)
        },
        WireMessage(
            request: "subscribe",
            answer: "`reply` with the subscription's number and what its patterns [match](#subscriptions), then `snapshot`, then `frame`s",
            reply: [
                Key("subscription", .number(.whole(from: 1)), "For `subscribe`: the subscription's number."),
                Key("matched", count, "For `subscribe`: the number of regions that the patterns match now."),
                Key(
                    "unmatched", .list(.object(.unmatchedPattern), isEmptyAllowed: true),
                    "For `subscribe`: the patterns that match no region now; absent: there are none."),
            ], requestID,
            Key("regions", strings, "Globs over regions' paths. Default: [\"**\"]."),
            Key("events", .list(.word(Subscription.kinds), isEmptyAllowed: true), "The kinds of events. Default: all."),
            Key("observe", .boolean, "true: also touches that no region received. Default: false."),
            Key("axes", .boolean, "true: a change of pressure, size, orientation or distance alone is `moved` too. Default: false."),
            Key(
                "maxRate", .number(NumberRange(minimum: 1, maximum: 1000)),
                "The maximum number of frames a second that only move something. Default: no maximum."),
            Key("coalesced", .boolean, "true: touches carry the samples that were merged into them. Default: false."),
            Key("raw", .boolean, "true: touches carry their place before the panel's filters. For trusted users. Default: false.")
        ) { line throws(RequestError) in .subscribe(try Subscription(line)) },
        WireMessage(
            request: "unsubscribe", answer: "`reply`, after the cancels of what no other subscription matches", requestID,
            Key("subscription", count, required: true, "The subscription's number from the reply to `subscribe`.")
        ) { .unsubscribe(subscription: Int(clamping: $0["subscription"]!.number!)) },
        WireMessage(
            request: "devices", isQuery: true, answer: "`reply` with `devices` and `screenSizes`",
            reply: [
                Key("devices", .list(.object(.device), isEmptyAllowed: true), "For `devices`: the touchscreens that are present."),
                Key("screenSizes", .list(.object(.screenSize), isEmptyAllowed: true), "For `devices`: the sizes of the configuration's screens."),
            ], requestID
        ) { _ in .devices },
        WireMessage(request: "ping", isQuery: true, answer: "`pong`", requestID) { _ in .ping },
        WireMessage(request: "sync", isQuery: true, answer: "`synced`, after everything that came before", requestID) { _ in .sync },
        WireMessage(
            request: "hit", isQuery: true, answer: "`reply` with `hit`, `asked`, `unasked`", reply: explanation, requestID,
            Key("x", .number(.any), required: true, "In points of the screen."), Key("y", .number(.any), required: true, "In points of the screen."),
            Key("screen", .string(.any), "The screen's id. Default: the first screen.")
        ) { .hit(Point($0["x"]!.number!, $0["y"]!.number!), screen: $0["screen"]?.string) },
        WireMessage(
            request: "claim", needs: .right(.claim), answer: "`reply`",
            reply: [
                treeGeneration,
                Key(
                    "uncovered", .list(.object(.uncoveredClaim), isEmptyAllowed: true),
                    "For `claim`: the claimed regions that contain others, which the [claim](#claims) does not cover; absent: there are none."),
            ], requestID,
            Key("receivers", someStrings, required: true, "Ids of regions, controllers and interceptors."),
            Key(
                "ackWithin", .number(NumberRange(minimum: 10, maximum: 600_000)),
                "The time in ms within which the client acknowledges lines with the receivers' touches. Default: it need not acknowledge them.")
        ) {
            .claim(receivers: $0.strings("receivers")!, ackWithin: $0["ackWithin"]?.number.map { Int64(clamping: $0 * 1000) })
        },
        WireMessage(
            request: "release", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("receivers", someStrings, required: true, "Ids of receivers that the connection has claimed.")
        ) { .release(receivers: $0.strings("receivers")!) },
        WireMessage(
            request: "ack", answer: "none", Key("seq", count, required: true, "The client has read this line and all lines before it.")
        ) { .acknowledge(seq: UInt64(clamping: $0["seq"]!.number!)) },
        WireMessage(
            request: "steal", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("touches", someTouchIDs, required: true, "Ids of touches that are down and that the interceptor observes."),
            Key("by", .string(.any), required: true, "The interceptor's id.")
        ) { .steal(touches: $0.touches("touches"), by: $0["by"]!.string!) },
        WireMessage(
            request: "letGo", needs: .right(.claim), answer: "`reply`", reply: [treeGeneration], requestID,
            Key("touches", someTouchIDs, required: true, "Ids of touches that are delayed for the interceptor."),
            Key("by", .string(.any), required: true, "The interceptor's id.")
        ) { .letGo(touches: $0.touches("touches"), by: $0["by"]!.string!) },
        WireMessage(
            request: "edit", needs: .right(.edit), answer: "`reply` with the new `generation`", reply: [treeGeneration], requestID,
            TreeShapes.editsKey, Key("generation", count, "The generation of the tree that the edits are meant for. Default: any."),
            Key("keep", .boolean, "true: added regions stay when the connection ends. Default: false.")
        ) {
            .edit(
                generation: $0["generation"]?.number.map { Int(clamping: $0) }, keeps: $0["keep"]?.bool ?? false, edits: $0.node("edits")!)
        },
        WireMessage(
            request: "trace", needs: .trust, answer: "`reply`, then `trace`s", reply: [treeGeneration], requestID,
            Key("on", .boolean, required: true, "true: explain each begin; false: stop.")
        ) { .trace(isOn: $0["on"]!.bool!) },
        WireMessage(
            request: "answer", needs: .right(.claim), answer: "none, or an error if this connection was not asked",
            Key("id", count, required: true, "The id of the [question](#questions)."), Key("value", .boolean, required: true, "The answer.")
        ) { .answer(QuestionID(UInt64(clamping: $0["id"]!.number!)), $0["value"]!.bool!) },
        WireMessage(
            request: "reload", needs: .right(.reload),
            answer:
                "`reply` with `diagnostics` and `gaveWay`, after the `config` line (a dry run has none); `refused` if the configuration is wrong",
            reply: reloadKeys, requestID,
            Key(
                "reset", .boolean,
                "true: discard the changes that fingers and clients have made to the regions. For the admin socket. Default: false."),
            Key("dryRun", .boolean, "true: change nothing; the answer says what a reload would do. Default: false."), behalf
        ) {
            .reload(ReloadOptions(resets: $0["reset"]?.bool ?? false, isDryRun: $0["dryRun"]?.bool ?? false), behalf: $0["for"]?.string)
        },
        WireMessage(
            request: "configuration", needs: .admin, isQuery: true, answer: "`reply` with `path`, `text`, and `trial` during a trial",
            reply: [
                Key("path", .string(.any), "For `configuration`: the file's path."),
                Key("text", .string(.any), "For `configuration`: the text of the configuration in force, as it was read."),
                Key("trial", .object(.trial), "For `configuration`: the [trial](#trying-a-configuration) in force, if there is one."),
            ], requestID
        ) { _ in .configuration },
        WireMessage(
            request: "try", needs: .admin,
            answer:
                "as for `reload`; only `ok` for a part of a text; `notFound` if there is no such panel; see [trying](#trying-a-configuration)",
            reply: reloadKeys, requestID,
            Key("configuration", .string(.any), "The text of a configuration, or the next part of it."),
            Key("more", .boolean, "true: further parts of the text follow, each in a `try`. Default: false."),
            Key("calibration", .object(.triedCalibration), "The calibration of one panel, instead of a `configuration`."),
            Key(
                "seconds", .number(NumberRange(minimum: 1, maximum: TryRequest.maximumSeconds)),
                "The duration of the trial in seconds. If the text comes in parts, the last part has it. Default: 60.")
        ) { .try(TryRequest($0)) },
        WireMessage(
            request: "revert", needs: .admin, answer: "as for `reload`, once the file's configuration is in force; at once if there is no trial",
            reply: reloadKeys, requestID
        ) { _ in .revert },
        WireMessage(
            request: "record", needs: .admin,
            answer: "`reply` with `evemu`, then `input`s until the recording ends; see [recording](#recording)",
            reply: [Key("evemu", strings, "For `record`: the first lines of an evemu recording of the panel.")], requestID,
            Key("panel", .string(.any), required: true, "The panel's id."), Key("on", .boolean, "false: end the recording. Default: true.")
        ) { .record(panel: $0["panel"]!.string!, isOn: $0["on"]?.bool ?? true) },
        WireMessage(
            request: "inject", needs: .right(.inject),
            answer: "`reply` with `touches`, after the frame with the fingers' events; see [injecting](#injecting-touches)",
            reply: [
                Key(
                    "touches", .list(.orNull(count), isEmptyAllowed: true),
                    "For `inject`: the ids of the fingers' touches, in the order of the request; null for a finger that has no touch, or no longer "
                        + "has one.")
            ], requestID, Key("screen", .string(.any), "The screen's id. Default: the first screen."),
            Key(
                "touches",
                .list(
                    .byWord(
                        "phase",
                        [("began", .placedFinger), ("moved", .placedFinger), ("ended", .liftedFinger), ("cancelled", .liftedFinger)],
                        otherwise: nil), isEmptyAllowed: false), required: true,
                "What the fingers do at one moment; each finger at most once."),
            Key("sensitive", .boolean, "true: fingers may come down in sensitive regions, for tests. For the admin socket. Default: false.")
        ) {
            .inject(
                screen: $0["screen"]?.string, $0["touches"]!.array!.map { InjectedTouch($0) }, mayBeSensitive: $0["sensitive"]?.bool ?? false)
        },
        WireMessage(
            request: "keys", needs: .right(.type), answer: "`reply`; see [typing](#typing)", reply: [treeGeneration], requestID,
            Key("screen", .string(.any), "The screen's id. Default: the first screen."),
            Key("keys", .list(.object(.keyChange), isEmptyAllowed: false), required: true, "The keys, in order, at most 128. All are typed, or none.")
        ) { line throws(RequestError) in .keys(screen: line["screen"]?.string, try KeyChange.all(line["keys"]!.array!)) },
        WireMessage(
            request: "screen", needs: .right(.screen), answer: "`reply`, after the `screen` line if anything changed; see [screens](#screens)",
            reply: [treeGeneration], requestID, Key("screen", .string(.any), "The screen's id. Default: the first screen."),
            Key("display", .word(["on", "off"]), "Reports that the display was turned on or off. Default: no report."),
            Key(
                "mode", .word(["normal", "cleaning", "locked"]),
                "cleaning, locked: no touch reaches anybody until the mode is normal again. Default: the mode stays."),
            Key(
                "seconds", .number(NumberRange(minimum: 1, maximum: 604_800)),
                "The time in seconds after which the mode becomes normal again. Default: the mode stays."),
            Key(
                "from", .word(["normal", "cleaning", "locked"]),
                "The mode that the screen must have; if it has another, the answer is `conflict` and nothing changes. Default: any."), behalf
        ) { .screen(ScreenRequest($0)) },
        WireMessage(
            request: "status", needs: .right(.status), isQuery: true, answer: "`reply` with the state of touchd",
            reply: [
                treeGeneration, present, Key("server", .string(.any), "For `status`: the server's name and version."),
                Key("protocol", count, "For `status`: the protocol that the server speaks."),
                Key("epoch", .string(.any), "For `status`: the same as in `hello`."), Key("pid", count, "For `status`: touchd's process id."),
                Key("startedAt", integer, "For `status`: the time when touchd was started."),
                Key("configuration", .object(.configurationStatus), "For `status`: the configuration in force."),
                Key("panels", .list(.object(.device), isEmptyAllowed: true), "For `status`: the panels in use."),
                Key(
                    "configuredPanels", .list(.object(.configuredPanel), isEmptyAllowed: true),
                    "For `status`: the configuration's panels, including those whose devices are absent."),
                Key("screens", .list(.object(.screenStatus), isEmptyAllowed: true), "For `status`: the screens and their states."),
                Key(
                    "rights", .list(.word(Right.allCases.map(\.rawValue)), isEmptyAllowed: true),
                    "For `status`: the rights of the client that asks. A right is listed if it holds for at least one region or screen."),
                Key("counts", .object(.counts), "For `status`: counts since the start."),
                Key("queues", .object(.queues), "For `status`: the data that waits for clients."),
                Key("latency", .object(.latency), "For `status`: the latency of reports."),
                Key("injecting", .list(.object(.injecting), isEmptyAllowed: true), "For `status`: the clients that inject fingers now."),
            ], requestID
        ) { _ in .status },
        WireMessage(
            request: "stats", needs: .right(.status), answer: "`reply` with `statistics`; see [statistics](#statistics)",
            reply: [Key("statistics", .object(.statistics), "For `stats`: counts of touches.")], requestID,
            Key("reset", .boolean, "true: the counts begin again after the answer. For trusted users. Default: false."),
            Key("hours", .boolean, "true: also the counts of each hour. Default: false."),
            Key("sinceStart", .boolean, "true: also the counts since the start, whatever was kept or reset. Default: false.")
        ) {
            .stats(resets: $0["reset"]?.bool ?? false, hours: $0["hours"]?.bool ?? false, sinceStart: $0["sinceStart"]?.bool ?? false)
        },
        WireMessage(
            request: "clients", needs: .trust, isQuery: true, answer: "`reply` with `clients`",
            reply: [
                present,
                Key("clients", .list(.object(.connection), isEmptyAllowed: true), "For `clients`: all connections, oldest first."),
            ], requestID
        ) { _ in .clients },
    ]

    private static let present = Key("time", integer, "For `status` and `clients`: the present in µs of the monotonic clock, like all times there.")
    private static let behalf = Key(
        "for", .string(.any), "On whose behalf the client asks, for touchd's log; at most 64 characters count. Default: its own.")
    private static let treeGeneration = Key(
        "generation", count,
        "For `claim`, `release`, `steal`, `letGo`, `edit`, `trace`, `reload`, `try`, `revert`, `keys`, `screen` and `status`: the tree's generation.")
    private static let reloadKeys = [
        treeGeneration,
        Key(
            "diagnostics", strings, "For `reload`, `try` and `revert`: errors and warnings about the configuration, as `file:line:column: …`."),
        Key(
            "gaveWay", .list(.object(.gaveWay), isEmptyAllowed: true),
            "For `reload`, `try` and `revert`: changes by fingers and clients that the configuration has overruled."),
    ]

    /// The capabilities of this version beyond `hello`, which a client may ask for in its `want`, in the order in which `hello` lists them.
    package static let capabilities: [(name: String, meaning: String)] = [
        ("observe", "`observe` in a subscription"), ("axes", "`axes` in a subscription"),
        ("unsubscribe", "`unsubscribe`"), ("maxRate", "`maxRate` in a subscription"), ("coalesced", "`coalesced` in a subscription"),
        ("devices", "`devices`"), ("ping", "`ping`"), ("sync", "`sync`"), ("claim", "`claim`, `release`, `ack`"),
        ("steal", "`steal`, `letGo`"), ("edit", "`edit`"), ("trace", "`trace`"), ("hit", "`hit`"),
        ("gesture", "events of gestures"), ("control", "events of controls"), ("scroll", "events of scroll views"),
        ("status", "`status`"), ("clients", "`clients`"), ("question", "`question`, `answer`"), ("reload", "`reload`"),
        ("record", "`record`"), ("inject", "`inject`"), ("keys", "`keys`, and `keyCode` of regions"), ("stats", "`stats`"),
        ("screen", "`screen`; `screen` lines, and `screens` in the snapshot"), ("staff", "`staff` lines"), ("as", "`as` in `hello`"),
        ("raw", "`raw` in a subscription"),
        ("configuration", "`configuration`"), ("try", "`try`, `revert`; `trial` in `config` lines and in `status`"),
        ("treeChanges", "`added`, `removed` and `moved` in `tree` lines, for clients that [want](#changes-of-the-tree) them"),
        ("kioskGesture", "`kioskGesture` lines"),
        ("accessibility", "`accessibility`, `focus`, `activate`, `extend`; lines about the [focus](#accessibility)"),
    ]
}
