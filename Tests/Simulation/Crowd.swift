import FakePlatform
import Server
import Wire

/// The clients that connect and disconnect.
final class Crowd {
    private(set) var actors: [Actor] = []
    private var connections = 0
    private let random: Chance
    private let faults: Faults

    init(_ random: Chance, _ faults: Faults) { (self.random, self.faults) = (random, faults) }

    /// Adds a client with random traits; `connect` connects it.
    func come(_ connect: (Actor.Traits) -> Actor) {
        if actors.count >= 9 { return leave() }
        connections += 1
        var traits = Actor.Traits(name: "client \(connections)", user: [1, 2, Kiosk.trusted][random(3)])
        if random.oneIn(6) { traits.socket = .admin }
        traits.manner = random(10) < 5 ? .prompt : random.pick([.deaf, .sluggish, .sluggish, .sleepy, .sleepy])!
        traits.hasSmallBuffer = traits.manner != .prompt && random.oneIn(2)
        traits.lies = random.oneIn(5)
        traits.acknowledges = !random.oneIn(5)
        // Only trusted users may name a token, on either socket.
        traits.namesToken = random.oneIn(5) && traits.user == Kiosk.trusted && traits.socket == .events
        let actor = connect(traits)
        actors.append(actor)
        if !random.oneIn(3) { actor.send("subscribe", #""regions":["**"]"#) }
        if traits.socket == .admin, random.oneIn(2) { actor.send("record", #""panel":"\#(random.pick(["s-0", "s-1", "t-0"])!)","on":true"#) }
    }

    /// Removes a random client.
    func leave() { if !actors.isEmpty { actors.remove(at: random(actors.count)) } }

    func leave(_ those: (Actor) -> Bool) { actors.removeAll(where: those) }

    /// Has a random client shut down its sending side; it continues to read.
    func finish() { random.pick(actors)?.finish() }

    func speak(touches: [UInt64]) {
        guard let actor = random.pick(actors), !actor.isOver else { return }
        let (type, rest) = Requests.one(random, touches: touches)
        if faults.isActive, random.oneIn(15) { return stop(actor, "{\"type\":\"\(type)\"\(rest.isEmpty ? "" : "," + rest)}\n") }
        actor.send(type, rest)
    }

    /// Has a client stop in the middle of a line. It may go on later, or go away.
    private func stop(_ actor: Actor, _ line: String) {
        let bytes = Array(line.utf8)
        faults.count("a client stops in a line")
        actor.stop(in: bytes, after: random(bytes.count))
        if random.oneIn(4) { leave { $0 === actor } }
    }

    /// Has clients that have stopped in a line go on.
    func resume() { for actor in actors where !actor.held.isEmpty && random.oneIn(3) { actor.resume() } }

    /// Has some clients answer their questions.
    func answer(_ actor: Actor, _ lines: [JSONValue]) {
        for line in lines where line["type"]?.string == "question" && !actor.isOver && random.oneIn(2) {
            actor.client.send("{\"type\":\"answer\",\"id\":\(line["id"]!.numberText!),\"value\":\(random.oneIn(3) ? "false" : "true")}")
        }
    }

    func lie() { random.pick(actors.filter(\.traits.lies))?.client.send(bytes: Requests.lie(random)) }
}
