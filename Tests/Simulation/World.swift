import Configuration
import FakePlatform
import Glibc
import Server
import Service
import TouchCore
import Wire

/// The whole service with its environment, in one thread and with one clock: a single seed decides which events happen in which order.
final class World {
    let random: Chance
    var time: Int64 = 1_000_000
    let path: String
    let features: Kiosk.Features
    let faults: Faults
    let disk: Disk
    let machine: Machine
    let applications: Applications
    var loop: EventLoop!
    var service: TouchService!
    var listeners: [Listener] = []
    let crowd: Crowd
    var auditor: Auditor!
    var hung: Hung!
    /// The connections that the daemon has not accepted yet, in their order.
    var waiting: [Listener.Role: [Connection]] = [:]
    /// The settings in the file when it was last read.
    var settings: Settings
    var accessRules: AccessRules
    /// The time of the oldest report that waited before the current step.
    private var oldest: Int64 = .max
    /// The numbers of reloads requested and answered.
    var reloads = (asked: 0, answered: 0)
    /// Whether the auditor's last `config` line was about a trial, and the modes of screens from its `screen` lines.
    var isOnTrial = false
    private var modes: [String: String] = [:]
    private let isVerbose: Bool
    private(set) var coverage = Coverage()
    private(set) var byteCount = 0
    /// The FNV-1a hash of all bytes that clients have received, in their order.
    private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    init(seed: UInt64, isVerbose: Bool) throws {
        self.isVerbose = isVerbose
        random = Chance(seed: seed)
        path = "/tmp/touchd-simulation-\(SystemCalls.process).sock"
        features = Kiosk.Features(random)
        faults = Faults(random)
        disk = Disk("/tmp/touchd-simulation-\(SystemCalls.process)")
        accessRules = Kiosk.access(random, features)
        settings = Kiosk.settings(random, features)
        crowd = Crowd(random, faults)
        let box = Box()
        let system = FakeSystem { box.world!.read(replacing: $0) }
        system.state = StateFolder(disk.folder)
        machine = Machine(system, random, faults)
        applications = Applications(system.virtualPanels)
        box.world = self
        (SystemCalls.disk, SystemCalls.faults) = (disk, faults)
        try start()
        for name in ["s0", "s1", "t0"] { machine.plug(name) }
        try runUntilQuiet()
    }

    /// A weak reference, so that the service's closures do not keep the world alive.
    private final class Box { weak var world: World? }

    // MARK: Steps

    func step() throws {
        let writes = disk.writes
        // Sometimes several events happen in one turn of the loop.
        for _ in 0..<(random.oneIn(4) ? 3 : 1) { try happen() }
        for actor in crowd.actors where actor.traits.manner == .sluggish && random.oneIn(3) { try receive(actor, atMost: 1 + random(600)) }
        oldest = min(oldest, machine.oldestUnread ?? .max)
        for actor in crowd.actors where actor.traits.manner == .sleepy && random.oneIn(30) { try drain(actor) }
        machine.readRest()
        machine.answer()
        crowd.resume()
        try hung.act(random)
        try runUntilQuiet()
        if let left = disk.takeLeft() { try restart(.powerCut(left)) }
        if disk.writes != writes { coverage.add(.keptState) }
        recordFeatures()
    }

    private func happen() throws {
        oldest = min(oldest, machine.oldestUnread ?? .max)
        if faults.isActive, random.oneIn(features.keepsState ? 10 : 40) { planDisk() }
        // Files are read at a start, and some are written only at an end.
        if faults.isActive, features.keepsState, random.oneIn(150) { return try restart(random.oneIn(3) ? .kill : .orderly) }
        switch random(100) {
        case 0..<40: try touch()
        case 40..<44:
            coverage.add(.keypad)
            machine.key(at: time)
        case 44..<52: try pass(Int64(random(80_000)))
        case 52..<54: try pass(random.oneIn(12) ? 61_000_000 : Int64(100_000 + random(3_000_000)))
        case 54..<76: crowd.speak(touches: service.touchesDown.map(\.touch.id.rawValue))
        case 76..<79: crowd.lie()
        case 79..<82: crowd.come(connect)
        case 82..<84: crowd.leave()
        case 84: crowd.finish()
        case 85..<88:
            coverage.add(.hotplug)
            machine.replug()
        case 88..<91: machine.drop(at: time)
        case 91:
            coverage.add(.terminal)
            if machine.switchTerminal() { try expectNothingDown("on another terminal") { _ in true } }
        case 92:
            coverage.add(.sleep)
            if machine.sleep() { try expectNothingDown("after sleep") { !Self.isOfClients($0) } }
        case 93..<95: machine.turnDisplay()
        case 95..<98: if random.oneIn(2) { reload() } else { machine.delayReading() }
        case 98: machine.fail()
        default:
            switch random(9) {
            case 0..<3: accessRules = Kiosk.access(random, features)
            case 3, 4: machine.setClock()
            case 5: try restart(random.oneIn(2) ? .orderly : .kill)
            case 6: try restart(.powerCut(disk.cutPower(Double(random(1000)) / 1000)))
            default: break
            }
        }
    }

    private func touch() throws {
        if random.oneIn(12), let glass = random.pick(machine.glasses) { return try visit(glass) }
        machine.touch(at: time)
        try pass(Int64(1000 + random(18_000)))
    }

    /// Has a visitor do something on purpose. Nobody else touches this glass meanwhile.
    private func visit(_ glass: Glass) throws {
        glass.empty(at: time)
        glass.wake()
        for step in Visitor.act(random) {
            glass.report(step.places, at: time)
            oldest = min(oldest, machine.oldestUnread ?? .max)
            glass.wake()
            try pass(step.stay)
        }
    }

    private func planDisk() {
        // These are written most often.
        planDisk(["values.json", "values.json", "panels.json", "statistics.json", Disk.lastGood, Disk.Plan.folder])
    }

    /// Plans a fault of the next write of one of these files.
    func planDisk(_ files: [String]) {
        let file = random.pick(files)!
        let failure = Disk.Plan.Kind.failure(random.pick([EIO, ENOSPC, EINTR, EROFS, EMFILE])!)
        let kind = file == Disk.Plan.folder ? .failure(EIO) : random.oneIn(5) ? .powerCut : random.oneIn(4) ? .short : failure
        disk.plan(Disk.Plan(file: file, call: random(7), kind: kind, chance: Double(random(1000)) / 1000))
    }

    private func reload() {
        reloads.asked += 1
        let number = epoch
        service.reload(ReloadOptions(resets: random.oneIn(6), isDryRun: random.oneIn(6))) { [weak self] _ in
            if self?.epoch == number { self?.reloads.answered += 1 }
        }
        // A new configuration often comes with a new program.
        if random.oneIn(3) { crowd.leave { $0.traits.user == Kiosk.trusted } }
    }

    /// Returns the current contents of the configuration's file.
    private func read(replacing tree: TreeInForce) -> Result<LoadedConfiguration, StartFailure> {
        if random.oneIn(6) { return .failure(StartFailure(message: "test.yaml:1:1: error: this is nothing", status: StartFailure.configuration)) }
        settings = Kiosk.settings(random, features)
        keepCopy(ofText: random(4))
        return .success(Kiosk.configuration(settings, accessRules, features, replacing: tree))
    }

    /// The number of starts of the service.
    var epoch = 0
    /// The damaged file about which the next start must say something.
    var expectedWarning: String?
    /// The texts of the configuration of which a copy may be kept.
    var copied: Set<[UInt8]> = []
    /// The files that were damaged, and their contents since then.
    var damaged: [String: [UInt8]] = [:]

    // MARK: Time

    func turn() {
        loop.turn(waiting: 0)
        disk.awaitThreads()
    }

    /// Lets time pass, stopping at every due timer.
    func pass(_ duration: Int64) throws {
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
    func runUntilQuiet() throws {
        oldest = min(oldest, machine.oldestUnread ?? .max)
        let claimed = hung.claimed
        var quiet = 0
        while quiet < 4 {
            let faultsBefore = faults.total
            turn()
            quiet += 1
            for actor in crowd.actors + [auditor.actor, hung.actor] where actor.traits.manner == .prompt {
                if try receive(actor, atMost: 1 << 16) { quiet = 0 }
            }
            // A fault may have delayed something, which comes in a later turn.
            if faults.total != faultsBefore { quiet = 0 }
        }
        // A deadline that has passed is handled by a timer, which takes the shortest time there is.
        if loop.nextTimer ?? .max > time + 1 { oldest = .max }
        try checkLog()
        try applications.check()
        try auditor.check(service)
        try hung.check(at: time)
        for actor in crowd.actors {
            let began = actor.takeBegan()
            guard let region = claimed, hung.claimed == region, !actor.observes, let since = service.touches.claims[region]?.since else { continue }
            if began.contains(where: { $0.region == region && $0.id >= since.rawValue }) {
                throw Failure("\(actor.traits.name) gets a touch of \(region), which is claimed by another")
            }
        }
        // Not with a wake rule, which itself decides about touches on a dark display, nor in a trial, whose configuration names no display.
        if machine.isKnownToBeOff, !isOnTrial, service.tree.screens[0].kiosk.wake == nil {
            try expectNothingDown("while the display is off,") { $0 == Kiosk.panelOfOutput }
        }
    }

    func checkLog() throws {
        for line in machine.system.takeLog() {
            if isVerbose { print("\(time) \(line)") }
            if line.contains("bug:") { throw Failure(line) }
        }
    }

    /// Has a client read; returns whether it received anything.
    @discardableResult
    func receive(_ actor: Actor, atMost most: Int) throws -> Bool {
        let (bytes, lines) = try actor.read(atMost: most)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        byteCount += bytes.count
        if isVerbose && !bytes.isEmpty { print("\(time) \(actor.traits.name) <- \(String(decoding: bytes, as: UTF8.self))", terminator: "") }
        if actor === hung?.actor { try hung.process(lines, at: time) }
        if actor === auditor?.actor {
            try auditor.checkTimes(lines, at: time, oldest: oldest, liars: machine.liars)
            for line in lines { recordFeatures(of: line) }
        } else {
            for line in lines { if let type = line["type"]?.string, ["question", "input", "lagged"].contains(type) { recordFeatures(of: line) } }
        }
        actor.acknowledge(lines)
        crowd.answer(actor, lines)
        return !bytes.isEmpty
    }

    /// Waits no longer for reports of before.
    func forgetWaiting() { oldest = 0 }

    /// Whether a panel's touches are those that clients, or the keys of keypads, make.
    static func isOfClients(_ panel: String) -> Bool { panel.hasSuffix("-injected") || panel.hasSuffix("-accessibility") }

    // MARK: Features

    private func recordFeatures(of line: JSONValue) {
        for feature in Feature.of(line) { coverage.add(feature) }
        if line["type"]?.string == "config" { isOnTrial = line["trial"] != nil }
        if line["type"]?.string == "screen", let screen = line["screen"]?.string { modes[screen] = line["mode"]?.string }
    }

    /// Ends a step of the coverage with what is in use now.
    private func recordFeatures() {
        let down = service.touchesDown
        if !down.isEmpty { coverage.add(.touches) }
        if down.contains(where: { Self.isOfClients($0.panel) }) { coverage.add(.injection) }
        if !service.touches.claims.isEmpty { coverage.add(.claims) }
        if isOnTrial { coverage.add(.trial) }
        if modes.values.contains(where: { $0 != "normal" }) { coverage.add(.cleaning) }
        if service.activeProfiles.contains(where: { $0?.isEmpty == false }) { coverage.add(.profile) }
        if applications.down > 0 { coverage.add(.surfaces) }
        if applications.keysDown > 0 { coverage.add(.typing) }
        if machine.isKnownToBeOff { coverage.add(.display) }
        if crowd.actors.contains(where: \.traits.namesToken) { coverage.add(.token) }
        for name in disk.takeFaults() {
            coverage.add(fault: name)
            if isVerbose { print("\(time) fault: \(name)") }
        }
        for (name, count) in faults.takeCounts() { coverage.add(fault: name, count) }
        coverage.endStep()
    }

    func add(_ feature: Feature) { coverage.add(feature) }
    func add(fault: String) { coverage.add(fault: fault) }
}
