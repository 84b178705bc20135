import JSON
import Sockets

/// The protocol without a socket: turns bytes into items, and requests into bytes.
struct LineStream {
    static let protocolVersion: UInt64 = 1
    static let maximumLine = 64 << 20

    private let name: String?
    private let treeChanges: Bool
    /// The subscriptions and claims that each new connection repeats, in order.
    private var sent: [(id: UInt64, line: [String: JSONValue])] = []
    /// The claims whose reply is due. A refusal removes the claim from those that are repeated.
    private var claimsDue: Set<UInt64> = []
    private var lastID: UInt64 = 0
    var asked = Asked()
    private var edits = Edits()
    private var alive = Alive()

    // The state of one connection:
    private var lines = LineBuffer()
    private(set) var isGreeted = false
    /// The longest line that this server accepts, in bytes.
    private var lineLimit = Int.max
    private var seq: UInt64 = 0
    /// The server's IDs of the subscriptions.
    private var serverIDs: [UInt64: UInt64] = [:]
    /// The bytes to send.
    var outgoing: [UInt8] = []
    /// The error if the server speaks another protocol: connecting again is useless.
    private(set) var mismatch: TouchdError?
    /// Whether the connection must be closed.
    private(set) var isOver = false
    /// Whether the client will not connect again.
    private var hasGivenUp = false
    private var isClosed = false

    init(name: String?, treeChanges: Bool = false) { (self.name, self.treeChanges) = (name, treeChanges) }

    mutating func reset() {
        lines = LineBuffer()
        isGreeted = false
        seq = 0
        serverIDs = [:]
        outgoing = []
        isOver = false
    }

    // MARK: Requests

    var isOpen: Bool { isGreeted && !isOver }

    /// Makes a request. Without a connection it waits for the next one.
    mutating func request(_ type: String, _ members: [String: JSONValue]) -> UInt64 {
        let (id, line) = next(type, members)
        if refuses(id, line) { return id }
        if isOpen {
            send(line)
            asked.sent(id)
        } else {
            asked.keep(id, Self.encoded(line))
        }
        return id
    }

    mutating func remembered(_ type: String, _ members: [String: JSONValue]) -> UInt64 {
        let (id, line) = next(type, members)
        if refuses(id, line) { return id }
        if hasGivenUp {
            asked.refuseUnsent(id)
            return id
        }
        sent.append((id, line))
        if type == "claim" { claimsDue.insert(id) }
        send(line)
        return id
    }

    mutating func edit(_ changes: [JSONValue], keep: Bool, redo: Bool) -> UInt64 {
        var members: [String: JSONValue] = ["edits": .array(changes)]
        if keep { members["keep"] = true }
        if !redo { return request("edit", members) }
        let (id, line) = next("edit", members)
        if !refuses(id, line) && (isOpen || asked.mayWait(id, Self.encoded(line))) {
            edits.ask(id, line, isSent: isOpen)
            send(line)
        }
        return id
    }

    /// Makes a request such as `release`, whose purpose the end of the connection fulfils too.
    private mutating func ending(_ type: String, _ members: [String: JSONValue]) -> UInt64 {
        let (id, line) = next(type, members)
        if refuses(id, line) { return id }
        asked.ending(id, isOpen: isOpen)
        send(line)
        return id
    }

    /// Refuses a line that is too long, because the server would close the connection for it. After `close`, every line is dropped.
    private mutating func refuses(_ id: UInt64, _ line: [String: JSONValue]) -> Bool {
        if isClosed { return true }
        guard isOpen, lineLimit < Int.max else { return false }
        let length = Self.encoded(line).count - 1
        if length > lineLimit { asked.tooLong(id, length, limit: lineLimit) }
        return length > lineLimit
    }

    mutating func unsubscribe(_ subscription: UInt64) -> UInt64 {
        sent.removeAll { $0.id == subscription }
        return ending("unsubscribe", ["subscription": .whole(serverIDs.removeValue(forKey: subscription) ?? 0)])
    }

    mutating func release(_ receivers: [String]) -> UInt64 {
        forget(receivers)
        return ending("release", ["receivers": .array(receivers.map(JSONValue.string))])
    }

    private mutating func next(_ type: String, _ members: [String: JSONValue]) -> (UInt64, [String: JSONValue]) {
        lastID += 1
        return (lastID, members.merging(["type": .string(type), "id": .whole(lastID)]) { _, new in new })
    }

    /// Sends a line if there is a connection.
    mutating func send(_ line: [String: JSONValue]) {
        if isOpen { outgoing += Self.encoded(line) }
    }

    private static func encoded(_ line: [String: JSONValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        JSONValue.object(line).write(into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    mutating func forget(_ receivers: [String]) {
        for index in sent.indices.reversed() where sent[index].line["type"] == "claim" {
            let left = (sent[index].line["receivers"]?.array ?? []).filter { !receivers.contains($0.string ?? "") }
            if left.isEmpty { sent.remove(at: index) } else { sent[index].line["receivers"] = .array(left) }
        }
    }

    // MARK: Incoming lines

    mutating func feed(_ bytes: some Sequence<UInt8>) { lines.append(bytes) }

    /// The items of the next complete line that has any; none if there is no such line.
    mutating func next() throws(TouchdError) -> [Item] {
        while !isOver {
            let line = lines.next()
            if line?.count ?? lines.count > Self.maximumLine { return lost("lineTooLong") }
            guard let line else { return [] }
            let items = try items(of: line)
            if !items.isEmpty { return items }
        }
        return []
    }

    /// Refuses all waiting requests, because the client will not connect again.
    mutating func giveUp() -> [Item] {
        hasGivenUp = true
        return asked.giveUp(edits.giveUp())
    }

    /// Ends the stream without items. Later requests have no effect, and nothing of them is kept.
    mutating func close() { (isOver, isClosed) = (true, true) }

    /// Ends the connection. First everything in progress is cancelled, then the requests without a reply are refused.
    mutating func lost(_ reason: String = "closed") -> [Item] {
        var items = alive.cancelled().map(Item.frame)
        if isOpen { items += asked.end() + [.disconnected(reason: reason)] }
        isOver = true
        return items
    }

    private mutating func items(of line: [UInt8]) throws(TouchdError) -> [Item] {
        guard let message = try? JSONReader.parse(line), let type = message["type"]?.string else {
            if isGreeted { return lost("badLine") }
            throw .protocolMismatch("the server at the socket is not touchd: \(String(decoding: line.prefix(60), as: UTF8.self))")
        }
        guard isGreeted else { return [try hello(type, message)] + asked.takeSettled() }
        do { return try items(type, message) } catch { return lost("badLine") }
    }

    private mutating func hello(_ type: String, _ message: JSONValue) throws(TouchdError) -> Item {
        guard type == "hello", message["protocol"]?.whole == Self.protocolVersion else {
            throw .protocolMismatch(
                "\(message["server"]?.string ?? "the server") speaks protocol \(message["protocol"]?.numberText ?? "?"), "
                    + "but this library speaks \(Self.protocolVersion); install matching versions")
        }
        isGreeted = true
        var greeting: [String: JSONValue] = ["type": "hello", "protocol": .whole(Self.protocolVersion)]
        greeting["name"] = name.map(JSONValue.string)
        let capabilities = (message["capabilities"]?.array ?? []).compactMap(\.string)
        if treeChanges && capabilities.contains("treeChanges") { greeting["want"] = ["treeChanges"] }
        send(greeting)
        lineLimit = message["limits"]?["maxLine"]?.whole.map { Int(clamping: $0) } ?? Int.max
        claimsDue = Set(sent.filter { $0.line["type"] == "claim" }.map(\.id))
        let renewed = sent + edits.lines(epoch: message["epoch"]?.string ?? "")
        for request in renewed.sorted(by: { $0.id < $1.id }) {
            if refuses(request.id, request.line) {
                sent.removeAll { $0.id == request.id }
                edits.drop(request.id)
            } else {
                send(request.line)
            }
        }
        asked.dropKept(longerThan: lineLimit)
        outgoing += asked.sendKept()
        return .connected(
            server: message["server"]?.string ?? "", epoch: message["epoch"]?.string ?? "", capabilities: capabilities)
    }

    private mutating func items(_ type: String, _ message: JSONValue) throws(Alive.Malformed) -> [Item] {
        if ["frame", "snapshot", "lagged"].contains(type) {
            let next = try message.whole("seq")
            if next != seq + 1 { return lost("gap") }
            seq = next
        }
        if ["pong", "synced"].contains(type), let id = message["id"]?.whole { asked.answered(id) }
        switch type {
        case "frame": return [.frame(try frame(message))]
        case "reply": return try reply(message)
        case "snapshot": return [.snapshot(try Snapshot(seq, message))]
        case "screen": return [.screen(try Screen(message))]
        case "staff": return [.staff(try Staff(message))]
        case "config": return [.config(try Config(message))]
        case "tree" where message["regions"] == nil: return [.treeChanged(try TreeChange(message))]
        case "tree": return [.tree(generation: try message.generation(), regions: try message.regions())]
        case "changed": return [.changed(generation: try message.generation(), regions: try message.regions())]
        case "overridden":
            let (region, key) = (try message.text("region"), message["key"]?.string)
            edits.overridden(region, key)
            return [.overridden(region: region, key: key, generation: try message.generation())]
        case "warning": return [.warning(Warning(code: try message.text("code"), message: try message.text("message"), fields: message))]
        case "lagged":
            return [.lagged(seq: seq, merged: try message.whole("merged"), cancelled: try message.list("cancelled").compactMap(\.whole))]
        case "released":
            let receivers = try message.list("receivers").compactMap(\.string)
            forget(receivers)
            return [.released(receivers: receivers, reason: try message.text("reason"))]
        case "question": return [.question(try Question(message))]
        case "bye":
            let cancels = alive.cancelled().map(Item.frame)
            isOver = true
            if message["reason"] == "protocol" {
                mismatch = .protocolMismatch(message["message"]?.string ?? "touchd speaks another protocol")
            }
            let reason = message["reason"]?.string ?? ""
            return cancels + [.message(type: type, fields: message)] + asked.end() + [.disconnected(reason: reason)]
        default: return [.message(type: type, fields: message)]
        }
    }

    private mutating func frame(_ message: JSONValue) throws(Alive.Malformed) -> Frame {
        let panel = try message.text("panel")
        let time = Int64(clamping: try message.whole("time"))
        return Frame(seq: seq, time: time, panel: panel, events: try alive.events(try message.list("events"), panel: panel, time: time))
    }

    /// Reads the whole reply before it has an effect, because a malformed reply answers nothing.
    private mutating func reply(_ message: JSONValue) throws(Alive.Malformed) -> [Item] {
        guard case .bool(let isOK)? = message["ok"] else { throw Alive.Malformed() }
        // A reply with the ID null answers no request: touchd sends it for a line that it cannot read as a request.
        if case .null? = message["id"] { return [.message(type: "reply", fields: message)] }
        let id = try message.whole("id")
        let warnings = try Warning.unmatched(message)
        asked.answered(id)
        edits.answered(id, isOK: isOK)
        if claimsDue.remove(id) != nil, !isOK { sent.removeAll { $0.id == id } }
        if let subscription = message["subscription"]?.whole { serverIDs[id] = subscription }
        return [.reply(Reply(id, isOK: isOK, message))] + warnings
    }
}
