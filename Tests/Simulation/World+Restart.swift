import FakePlatform
import Glibc
import Server
import Service
import TouchCore
import Wire

/// The starts and ends of the service, and the state that it keeps.
extension World {
    enum End {
        case orderly
        /// The process is killed.
        case kill
        /// The machine loses power, and these files are left.
        case powerCut([String: [UInt8]])
    }

    /// Starts the service, with the file as it was last read. Faults begin once the observers are connected.
    func start() throws {
        faults.isArmed = false
        epoch += 1
        (auditor, hung) = (nil, nil)
        waiting = [:]
        isOnTrial = false
        loop = EventLoop { [weak self] in self?.time ?? 1_000_000 }
        listeners = [try Listener(path: path), try Listener(path: path + ".admin", role: .admin)]
        var loaded = Kiosk.configuration(settings, accessRules, features)
        loaded.restore(from: StateFolder(disk.folder))
        try checkWarnings(loaded.warnings, unread: disk.endReadPlan())
        try checkCopy()
        service = try TouchService(
            loaded, listeners: listeners, epoch: "simulation \(epoch)", loop: loop, platform: machine.system.platform,
            identify: { [unowned self] in identify($0) })
        service.start()
        auditor = Auditor(connect(Actor.Traits(name: "the auditor", isSpared: true)), delaysTouches: features.delaysTouches)
        for _ in 0..<3 { turn() }
        try receive(auditor.actor, atMost: 1 << 18)
        auditor.ignoreOlder(service.touchesDown.map(\.touch.id.rawValue), before: service.nextID.rawValue)
        hung = Hung(connect(Actor.Traits(name: "who hangs", acknowledges: false, isSpared: true)))
        faults.isArmed = true
    }

    /// Ends the service in some way, and starts it again.
    func restart(_ end: End) throws {
        let toDamage = damagedFile
        let isReadPlanned = toDamage == nil && faults.isActive && features.keepsState && random.oneIn(2)
        let isWritePlanned = faults.isActive && features.keepsState && random.oneIn(3)
        crowd.leave { _ in true }
        faults.isArmed = false
        switch end {
        case .orderly:
            disk.forgetPlan()
            // A fault of the last write, or of reading it again, leaves other values.
            let values = toDamage == nil && !isReadPlanned && !isWritePlanned && features.keepsState ? try changeValues() : [:]
            if isWritePlanned { planDisk(["values.json", "panels.json", "statistics.json", "hours.json", "hours.json"]) }
            try shutDown()
            disk.forgetPlan()
            if let left = disk.takeLeft() { disk.restore(left) }
            add(.restart)
            damage(toDamage)
            if isReadPlanned { planReading() }
            try start()
            let after = self.values
            for (region, value) in values where after[region] != value {
                throw Failure("\(region) had the value \(value) before a restart, and has \(after[region] ?? "none") after it")
            }
        case .kill:
            add(fault: "the service is killed")
            leaveAll()
            damage(toDamage)
            if isReadPlanned { planReading() }
            try start()
        case .powerCut(let files):
            add(.powerCut)
            add(fault: "power cut")
            leaveAll()
            disk.restore(files)
            damage(toDamage)
            if isReadPlanned { planReading() }
            try start()
        }
        reloads = (0, 0)
        try runUntilQuiet()
    }

    private func shutDown() throws {
        service.shutDown()
        disk.awaitThreads()
        try drain(auditor.actor)
        if !auditor.actor.witness.isOver { throw Failure("no goodbye") }
        if applications.keysDown + (machine.system.virtualPanels.hasStore ? 0 : applications.down) > 0 {
            throw Failure("the service has ended, and something is down for applications")
        }
        service = nil
        machine.system.forgetService()
    }

    /// Ends the service as the kernel does with a process that is killed.
    private func leaveAll() {
        disk.awaitThreads()
        disk.forgetPlan()
        for listener in listeners { listener.close() }
        for fd in faults.descriptors {
            close(fd)
            faults.close(fd)
        }
        machine.system.virtualPanels.kill()
        applications.forgetGone()
        service = nil
        machine.system.forgetService()
        disk.awaitThreads()
        add(.restart)
    }

    // MARK: Kept state

    /// The values that outlive the service, by the ids of their regions.
    private var values: [String: String] {
        var values: [String: String] = [:]
        for id in ["volume", "light", "list"] {
            guard let region = service.tree.index(ofID: id), service.tree.directory[region].sensitiveRoot == nil else { continue }
            let spec = service.tree.spec(ofID: id)!
            if let knob = spec.knob { values[id] = "\(knob.value) \(knob.isOn)" }
            if let scroll = spec.scroll { values[id] = "\(spec.geometry.bounds.origin + Point(0, 0)) \(scroll.zoomScale)" }
        }
        return values
    }

    /// Restarts the service, so that the file is in force, and changes the values that it keeps. Returns them.
    private func changeValues() throws -> [String: String] {
        try shutDown()
        try start()
        faults.isArmed = false
        let number = Double(random(1000)) / 1000
        _ = try ask("edit", #""edits":[{"op":"set","region":"volume","key":"value","value":\#(number)}]"#)
        _ = try ask("edit", #""edits":[{"op":"set","region":"light","key":"isOn","value":\#(random.oneIn(2))}]"#)
        _ = try ask("edit", #""edits":[{"op":"setBoundsOrigin","region":"list","origin":[0,\#(random(900))]}]"#)
        return values
    }

    /// A file of the state that is damaged before the next start; nil in most cases.
    private var damagedFile: String? {
        faults.isActive && features.keepsState && random.oneIn(2) ? random.pick(Disk.names) : nil
    }

    private func planReading() {
        let file = random.pick(["values.json", "panels.json", "statistics.json", "hours.json"])!
        let code = random.oneIn(4) ? nil : random.pick([EIO, EACCES, EMFILE, ENOMEM])!
        disk.plan(Disk.ReadPlan(file: file, call: code == nil ? 2 : random(3), code: code))
    }

    /// Leaves only a part of a file, or something else.
    private func damage(_ name: String?) {
        expectedWarning = nil
        // Only files that have not been written since they were damaged.
        damaged = damaged.filter { disk.contents($0.key) == $0.value }
        guard let name, let bytes = disk.contents(name), bytes.count > 2 else { return }
        add(fault: name == Disk.lastGood ? "damaged copy" : "damaged \(name)")
        var files = disk.all
        let part = bytes.prefix(random(bytes.count - 1))
        files[name] = random.oneIn(2) ? Array(part) : Array(part) + (0..<(bytes.count - part.count)).map { _ in UInt8(random(256)) }
        disk.restore(files)
        if warns(of: name) { expectedWarning = name }
        damaged[name] = files[name]
    }

    /// Checks that the service reads the files of its last run, and says so if it cannot.
    ///
    /// - Parameter unread: the file whose reading has failed.
    private func checkWarnings(_ warnings: [String], unread: String?) throws {
        let complaints = warnings.filter { $0.contains(disk.folder) }
        defer { expectedWarning = nil }
        let excused = damaged.keys + [unread].compactMap { $0 }
        if let unread, warns(of: unread), !complaints.contains(where: { $0.contains(unread) }) {
            throw Failure("\(unread) cannot be read, and nothing is said about it")
        }
        if let name = expectedWarning, features.keepsState {
            // Random bytes may be a valid file in one case of many.
            if !complaints.contains(where: { $0.contains(name) }) { throw Failure("\(name) is damaged, and nothing is said about it") }
        } else if let complaint = complaints.first(where: { complaint in !excused.contains { complaint.contains($0) } }) {
            throw Failure("no file was damaged, and the service says: \(complaint)")
        }
    }

    /// Whether the service says so if it cannot read a file. Of hours only history is lost, and the copy is for a start with a wrong configuration.
    private func warns(of name: String) -> Bool {
        switch name {
        case "hours.json", Disk.lastGood: false
        case "panels.json": settings.screens.contains { $0.panels.contains { $0.grab && $0.virtual.outlivesPanel } }
        default: true
        }
    }

    // MARK: The copy of the configuration

    /// Keeps a copy of a configuration, as the service does with each file that it has read.
    func keepCopy(ofText number: Int) {
        let text = Kiosk.text(keepsState: features.keepsState, number)
        copied.insert(text)
        // Two threads that write at once could make their calls in another order the next time, and the two runs of a seed must be equal.
        disk.awaitThreads()
        // A failure is logged to standard error.
        let standardError = disk.hasPlan(for: Disk.lastGood) ? dup(STDERR_FILENO) : -1
        if standardError >= 0 {
            let nowhere = open("/dev/null", O_WRONLY)
            dup2(nowhere, STDERR_FILENO)
            close(nowhere)
        }
        StateFolder(disk.folder).keepLastGood(text, of: Disk.configuration)
        disk.awaitThreads()
        if standardError >= 0 {
            dup2(standardError, STDERR_FILENO)
            close(standardError)
        }
    }

    /// Checks that the copy is one of the texts, and that a new one replaces it, whatever it is.
    private func checkCopy() throws {
        if let copy = disk.contents(Disk.lastGood), !copied.contains(copy), damaged[Disk.lastGood] != copy {
            throw Failure("the copy of the configuration is none of its texts")
        }
        let number = random(4)
        keepCopy(ofText: number)
        if disk.contents(Disk.lastGood) != Kiosk.text(keepsState: features.keepsState, number) {
            throw Failure("the copy of the configuration is not the last text")
        }
    }

    // MARK: Connections

    func connect(_ traits: Actor.Traits) -> Actor {
        let connection = Connection(traits)
        waiting[traits.socket, default: []].append(connection)
        let client = TestClient(traits.socket == .admin ? path + ".admin" : path)
        for _ in 0..<2 { turn() }
        return Actor(traits, features, client, connection)
    }

    /// Returns the peer of a connection that the daemon accepts: each socket accepts in the order of connecting.
    private func identify(_ fd: Int32) -> Peer {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &size) }
        }
        let name = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let connection = waiting[name.hasSuffix(".admin") ? .admin : .events]!.removeFirst()
        if connection.hasSmallBuffer {
            var least: Int32 = 1
            setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &least, socklen_t(MemoryLayout<Int32>.size))
        }
        faults.open(fd, connection)
        return Peer(user: connection.user)
    }
}
