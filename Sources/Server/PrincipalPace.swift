/// The pace of work for untrusted principals, such as edits. All work of one principal takes at most a tenth of the time, because an edit of a large
/// tree keeps the loop busy for milliseconds and sends a line to every subscriber. Further work waits, and so do the lines behind it on its
/// connection.
struct PrincipalPace {
    /// The pause after a piece of work, as a multiple of its duration.
    private static let rest: Int64 = 9
    /// The shortest and the longest pause, in µs.
    private let bounds: ClosedRange<Int64>
    /// The time at which a principal's next work may begin, in µs of the loop's clock; `never` while some is running.
    private var turns: [Principal: Int64] = [:]
    private static let never = Int64.max
    /// The work that waits for its principal's turn, in the order of arrival.
    private var waiting: [(principal: Principal, act: () -> Void)] = []

    init(bounds: ClosedRange<Int64>) { self.bounds = bounds }

    func isTurn(of principal: Principal, at now: Int64) -> Bool { turns[principal].map { $0 <= now } ?? true }

    mutating func enqueue(_ principal: Principal, _ act: @escaping () -> Void) { waiting.append((principal, act)) }

    /// Records that work begins. No other work of the principal begins until it has ended.
    mutating func begin(_ principal: Principal) { turns[principal] = Self.never }

    /// Records that the work has ended, and starts the pause.
    mutating func end(_ principal: Principal, from began: Int64, to ended: Int64) {
        let rest = min(max(Self.rest * (ended - began), bounds.lowerBound), bounds.upperBound)
        turns[principal] = ended + rest
        turns = turns.filter { $0.value > ended }  // principals without a pause need no entry
    }

    /// The time at which the next waiting work may begin; nil if none waits, or if all of it waits for running work.
    var next: Int64? { waiting.map { turns[$0.principal] ?? 0 }.filter { $0 != Self.never }.min() }

    /// Removes and returns the first waiting work of each principal whose turn it is.
    mutating func due(at now: Int64) -> [() -> Void] {
        var seen: Set<Principal> = []
        let due = waiting.indices.filter { isTurn(of: waiting[$0].principal, at: now) && seen.insert(waiting[$0].principal).inserted }
        let acts = due.map { waiting[$0].act }
        for index in due.reversed() { waiting.remove(at: index) }
        return acts
    }
}
