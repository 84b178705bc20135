import Glibc

/// The daemon's end of a connection.
final class Connection {
    let user: UInt32
    /// Whether only faults that delay may hit it. The simulation's own observers need their connections.
    let isSpared: Bool
    /// Whether the system keeps only a few kilobytes for its client.
    let hasSmallBuffer: Bool
    /// Whether a fault has broken it: the daemon may close it without a word.
    fileprivate(set) var isBroken = false

    init(_ traits: Actor.Traits) { (user, isSpared, hasSmallBuffer) = (traits.user, traits.isSpared, traits.hasSmallBuffer) }
}

/// The faults of the system, chosen by the seed, and their counts. A world without faults has a `rate` of 0.
///
/// Two calls on one descriptor do not fail one after the other, so that each call succeeds in the end, as on a real system.
final class Faults {
    enum Outcome { case all, part(Int), failure(Int32) }

    private let random: Chance
    /// The number of calls of which one fails, on average; 0 if none does.
    private let rate: Int
    /// False at the end of a run, when the machine must work again.
    private var isOn = true
    /// False while the service starts and ends.
    var isArmed = false
    private var connections: [Int32: Connection] = [:]
    /// The descriptors whose last call has failed; -1 stands for calls without a descriptor.
    private var failed: Set<Int32> = []
    private let thread = pthread_self()
    /// The counts since the last call of `takeCounts`, by the names of the faults.
    private var counts: [String: Int] = [:]
    private(set) var total = 0

    init(_ random: Chance) {
        self.random = random
        rate = random.oneIn(3) ? 0 : 20 + random(150)
    }

    var isActive: Bool { isOn && isArmed && rate > 0 }

    /// Ends all faults.
    func stop() { isOn = false }

    func count(_ name: String) {
        counts[name, default: 0] += 1
        total += 1
    }

    func takeCounts() -> [String: Int] {
        defer { counts = [:] }
        return counts
    }

    /// Returns the error of a call, one of those it may really give; nil if it succeeds.
    ///
    /// - Parameter times: how many times as often as other calls it fails.
    func code(_ call: String, _ codes: [Int32], times: Int = 1) -> Int32? {
        guard isActive, random.oneIn(max(2, rate / times)) else { return nil }
        let code = random.pick(codes)!
        count("\(call) \(Self.name(code))")
        return code
    }

    // MARK: Connections

    func open(_ fd: Int32, _ connection: Connection) { connections[fd] = connection }

    func close(_ fd: Int32) {
        // Threads also close descriptors.
        if pthread_equal(thread, pthread_self()) == 0 { return }
        connections[fd] = nil
        failed.remove(fd)
    }

    /// The descriptors of the connections that the daemon has not closed.
    var descriptors: [Int32] { connections.keys.sorted() }

    func read(_ fd: Int32, _ count: Int) -> Outcome { transfer("read", fd, count, [ECONNRESET, EIO, ENOMEM]) }

    func send(_ fd: Int32, _ count: Int) -> Outcome { transfer("send", fd, count, [EPIPE, ECONNRESET, ENOBUFS, ENOMEM]) }

    private func transfer(_ call: String, _ fd: Int32, _ count: Int, _ fatal: [Int32]) -> Outcome {
        guard isActive, let connection = connections[fd], failed.remove(fd) == nil, random.oneIn(rate) else { return .all }
        switch random(8) {
        case 0, 1, 2, 3:
            guard count > 1 else { return .all }
            self.count("\(call) short")
            return .part(1 + random(random.oneIn(2) ? min(count - 1, 40) : count - 1))
        case 4 where !connection.isSpared:
            connection.isBroken = true
            let code = random.pick(fatal)!
            self.count("\(call) \(Self.name(code))")
            return .failure(code)
        case let number:
            failed.insert(fd)
            let code = number % 2 == 0 ? EINTR : EAGAIN
            self.count("\(call) \(Self.name(code))")
            return .failure(code)
        }
    }

    func accept() -> Int32? { once("accept", [EINTR, EAGAIN, ECONNABORTED, EMFILE, ENFILE, ENOMEM, ENOBUFS], times: 10) }

    func wait() -> Int32? { once("epoll_wait", [EINTR]) }

    func watch() -> Int32? { once("epoll_ctl", [ENOMEM, ENOSPC], times: 10) }

    func makeCounter() -> Int32? { once("eventfd", [EMFILE, ENFILE, ENOMEM], times: 5) }

    func spawn() -> Int32? { once("pthread_create", [EAGAIN], times: 5) }

    private func once(_ call: String, _ codes: [Int32], times: Int = 1) -> Int32? {
        if failed.remove(-1) != nil { return nil }
        guard let code = code(call, codes, times: times) else { return nil }
        failed.insert(-1)
        return code
    }

    static func name(_ code: Int32) -> String {
        let names: [Int32: String] = [
            EINTR: "EINTR", EAGAIN: "EAGAIN", ECONNRESET: "ECONNRESET", EIO: "EIO", ENOMEM: "ENOMEM", EPIPE: "EPIPE", ENOBUFS: "ENOBUFS",
            ECONNABORTED: "ECONNABORTED", EMFILE: "EMFILE", ENFILE: "ENFILE", ENOSPC: "ENOSPC", EBUSY: "EBUSY", EACCES: "EACCES",
            ENODEV: "ENODEV", EROFS: "EROFS",
        ]
        return names[code] ?? "\(code)"
    }
}
