/// Edits of principals that are not trusted. All edits of one of them together take a tenth of the loop's time: an edit of a large tree
/// takes ms, and brings every subscriber a line. Faster edits wait, and so do the lines behind them on their connection.
struct EditPace {
    /// A principal waits so many times as long as its last edit took.
    private static let rest: Int64 = 9
    /// When its next edit may begin: µs of the loop's clock.
    private var turns: [Principal: Int64] = [:]
    /// Edits that wait for their principal's turn, in the order of their arrival.
    private var waiting: [(principal: Principal, act: () -> Void)] = []

    func isTurn(of principal: Principal, at now: Int64) -> Bool { turns[principal].map { $0 <= now } ?? true }

    mutating func wait(_ principal: Principal, _ act: @escaping () -> Void) { waiting.append((principal, act)) }

    /// An edit is done.
    mutating func note(_ principal: Principal, from began: Int64, to ended: Int64) {
        turns = turns.filter { $0.value > ended }  // nobody is kept in mind who need not wait
        if ended > began { turns[principal] = ended + Self.rest * (ended - began) }
    }

    /// When the next that waits may begin; nil when none does.
    var next: Int64? { waiting.map { turns[$0.principal] ?? 0 }.min() }

    /// The first waiting edit of each principal whose turn it is.
    mutating func due(at now: Int64) -> [() -> Void] {
        var seen: Set<Principal> = []
        let due = waiting.indices.filter { isTurn(of: waiting[$0].principal, at: now) && seen.insert(waiting[$0].principal).inserted }
        let acts = due.map { waiting[$0].act }
        for index in due.reversed() { waiting.remove(at: index) }
        return acts
    }
}
