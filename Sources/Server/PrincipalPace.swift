/// Work of principals that are not trusted, such as edits. All work of one of them together takes a tenth of the time: an edit of a large tree
/// takes ms of the loop, and brings every subscriber a line. What comes faster waits, and so do the lines behind it on its connection.
struct PrincipalPace {
    /// A principal waits so many times as long as its last work took.
    private static let rest: Int64 = 9
    /// µs that it waits, whatever the work took.
    private let bounds: ClosedRange<Int64>
    /// When its next work may begin: µs of the loop's clock; `never`, while it has some at work.
    private var turns: [Principal: Int64] = [:]
    private static let never = Int64.max
    /// What waits for its principal's turn, in the order of its arrival.
    private var waiting: [(principal: Principal, act: () -> Void)] = []

    init(bounds: ClosedRange<Int64>) { self.bounds = bounds }

    func isTurn(of principal: Principal, at now: Int64) -> Bool { turns[principal].map { $0 <= now } ?? true }

    mutating func wait(_ principal: Principal, _ act: @escaping () -> Void) { waiting.append((principal, act)) }

    /// Its work begins: nothing else of it until `note`.
    mutating func begin(_ principal: Principal) { turns[principal] = Self.never }

    /// Its work is done.
    mutating func note(_ principal: Principal, from began: Int64, to ended: Int64) {
        let rest = min(max(Self.rest * (ended - began), bounds.lowerBound), bounds.upperBound)
        turns[principal] = ended + rest
        turns = turns.filter { $0.value > ended }  // nobody is kept in mind who need not wait
    }

    /// When the next that waits may begin; nil when none does, or it waits for what is at work.
    var next: Int64? { waiting.map { turns[$0.principal] ?? 0 }.filter { $0 != Self.never }.min() }

    /// The first that waits of each principal whose turn it is.
    mutating func due(at now: Int64) -> [() -> Void] {
        var seen: Set<Principal> = []
        let due = waiting.indices.filter { isTurn(of: waiting[$0].principal, at: now) && seen.insert(waiting[$0].principal).inserted }
        let acts = due.map { waiting[$0].act }
        for index in due.reversed() { waiting.remove(at: index) }
        return acts
    }
}
