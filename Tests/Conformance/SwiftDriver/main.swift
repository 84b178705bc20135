// Prints the items of TouchdClient, one JSON object per item: touchd-client-driver OPTIONS (see ../README.md).
import Glibc
import TouchdClient

var options: [String: [String]] = [:]
for index in stride(from: 1, to: CommandLine.arguments.count - 1, by: 2) {
    options[String(CommandLine.arguments[index].dropFirst(2)), default: []].append(CommandLine.arguments[index + 1])
}
var rules = options["on"] ?? []
var questions: [UInt64: Question] = [:]
// On a loaded machine hello may take long.
let helloWithin = Int(options["helloWithin"]?[0] ?? "1000000")!

func put(_ item: String, _ fields: [String: JSONValue]) {
    var bytes: [UInt8] = []
    JSONValue.object(fields.merging(["item": .string(item)]) { _, new in new }).write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(max(0, rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) })) }
}

func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
func point(_ point: Point?) -> JSONValue { point.map { [.number($0.x), .number($0.y)] } ?? .null }
func wholes(_ numbers: [UInt64]) -> JSONValue { .array(numbers.map { .whole($0) }) }

func members(of screen: Screen) -> [String: JSONValue] {
    var fields: [String: JSONValue] = [
        "screen": .string(screen.screen), "display": .string(screen.display), "activity": .string(screen.activity), "mode": .string(screen.mode),
    ]
    fields["idle"] = screen.idle.map { .number($0) }
    fields["lastTouch"] = screen.lastTouch.map { .whole(UInt64($0)) }
    return fields
}

func show(_ event: Event, _ frame: Frame) -> String {
    var fields: [String: JSONValue] = ["seq": .whole(frame.seq), "time": .whole(frame.time), "panel": .string(frame.panel)]
    func copy(_ value: JSONValue, _ keys: String...) { for key in keys { fields[key] = value[key] } }
    func show(_ phase: Phase) {
        switch phase {
        case .began: fields["phase"] = "began"
        case .moved: fields["phase"] = "moved"
        case .stationary: fields["phase"] = "stationary"
        case .ended: fields["phase"] = "ended"
        case .cancelled(let reason):
            fields["phase"] = "cancelled"
            fields["reason"] = .string(reason)
        }
    }
    let word: String
    let about: (region: String?, id: UInt64)
    switch event {
    case .touch(let touch):
        word = "touch"
        if touch.isSynthetic { fields["synthetic"] = true }
        fields["id"] = .whole(touch.id)
        show(touch.phase)
        fields["region"] = text(touch.region)
        fields["target"] = text(touch.target)
        fields["x"] = .number(touch.location.x)
        fields["y"] = .number(touch.location.y)
        fields["local"] = point(touch.local)
        fields["tapCount"] = .whole(touch.tapCount)
        fields["inside"] = .bool(touch.isInside)
        copy(touch.fields, "pressure", "major", "minor", "orientation", "distance", "tool")
        fields["timestamp"] = touch.timestamp.map { .whole($0) }
        if !touch.coalesced.isEmpty {
            fields["coalesced"] = .array(
                touch.coalesced.map { [.whole($0.time), .number($0.location.x), .number($0.location.y), point($0.local)] })
        }
        about = (touch.region, touch.id)
    case .sensitive(let touch):
        word = "sensitive"
        if touch.isSynthetic { fields["synthetic"] = true }
        fields["id"] = .whole(touch.id)
        show(touch.phase)
        fields["region"] = text(touch.region)
        fields["target"] = text(touch.target)
        about = (touch.region, touch.id)
    case .gesture(let gesture):
        word = "gesture"
        if gesture.isSynthetic { fields["synthetic"] = true }
        fields["gesture"] = .string(gesture.gesture)
        fields["kind"] = .string(gesture.kind)
        fields["region"] = .string(gesture.region)
        fields["state"] = .string(gesture.state.rawValue)
        fields["touches"] = wholes(gesture.touches)
        fields["local"] = point(gesture.local)
        fields["timestamp"] = gesture.timestamp.map { .whole($0) }
        copy(
            gesture.fields, "translation", "velocity", "scale", "rotation", "scaleVelocity", "rotationVelocity", "direction", "taps")
        about = (gesture.region, 0)
    case .control(let control):
        word = "control"
        if control.isSynthetic { fields["synthetic"] = true }
        fields["region"] = .string(control.region)
        fields["action"] = .string(control.action)
        fields["id"] = .whole(control.id)
        fields["value"] = control.value.map { .number($0) }
        fields["isOn"] = control.isOn.map { .bool($0) }
        about = (control.region, control.id)
    case .scroll(let scroll):
        word = "scroll"
        if scroll.isSynthetic { fields["synthetic"] = true }
        fields["region"] = .string(scroll.region)
        fields["offset"] = point(scroll.offset)
        fields["zoomScale"] = .number(scroll.zoomScale)
        fields["state"] = .string(scroll.state.rawValue)
        about = (scroll.region, 0)
    case .outside(let outside):
        word = "outside"
        fields["id"] = .whole(outside.id)
        fields["region"] = .string(outside.region)
        about = (outside.region, outside.id)
    }
    put(word, fields)
    if event.isPress { put("press", ["region": text(about.region), "id": .whole(about.id)]) }
    return word
}

func regions(_ regions: [Region]) -> JSONValue {
    .array(
        regions.map { region in
            let (box, matrix) = (region.bounds, region.toScreen)
            var fields: [String: JSONValue] = [
                "id": .string(region.id), "path": .string(region.path), "kind": .string(region.kind), "screen": .string(region.screen),
                "bounds": .array([box.x, box.y, box.width, box.height].map { .number($0) }),
                "toScreen": .array([matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { .number($0) }),
            ]
            if region.refuses { fields["refuses"] = true }
            fields["value"] = region.value.map { .number($0) }
            fields["isOn"] = region.isOn.map { .bool($0) }
            fields["offset"] = region.offset.map { point($0) }
            fields["zoomScale"] = region.zoomScale.map { .number($0) }
            return .object(fields)
        })
}

func placed(_ one: Placed) -> JSONValue {
    var fields: [String: JSONValue] = ["id": .string(one.id)]
    fields["after"] = one.after.map { .string($0) }
    if one.following > 0 { fields["following"] = .whole(one.following) }
    fields["path"] = one.region.map { .string($0.path) }
    return .object(fields)
}

/// The regions that the client knows.
var list: [Region] = []

@MainActor
func show(_ item: Item) -> String {
    switch item {
    case .connected(let server, let epoch, _):
        put("connected", ["server": .string(server), "epoch": .string(epoch)])
        return "connected"
    case .disconnected(let reason):
        put("disconnected", ["reason": .string(reason)])
        return "disconnected"
    case .waiting(let why):
        var fields: [String: JSONValue] = ["path": .string(why.path), "message": .string(why.message)]
        fields["errno"] = why.errno.map { .whole(UInt64($0)) }
        put("waiting", fields)
        return "waiting"
    case .frame: return ""  // printed event by event
    case .reply(let reply):
        var error: [String: JSONValue] = reply.isOK ? [:] : ["code": text(reply.code), "message": text(reply.message)]
        error["hint"] = reply.hint.map { .string($0) }
        put("reply", error.merging(["id": .whole(reply.id), "ok": .bool(reply.isOK)]) { one, _ in one })
        return "reply"
    case .snapshot(let snapshot):
        var fields: [String: JSONValue] = [
            "seq": .whole(snapshot.seq), "generation": .whole(snapshot.generation),
            "panels": .array(snapshot.panels.map { $0["id"] ?? .null }),
            "regions": regions(snapshot.regions),
            "touches": .array(snapshot.touches.map { $0["id"] ?? .null }),
        ]
        if !snapshot.screens.isEmpty { fields["screens"] = .array(snapshot.screens.map { .object(members(of: $0)) }) }
        list = snapshot.regions
        put("snapshot", fields)
        return "snapshot"
    case .screen(let screen):
        put("screen", members(of: screen))
        return "screen"
    case .staff(let staff):
        put("staff", ["screen": .string(staff.screen), "id": .string(staff.id), "time": .whole(UInt64(staff.time))])
        return "staff"
    case .config(let config):
        var fields: [String: JSONValue] = [
            "ok": .bool(config.isOK), "generation": .whole(config.generation), "panels": .array(config.panels.map { $0["id"] ?? .null }),
            "regions": regions(config.regions),
            "gaveWay": .array(
                config.gaveWay.map { one in
                    var fields: [String: JSONValue] = ["region": .string(one.region)]
                    fields["key"] = one.key.map { .string($0) }
                    fields["client"] = one.client.map { .whole($0) }
                    return .object(fields)
                }),
        ]
        fields["message"] = config.message.map { .string($0) }
        put("config", fields)
        return "config"
    case .tree(let generation, let all):
        put("tree", ["generation": .whole(generation), "regions": regions(all)])
        return "tree"
    case .treeChanged(let change):
        put(
            "treeChanged",
            [
                "generation": .whole(change.generation), "added": .array(change.added.map(placed)),
                "removed": .array(change.removed.map { .string($0) }), "moved": .array(change.moved.map(placed)),
            ])
        list = change.applied(to: list)
        if options["list"] != nil { put("list", ["ids": .array(list.map { .string($0.id) })]) }
        return "treeChanged"
    case .changed(let generation, let some):
        put("changed", ["generation": .whole(generation), "regions": regions(some)])
        return "changed"
    case .overridden(let region, let key, let generation):
        var fields: [String: JSONValue] = ["region": .string(region), "generation": .whole(generation)]
        fields["key"] = key.map { .string($0) }
        put("overridden", fields)
        return "overridden"
    case .warning(let warning):
        var fields: [String: JSONValue] = ["code": .string(warning.code), "message": .string(warning.message)]
        for key in ["id", "glob", "near"] { fields[key] = warning.fields[key] }
        put("warning", fields)
        return "warning"
    case .lagged(let seq, let merged, let cancelled):
        put("lagged", ["seq": .whole(seq), "merged": .whole(merged), "cancelled": wholes(cancelled)])
        return "lagged"
    case .released(let receivers, let reason):
        put("released", ["receivers": .array(receivers.map { .string($0) }), "reason": .string(reason)])
        return "released"
    case .question(let question):
        var fields: [String: JSONValue] = [
            "id": .whole(question.id), "ask": .string(question.ask), "time": .whole(question.time), "deadline": .whole(question.deadline),
            "panel": .string(question.panel), "gesture": .string(question.gesture), "kind": .string(question.kind),
            "region": .string(question.region), "touches": wholes(question.touches), "local": point(question.local),
        ]
        fields["target"] = question.target.map { .string($0) }
        put("question", fields)
        questions[question.id] = question
        return "question"
    case .message(let type, let fields):
        put("message", ["fields": fields])
        return type
    }
}

var isClosed = false

/// Checks that a request after the end is refused at once.
@MainActor
func after(_ client: TouchdClient) async {
    guard rules.first?.hasPrefix("failed ") == true else { return }
    act(client, "failed")
    if case .reply(let reply)? = try? await client.makeAsyncIterator().next(), reply.code == "notSent" { put("refused", [:]) }
}

/// The wishes of a subscription, from the words of a script.
func wishes(_ words: [String: String]) -> TouchdClient.Wishes {
    TouchdClient.Wishes(
        events: words["events"]?.split(separator: ",").map(String.init), observe: words["observe"] != nil,
        axes: words["axes"] != nil, maxRate: words["maxRate"].flatMap { Double($0) }, coalesced: words["coalesced"] != nil)
}

/// Runs the actions of the current rule, one after another, if its word came.
@MainActor
func act(_ client: TouchdClient, _ word: String) {
    guard let rule = rules.first, rule.hasPrefix(word + " ") else { return }
    rules.removeFirst()
    // Actions are joined by a lone "+".
    for action in rule.split(separator: " ").dropFirst().split(separator: "+") {
        let words = action.map(String.init)
        func list() -> [String] { words[1].split(separator: ",").map(String.init) }
        switch words[0] {
        case "subscribe":
            let pairs = words.dropFirst(2).map { $0.split(separator: "=").map(String.init) }
            client.subscribe(list(), wishes(Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })))
        case "unsubscribe": client.unsubscribe(UInt64(words[1])!)
        case "claim": client.claim(list(), ackWithin: words.count > 2 ? Int(words[2]) : nil)
        case "release": client.release(list())
        case "edits":
            let edits = try! JSONReader.parse(Array(words[2].utf8)).array!
            client.edit(edits, keep: words[1].contains("keep"), redo: words[1].contains("redo"))
        case "ack": client.acknowledge(UInt64(words[1])!)
        case "answer":
            // The question itself if it has been received, otherwise its number.
            if let question = questions[UInt64(words[1])!] {
                client.answer(question, words[2] == "true")
            } else {
                client.answer(UInt64(words[1])!, words[2] == "true")
            }
        case "close":
            client.close()
            isClosed = true
        case "nothing": break
        case "many": for _ in 0..<Int(words[1])! { client.request(words[2]) }
        case "large": client.request(words[2], ["text": .string(String(repeating: "x", count: Int(words[1])!))])
        default: client.request(words[0])
        }
    }
}

/// Prints `count` presses and log messages, and nothing else.
@MainActor
func presses(_ count: Int) async throws {
    let presses = Presses(
        on: options["regions"] ?? ["**"], path: options["socket"]?[0], retries: Int(options["retries"]?[0] ?? "0"), helloWithin: helloWithin,
        log: { put("log", ["text": .string($0)]) })
    var left = count
    for try await press in presses {
        put("press", ["region": text(press.region), "id": .whole(press.id)])
        left -= 1
        if left == 0 { return }
    }
}

let client = TouchdClient(
    path: options["socket"]?[0], name: options["name"]?[0], retries: Int(options["retries"]?[0] ?? "0"), helloWithin: helloWithin,
    treeChanges: options["treeChanges"]?[0] == "true")
client.subscribe(options["regions"] ?? ["**"], wishes(options.mapValues { $0[0] }))
act(client, "start")
do {
    if let count = options["presses"] {
        try await presses(Int(count[0])!)
        exit(0)
    }
    for try await item in client {
        if case .frame(let frame) = item {
            for event in frame.events where !isClosed { act(client, show(event, frame)) }
        } else {
            act(client, show(item))
        }
    }
} catch TouchdError.protocolMismatch(let message) {
    put("failed", ["kind": "protocol", "message": .string(message)])
    await after(client)
} catch TouchdError.refused(let message) {
    put("failed", ["kind": "refused", "message": .string(message)])
} catch let error as TouchdError {
    put("failed", ["kind": "unreachable", "message": .string(error.description)])
    await after(client)
}
