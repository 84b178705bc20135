import FakePlatform
import Server
import Wire

/// A client of the simulation: its traits, its requests, and the lines it has received.
final class Actor {
    struct Traits {
        var name: String
        var user = Kiosk.trusted
        var socket = Listener.Role.events
        var manner = Manner.prompt
        /// Whether it sends invalid requests.
        var lies = false
        /// Whether it acknowledges the lines it has read.
        var acknowledges = true
        /// Whether it is a connection of a bridge, which names a token first.
        var namesToken = false
        /// Whether the system keeps only a few kilobytes for it.
        var hasSmallBuffer = false
        /// Whether only faults that delay may hit its connection.
        var isSpared = false
    }

    enum Manner {
        /// Reads everything at once.
        case prompt
        /// Reads a little now and then.
        case sluggish
        /// Reads nothing for a while, and then everything.
        case sleepy
        /// Reads nothing.
        case deaf
    }

    private static let firstID = 1_000_000
    let traits: Traits
    let client: TestClient
    private let connection: Connection
    /// The rest of a line in which it has stopped, and the lines after it.
    private(set) var held: [UInt8] = []
    private(set) var witness: Witness
    /// Whether it has subscribed to touches of others.
    private(set) var observes = false
    /// Whether it has asked to inject touches.
    private(set) var injects = false
    /// Ids far from those of questions.
    private var nextID = Actor.firstID
    /// The unanswered requests by their ids.
    private var open: [Int: String] = [:]

    /// The requests that its user, its token and its socket may never make.
    private let forbidden: Set<String>

    init(_ traits: Traits, _ features: Kiosk.Features, _ client: TestClient, _ connection: Connection) {
        self.traits = traits
        var forbidden = traits.socket == .events ? Requests.forAdmins : []
        if traits.user == 1 && traits.socket == .events || traits.namesToken { forbidden.formUnion(Requests.forOthers) }
        if traits.namesToken, features.tokenMayClaim { forbidden.subtract(Requests.forClaimants) }
        self.forbidden = forbidden
        self.client = client
        self.connection = connection
        let isTrusted = traits.user == Kiosk.trusted || traits.socket == .admin
        witness = Witness(hidden: features.hidesFar && (!isTrusted || traits.namesToken) ? ["far", "v"] : [])
        if traits.namesToken { client.send(#"{"type":"hello","as":"\#(Kiosk.token)"}"#) }
    }

    var isOver: Bool { client.isClosed || witness.isOver }

    /// The types of the unanswered requests, or none if that is unknown because half an invalid line may have swallowed one.
    var unanswered: [String] { traits.lies ? [] : open.sorted { $0.key < $1.key }.map(\.value) }

    /// Sends a request. Returns its number.
    @discardableResult
    func send(_ type: String, _ rest: String = "") -> Int {
        if rest.contains("\"observe\":true") { observes = true }
        if type == "inject" { injects = true }
        let line = "{\"id\":\(nextID),\"type\":\"\(type)\"\(rest.isEmpty ? "" : "," + rest)}"
        defer { nextID += 1 }
        if !held.isEmpty {
            held += Array((line + "\n").utf8)
            if Requests.withReply.contains(type) { open[nextID] = type }
            return nextID
        }
        let count = client.send(line)
        // If the socket accepts only a part of a line, the rest is never sent.
        if count == line.utf8.count + 1 && Requests.withReply.contains(type) { open[nextID] = type }
        return nextID
    }

    /// Sends a line up to one of its bytes, and holds the rest back.
    func stop(in line: [UInt8], after count: Int) {
        if hasFinished { return }
        let text = String(decoding: line, as: UTF8.self)
        if text.contains("\"observe\":true") { observes = true }
        if text.contains("\"type\":\"inject\"") { injects = true }
        if !held.isEmpty { return held += line }
        client.send(bytes: Array(line[..<count]))
        held = Array(line[count...])
    }

    /// Sends what it has held back.
    func resume() {
        if held.isEmpty { return }
        client.send(bytes: held)
        held = []
    }

    /// Returns the bytes and the lines received.
    func read(atMost most: Int) throws -> (bytes: [UInt8], lines: [JSONValue]) {
        let bytes = client.receive(atMost: most)
        do {
            let lines = try witness.read(bytes)
            for line in lines { try check(line) }
            if client.isClosed, !witness.isOver, !connection.isBroken, !hasFinished { throw Failure("the connection was closed without a bye") }
            return (bytes, lines)
        } catch {
            throw Failure("\(traits.name): \(error)")
        }
    }

    /// Returns the touches that have begun since the last call, if it reads at once.
    func takeBegan() -> [Witness.Stream] {
        let began = witness.takeBegan()
        return traits.manner == .prompt ? began : []
    }

    /// Whether it has shut down its sending side.
    private var hasFinished = false

    /// Shuts down its sending side; it continues to read.
    func finish() {
        resume()
        hasFinished = true
        client.finish()
    }

    /// Acknowledges the lines, if it is a client that does.
    func acknowledge(_ lines: [JSONValue]) {
        guard traits.acknowledges, !isOver, let seq = lines.compactMap({ $0.int("seq") }).last else { return }
        client.send("{\"type\":\"ack\",\"seq\":\(seq)}")
    }

    private func check(_ line: JSONValue) throws {
        guard line["type"]?.string == "reply", let id = line.int("id"), (Self.firstID..<nextID).contains(id), !traits.lies else { return }
        guard let type = open.removeValue(forKey: id) else { throw Failure("request \(id) is answered, and was not asked or is answered already") }
        if line["ok"]?.bool != true { return }
        if forbidden.contains(type) { throw Failure("user \(traits.user)\(traits.namesToken ? " with the token" : "") may not \(type), and did") }
    }
}
