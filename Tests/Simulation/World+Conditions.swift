import Configuration
import Service
import TouchCore
import Wire

/// The conditions that must hold.
extension World {
    func expectNothingDown(_ when: String, on panels: (String) -> Bool) throws {
        let all = service.touchesDown
        let down = all.filter { panels($0.panel) }
        if !down.isEmpty { throw Failure("\(when) touches \(down.map(\.touch.id.rawValue)) are down") }
        try applications.expectNothingDown(when, injected: all.count { Self.isOfClients($0.panel) }, on: panels)
    }

    /// Lifts all fingers, has everybody read, and lets time pass. Then no touch is down, every request is answered, and nothing is left of clients
    /// that are gone.
    func finish() throws {
        machine.rest(at: time)
        crowd.leave { $0.traits.socket == .admin || $0.injects }  // and with them the fingers that they inject
        forgetWaiting()
        for actor in crowd.actors { actor.resume() }
        try runUntilQuiet()
        for actor in crowd.actors where !actor.isOver {
            try drain(actor)
            actor.client.send(bytes: [10])  // the end of half a line
        }
        for _ in 0..<10 { try pass(3_000_000) }
        for actor in crowd.actors + [auditor.actor, hung.actor] {
            try drain(actor)
            try checkOver(actor)
        }
        try checkOpen()
        if reloads.asked != reloads.answered { throw Failure("\(reloads.asked) reloads were asked for, and \(reloads.answered) answered") }
        crowd.leave { _ in true }
        try pass(1_000_000)
        if applications.down + applications.keysDown > 0 {
            throw Failure("\(applications.down) contacts and \(applications.keysDown) keys are down for applications, and nobody does anything")
        }
        try checkFree()
        service.shutDown()
        try drain(auditor.actor)
        if !auditor.actor.witness.isOver { throw Failure("no goodbye") }
        disk.removeFolder()
    }

    private func checkOver(_ actor: Actor) throws {
        if actor.isOver { return }
        let (name, witness) = (actor.traits.name, actor.witness)
        if witness.isMidLine { throw Failure("\(name) has half a line") }
        if !witness.down.isEmpty { throw Failure("\(name): touches \(witness.down.keys.map(\.id).sorted()) never end") }
        if !witness.inProgress.isEmpty { throw Failure("\(name): \(witness.inProgress.map(\.name).sorted()) never end") }
        if !actor.unanswered.isEmpty { throw Failure("\(name) is not answered: \(actor.unanswered)") }
    }

    /// Checks that the panels are open; a reload makes touchd retry each of them.
    private func checkOpen() throws {
        try reloadUntilDone(ReloadOptions())
        let unopened = machine.unopened(["s0", "s1"] + (service.tree.index(ofID: "v") == nil ? [] : ["t0"]))
        if !unopened.isEmpty { throw Failure("panels \(unopened) are all right, and not in use") }
    }

    /// Repeats the reload until the file can be read.
    func reloadUntilDone(_ options: ReloadOptions) throws {
        var isDone = false
        while !isDone {
            service.reload(options) { isDone = $0.isDone }
            try runUntilQuiet()
        }
    }

    /// Checks that every region can be claimed, and that `clients` lists exactly the existing clients.
    ///
    /// An edit outlives its client, and may prevent claims of a sensitive region until a reset.
    private func checkFree() throws {
        hung.retire()
        try runUntilQuiet()
        if !service.touches.claims.isEmpty { throw Failure("nobody is there, and \(service.touches.claims.receivers.sorted()) are claimed") }
        let clients = try ask("clients", "")?["clients"]?.array?.count ?? 0
        if clients != 2 { throw Failure("\(clients) clients are served, and 2 are there") }
        for region in Kiosk.regions where service.tree.index(ofID: region) != nil {
            var reply = try ask("claim", #""receivers":["\#(region)"]"#)
            if reply?["error"]?["message"]?.string?.contains("an edit by somebody else") == true {
                try reloadUntilDone(ReloadOptions(resets: true))
                if service.tree.index(ofID: region) == nil { continue }
                reply = try ask("claim", #""receivers":["\#(region)"]"#)
            }
            if reply?["ok"]?.bool != true {
                throw Failure("nobody is there, and \(region) cannot be claimed: \(reply?["error"]?["message"]?.string ?? "no reply")")
            }
        }
    }

    /// Returns the reply to the auditor's request.
    func ask(_ type: String, _ rest: String) throws -> JSONValue? {
        let id = auditor.actor.send(type, rest)
        for _ in 0..<4 { turn() }
        return try auditor.actor.read(atMost: 1 << 20).lines.last { $0.int("id") == id }
    }

    func drain(_ actor: Actor) throws {
        var quiet = 0
        while quiet < 4 {
            turn()
            quiet = try receive(actor, atMost: 1 << 16) ? 0 : quiet + 1
        }
    }
}
