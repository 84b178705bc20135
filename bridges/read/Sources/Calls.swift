/// The calls that wait for answers. Each application may have a number of them. One that does not answer in time gets none for a while.
struct Calls {
    struct Call {
        let task: Int
        let query: Query
    }

    private struct Health {
        var calls = 0
        var pause: Int64 = 0
        var pausedUntil: Int64 = .min
    }

    /// The most calls that wait for answers: of one application, and of all.
    private static let (callsMax, allCallsMax) = (160, 640)
    /// The pause after an application has not answered in time: the shortest, and the longest, in µs.
    private static let (pauseMin, pauseMax): (Int64, Int64) = (300_000, 5_000_000)

    private var calls: [Int: Call] = [:]
    private var health: [String: Health] = [:]

    var count: Int { calls.count }

    /// Adds a call. Returns false if the application has too many, or has not answered lately.
    mutating func insert(_ query: Query, of task: Int, as id: Int, _ now: Int64) -> Bool {
        let bus = query.target.bus
        guard calls.count < Self.allCallsMax else { return false }
        if let health = health[bus], health.calls >= Self.callsMax || health.pausedUntil > now { return false }
        health[bus, default: Health()].calls += 1
        calls[id] = Call(task: task, query: query)
        return true
    }

    /// Removes a call that is answered, and returns it; nil if there is no such call. `isPausedNow` is true if its application gets no calls for a while.
    mutating func remove(_ id: Int, _ answer: Answer, _ now: Int64) -> (call: Call, isPausedNow: Bool)? {
        guard let call = calls.removeValue(forKey: id) else { return nil }
        let bus = call.query.target.bus
        health[bus]?.calls -= 1
        var isPausedNow = false
        switch answer {
        case .late:
            let pause = min(max((health[bus]?.pause ?? 0) * 2, Self.pauseMin), Self.pauseMax)
            // The calls that were sent together are late together.
            if health[bus]?.pausedUntil ?? .min <= now {
                health[bus]?.pause = pause
                health[bus]?.pausedUntil = now + pause
                isPausedNow = true
            }
        case .wrong: break
        default: health[bus]?.pause = 0
        }
        if health[bus].map({ $0.calls == 0 && $0.pause == 0 }) == true { health[bus] = nil }
        return (call, isPausedNow)
    }
}
