import Configuration
import FakePlatform
import Glibc
import Server
import Service
import TouchCore
import Wire

/// The whole service with its environment, in one thread and with one clock: a single seed decides which events happen in which order.
final class World {
    private let random: Chance
    private var time: Int64 = 1_000_000
    private let path: String
    private let machine: Machine
    private let loop: EventLoop
    private var service: TouchService!
    private let crowd: Crowd
    private var auditor: Auditor!
    private var hung: Hung!
    /// The peer of the next connection.
    private var peer = Peer(user: Kiosk.trusted)
    private let hidesFar: Bool
    private let hasRules: Bool
    private var accessRules: AccessRules
    /// The time of the oldest report that waited before the current step.
    private var oldest: Int64 = .max
    /// The numbers of reloads requested and answered.
    private var reloads = (asked: 0, answered: 0)
    private let isVerbose: Bool
    private(set) var steps = 0
    private(set) var byteCount = 0
    /// The FNV-1a hash of all bytes that clients have received, in their order.
    private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    init(seed: UInt64, isVerbose: Bool) throws {
        self.isVerbose = isVerbose
        random = Chance(seed: seed)
        path = "/tmp/touchd-simulation-\(getpid()).sock"
        hidesFar = random.oneIn(2)
        hasRules = random.oneIn(3)
        accessRules = Kiosk.access(random, hidesFar: hidesFar)
        crowd = Crowd(random)
        let box = Box()
        machine = Machine(FakeSystem { box.world!.read(replacing: $0) }, random)
        loop = EventLoop { box.world?.time ?? 1_000_000 }
        box.world = self
        service = try TouchService(
            Kiosk.configuration(random, accessRules, hasRules: hasRules),
            listeners: [try Listener(path: path), try Listener(path: path + ".admin", role: .admin)],
            epoch: "simulation", loop: loop, platform: machine.system.platform, identify: { _ in box.world!.peer })
        service.start()
        auditor = Auditor(connect(Actor.Traits(name: "the auditor")), hasRules: hasRules)
        hung = Hung(connect(Actor.Traits(name: "who hangs", acknowledges: false)))
        for name in ["s0", "s1", "t0"] { machine.plug(name) }
        try runUntilQuiet()
    }

    /// A weak reference, so that the service's closures do not keep the world alive.
    private final class Box { weak var world: World? }

    // MARK: Steps

    func step() throws {
        steps += 1
        // Sometimes several events happen in one turn of the loop.
        for _ in 0..<(random.oneIn(4) ? 3 : 1) { try happen() }
        for actor in crowd.actors where actor.traits.manner == .sluggish && random.oneIn(3) { try receive(actor, atMost: 1 + random(600)) }
        try hung.act(random)
        try runUntilQuiet()
    }

    private func happen() throws {
        oldest = min(oldest, machine.oldestUnread ?? .max)
        switch random(100) {
        case 0..<44: try touch()
        case 44..<52: try pass(Int64(random(80_000)))
        case 52..<54: try pass(Int64(100_000 + random(3_000_000)))
        case 54..<76: crowd.speak(touches: service.touchesDown.map(\.touch.id.rawValue))
        case 76..<79: crowd.lie()
        case 79..<82: crowd.come(connect)
        case 82..<84: crowd.leave()
        case 84: crowd.finish()
        case 85..<88: machine.replug()
        case 88..<91: machine.drop(at: time)
        case 91: if machine.switchTerminal() { try expectNothingDown("on another terminal") { _ in true } }
        case 92: if machine.sleep() { try expectNothingDown("after sleep") { !$0.hasSuffix("-injected") } }
        case 93..<95: machine.turnDisplay()
        case 95..<98: if random.oneIn(2) { reload() } else { machine.delayReading() }
        case 98: machine.fail()
        default: if random.oneIn(3) { accessRules = Kiosk.access(random, hidesFar: hidesFar) }
        }
    }

    private func touch() throws {
        machine.touch(at: time)
        try pass(Int64(1000 + random(18_000)))
    }

    private func reload() {
        reloads.asked += 1
        service.reload(ReloadOptions(resets: random.oneIn(6), isDryRun: random.oneIn(6))) { [weak self] _ in self?.reloads.answered += 1 }
        // A new configuration often comes with a new program.
        if random.oneIn(3) { crowd.leave { $0.traits.user == Kiosk.trusted } }
    }

    /// Returns the current contents of the configuration's file.
    private func read(replacing tree: TreeInForce) -> Result<LoadedConfiguration, StartFailure> {
        if random.oneIn(6) { return .failure(StartFailure(message: "test.yaml:1:1: error: this is nothing", status: StartFailure.configuration)) }
        return .success(Kiosk.configuration(random, accessRules, hasRules: hasRules, replacing: tree))
    }

    private func connect(_ traits: Actor.Traits) -> Actor {
        peer = Peer(user: traits.user)
        let client = TestClient(traits.socket == .admin ? path + ".admin" : path)
        for _ in 0..<2 { loop.turn(waiting: 0) }
        return Actor(traits, hidesFar: hidesFar, client)
    }

    // MARK: Time

    /// Lets time pass, stopping at every due timer.
    private func pass(_ duration: Int64) throws {
        try runUntilQuiet()
        let end = time + duration
        while let next = loop.nextTimer, next <= end {
            time = max(time, next)
            try runUntilQuiet()
        }
        time = end
        try runUntilQuiet()
    }

    /// Lets the service and the reading clients do all their pending work.
    private func runUntilQuiet() throws {
        oldest = min(oldest, machine.oldestUnread ?? .max)
        let claimed = hung.claimed
        var quiet = 0
        while quiet < 4 {
            loop.turn(waiting: 0)
            quiet += 1
            for actor in crowd.actors + [auditor.actor, hung.actor] where actor.traits.manner == .prompt {
                if try receive(actor, atMost: 1 << 16) { quiet = 0 }
            }
        }
        oldest = .max
        for line in machine.system.takeLog() {
            if isVerbose { print("\(time) \(line)") }
            if line.contains("bug:") { throw Failure(line) }
        }
        try auditor.check(service)
        try hung.check(at: time)
        for actor in crowd.actors {
            let began = actor.takeBegan()
            guard let region = claimed, hung.claimed == region, !actor.observes, let since = service.touches.claims[region]?.since else { continue }
            if began.contains(where: { $0.region == region && $0.id >= since.rawValue }) {
                throw Failure("\(actor.traits.name) gets a touch of \(region), which is claimed by another")
            }
        }
        // With a wake rule, that rule handles the display's state.
        if machine.isKnownToBeOff, service.tree.screens[0].kiosk.wake == nil {
            try expectNothingDown("while the display is off,") { $0 == Kiosk.panelOfOutput }
        }
    }

    /// Has a client read; returns whether it received anything.
    @discardableResult
    private func receive(_ actor: Actor, atMost most: Int) throws -> Bool {
        let (bytes, lines) = try actor.read(atMost: most)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        byteCount += bytes.count
        if isVerbose && !bytes.isEmpty { print("\(time) \(actor.traits.name) <- \(String(decoding: bytes, as: UTF8.self))", terminator: "") }
        if actor === hung?.actor { try hung.process(lines, at: time) }
        if actor === auditor?.actor { try auditor.checkTimes(lines, at: time, oldest: oldest) }
        actor.acknowledge(lines)
        crowd.answer(actor, lines)
        return !bytes.isEmpty
    }

    // MARK: Conditions

    private func expectNothingDown(_ when: String, on panels: (String) -> Bool) throws {
        let down = service.touchesDown.filter { panels($0.panel) }
        if !down.isEmpty { throw Failure("\(when) touches \(down.map(\.touch.id.rawValue)) are down") }
    }

    /// Lifts all fingers, has everybody read, and lets time pass. Then no touch is down, every request is answered, and nothing is left of clients
    /// that are gone.
    func finish() throws {
        machine.rest(at: time)
        crowd.leave { $0.traits.socket == .admin }  // and with them the fingers that they inject
        oldest = 0
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
        try checkFree()
        service.shutDown()
        try drain(auditor.actor)
        if !auditor.actor.witness.isOver { throw Failure("no goodbye") }
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
    private func reloadUntilDone(_ options: ReloadOptions) throws {
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
    private func ask(_ type: String, _ rest: String) throws -> JSONValue? {
        let id = auditor.actor.send(type, rest)
        for _ in 0..<4 { loop.turn(waiting: 0) }
        return try auditor.actor.read(atMost: 1 << 20).lines.last { $0.int("id") == id }
    }

    private func drain(_ actor: Actor) throws {
        var quiet = 0
        while quiet < 4 {
            loop.turn(waiting: 0)
            quiet = try receive(actor, atMost: 1 << 16) ? 0 : quiet + 1
        }
    }
}
