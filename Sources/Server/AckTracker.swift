/// Tracks the clients that have promised to acknowledge lines with touches of their claims: for each client, its time limit and its unacknowledged
/// lines. One timer serves all clients.
///
/// Clients are identified by their numbers.
final class AckTracker {
    private struct Tracked {
        let client: Int
        /// The µs allowed from a line to its acknowledgement; nil if the client has promised none.
        var within: Int64?
        var unacknowledged = Unacknowledged()
        /// The last line that the client has acknowledged.
        var last: UInt64?

        /// The time of the monotonic clock in µs by which the client must acknowledge; nil if it owes nothing.
        var deadline: Int64? {
            guard let within, let since = unacknowledged.since else { return nil }
            return since + within
        }
    }

    private let now: () -> Int64
    private let timer: EventLoop.Timer
    /// The time that the timer is set to, in µs of the monotonic clock.
    private var timerSetTo: Int64 = .max
    /// The clients in order of connecting. Only few have promised acknowledgements.
    private var tracked: [Tracked] = []

    /// Makes the timer.
    ///
    /// - Parameter check: called when a deadline may have passed. It calls `expired`.
    init(_ loop: EventLoop, check: @escaping () -> Void) {
        now = loop.now
        timer = loop.timer(check)
    }

    private func index(of client: Int) -> Int? { tracked.firstIndex { $0.client == client } }

    private func change(_ client: Int, _ body: (inout Tracked) -> Void) {
        let index = tracked.firstIndex { $0.client >= client } ?? tracked.count
        if index == tracked.count || tracked[index].client != client { tracked.insert(Tracked(client: client), at: index) }
        body(&tracked[index])
    }

    // MARK: Pending answers of clients

    /// Records the promise of a client to acknowledge each line within this time, µs.
    func promise(_ client: Int, within: Int64) {
        change(client) { $0.within = within }
        setTimer(for: client)
    }

    func within(_ client: Int) -> Int64? { index(of: client).flatMap { tracked[$0].within } }

    /// Records a line that the client has to acknowledge, if it has promised to.
    func sent(_ seq: UInt64, to client: Int) {
        guard let index = index(of: client), let within = tracked[index].within else { return }
        let isFirst = tracked[index].unacknowledged.since == nil
        tracked[index].unacknowledged.append(seq, at: now(), ackWithin: within)
        if isFirst { setTimer(for: client) }
    }

    func acknowledge(_ client: Int, upTo seq: UInt64, lastSent: UInt64) {
        change(client) {
            $0.unacknowledged.acknowledge(upTo: seq)
            $0.last = max($0.last ?? 0, min(seq, lastSent))
        }
    }

    func unacknowledged(_ client: Int) -> Int { index(of: client).map { tracked[$0].unacknowledged.count } ?? 0 }

    func lastAcknowledged(_ client: Int) -> UInt64? { index(of: client).flatMap { tracked[$0].last } }

    /// Clears what the client owes for the lines sent so far.
    func clear(_ client: Int) { if let index = index(of: client) { tracked[index].unacknowledged.removeAll() } }

    /// Clears what all clients except these owe.
    func clear(allBut clients: Set<Int>) {
        for index in tracked.indices where !clients.contains(tracked[index].client) { tracked[index].unacknowledged.removeAll() }
    }

    func remove(_ client: Int) { tracked.removeAll { $0.client == client } }

    // MARK: Deadlines

    /// Returns the clients that have not acknowledged in time, and sets the timer for the others.
    func expired() -> [Int] {
        let now = now()
        timerSetTo = .max
        let expired = tracked.filter { $0.deadline.map { $0 <= now } ?? false }.map(\.client)
        for one in tracked where !expired.contains(one.client) { setTimer(for: one.client) }
        return expired
    }

    private func setTimer(for client: Int) {
        guard let time = index(of: client).flatMap({ tracked[$0].deadline }), time < timerSetTo else { return }
        timerSetTo = time
        timer.set(after: max(time - now(), 0))
    }

    func checkInvariants() {
        #if DEBUG
            for one in tracked {
                one.unacknowledged.checkInvariants()
                assert(one.within != nil || one.unacknowledged.since == nil, "client \(one.client) owes an acknowledgement that it has not promised")
                if let deadline = one.deadline { assert(timerSetTo <= deadline, "the timer is later than the deadline of client \(one.client)") }
            }
            assert(zip(tracked, tracked.dropFirst()).allSatisfy { $0.client < $1.client }, "a client is tracked twice, or out of order")
        #endif
    }
}
