import FakePlatform
import Server
import Wire

/// A client of the simulation: how it is, what it has asked, and what it has seen.
final class Actor {
    struct Traits {
        var name: String
        var user = Kiosk.trusted
        var socket = Listener.Role.events
        var manner = Manner.prompt
        /// Whether it says things that no client should.
        var lies = false
        /// Whether it says that it has read what it has.
        var acknowledges = true
    }

    enum Manner {
        /// Reads all there is, at once.
        case prompt
        /// Reads a little, now and then.
        case sluggish
        /// Reads nothing.
        case deaf
    }

    private static let firstID = 1_000_000
    let traits: Traits
    let client: TestClient
    private(set) var witness: Witness
    /// Whether it has asked for touches that are for others.
    private(set) var observes = false
    /// Far from the ids of questions.
    private var nextID = Actor.firstID
    /// The requests that have not been answered, by their ids.
    private var open: [Int: String] = [:]

    /// - Parameter hidesFar: whether the second screen is for the trusted user only.
    init(_ traits: Traits, hidesFar: Bool, _ client: TestClient) {
        self.traits = traits
        self.client = client
        let isTrusted = traits.user == Kiosk.trusted || traits.socket == .admin
        witness = Witness(hidden: hidesFar && !isTrusted ? ["far", "v"] : [])
    }

    var isOver: Bool { client.isClosed || witness.isOver }

    /// The types of the requests that have not been answered, if it can be told: half a line of a lie may have swallowed one.
    var unanswered: [String] { traits.lies ? [] : open.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the number of the request.
    @discardableResult
    func say(_ type: String, _ rest: String = "") -> Int {
        if rest.contains("\"observe\":true") { observes = true }
        let line = "{\"id\":\(nextID),\"type\":\"\(type)\"\(rest.isEmpty ? "" : "," + rest)}"
        let count = client.send(line)
        // Of a line that the socket takes a part of, the rest is never said.
        if count == line.utf8.count + 1 && Requests.withReply.contains(type) { open[nextID] = type }
        nextID += 1
        return nextID - 1
    }

    /// Returns the bytes and the lines that have come.
    func read(atMost most: Int) throws -> (bytes: [UInt8], lines: [JSONValue]) {
        let bytes = client.receive(atMost: most)
        do {
            let lines = try witness.take(bytes)
            for line in lines { try check(line) }
            return (bytes, lines)
        } catch {
            throw Failure("\(traits.name): \(error)")
        }
    }

    /// The touches that have begun since the last call, if it reads at once.
    func takeBegan() -> [Witness.Stream] {
        let began = witness.takeBegan()
        return traits.manner == .prompt ? began : []
    }

    /// Says that it has read what it has, if it is one that does.
    func acknowledge(_ lines: [JSONValue]) {
        guard traits.acknowledges, !isOver, let seq = lines.compactMap({ $0.int("seq") }).last else { return }
        client.send("{\"type\":\"ack\",\"seq\":\(seq)}")
    }

    private func check(_ line: JSONValue) throws {
        guard line["type"]?.string == "reply", let id = line.int("id"), (Self.firstID..<nextID).contains(id), !traits.lies else { return }
        guard let type = open.removeValue(forKey: id) else { throw Failure("request \(id) is answered, and was not asked or is answered already") }
        let mayNot = traits.user == 1 && traits.socket == .events && Requests.forOthers.contains(type)
        if mayNot, line["ok"]?.bool == true { throw Failure("user 1 may not \(type), and did") }
    }
}
