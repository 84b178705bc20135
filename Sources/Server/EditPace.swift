/// Edits of users who are not trusted. All edits of one user together take a tenth of the loop's time: an edit of a large tree
/// takes ms, and brings every subscriber a line. Faster edits wait, and so do the lines behind them on their connection.
struct EditPace {
    /// A user waits so many times as long as its last edit took.
    private static let rest: Int64 = 9
    /// By user, when its next edit may begin: µs of the loop's clock.
    private var turns: [UInt32: Int64] = [:]
    /// Edits that wait for their user's turn, in the order of their arrival.
    private var waiting: [(user: UInt32, act: () -> Void)] = []

    func isTurn(of user: UInt32, at now: Int64) -> Bool { turns[user].map { $0 <= now } ?? true }

    mutating func wait(_ user: UInt32, _ act: @escaping () -> Void) { waiting.append((user, act)) }

    /// An edit is done.
    mutating func note(_ user: UInt32, from began: Int64, to ended: Int64) {
        turns = turns.filter { $0.value > ended }  // nobody is kept in mind who need not wait
        if ended > began { turns[user] = ended + Self.rest * (ended - began) }
    }

    /// When the next that waits may begin; nil when none does.
    var next: Int64? { waiting.map { turns[$0.user] ?? 0 }.min() }

    /// The first waiting edit of each user whose turn it is.
    mutating func due(at now: Int64) -> [() -> Void] {
        var users: Set<UInt32> = []
        let due = waiting.indices.filter { isTurn(of: waiting[$0].user, at: now) && users.insert(waiting[$0].user).inserted }
        let acts = due.map { waiting[$0].act }
        for index in due.reversed() { waiting.remove(at: index) }
        return acts
    }
}
