/// A scheduler that runs the work of principals when it is their turn (`PrincipalPace`).
final class PrincipalTurns {
    private let loop: EventLoop
    private var pace: PrincipalPace
    private var timer: EventLoop.Timer!

    /// Makes a scheduler.
    ///
    /// - Parameter bounds: the shortest and the longest pause after a principal's work, in µs.
    init(_ loop: EventLoop, bounds: ClosedRange<Int64>) {
        self.loop = loop
        pace = PrincipalPace(bounds: bounds)
        timer = loop.timer { [unowned self] in runDue() }
    }

    /// Runs the work now, or when it is the principal's turn.
    ///
    /// - Parameter isWanted: called when the turn comes. If it returns false, the work is dropped and does not count as a turn.
    /// - Parameter act: the work. It calls its argument once, when it is done.
    func schedule(_ principal: Principal, while isWanted: @escaping () -> Bool, _ act: @escaping (@escaping () -> Void) -> Void) {
        let began = loop.now()
        if !isWanted() { return }
        guard pace.isTurn(of: principal, at: began) else {
            pace.enqueue(principal) { [unowned self] in schedule(principal, while: isWanted, act) }
            return setTimer()
        }
        pace.begin(principal)
        act { [unowned self] in
            pace.end(principal, from: began, to: loop.now())
            setTimer()
        }
    }

    private func runDue() {
        for act in pace.due(at: loop.now()) { act() }
        setTimer()
    }

    private func setTimer() {
        if let next = pace.next { timer.set(after: max(next - loop.now(), 1)) } else { timer.clear() }
    }
}
