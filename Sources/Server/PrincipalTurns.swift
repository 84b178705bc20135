/// Has work of principals begin when it is their turn (`PrincipalPace`).
final class PrincipalTurns {
    private let loop: EventLoop
    private var pace: PrincipalPace
    private var timer: EventLoop.Timer!

    /// - Parameter bounds: µs that a principal waits after its work, whatever it took.
    init(_ loop: EventLoop, bounds: ClosedRange<Int64>) {
        self.loop = loop
        pace = PrincipalPace(bounds: bounds)
        timer = loop.timer { [unowned self] in takeTurns() }
    }

    /// Does it now, or when it is the principal's turn.
    ///
    /// - Parameter isWanted: asked then; if not, it is no turn.
    /// - Parameter act: calls its argument once, when it is done.
    func take(_ principal: Principal, while isWanted: @escaping () -> Bool, _ act: @escaping (@escaping () -> Void) -> Void) {
        let began = loop.now()
        if !isWanted() { return }
        guard pace.isTurn(of: principal, at: began) else {
            pace.wait(principal) { [unowned self] in take(principal, while: isWanted, act) }
            return setTimer()
        }
        pace.begin(principal)
        act { [unowned self] in
            pace.note(principal, from: began, to: loop.now())
            setTimer()
        }
    }

    private func takeTurns() {
        for act in pace.due(at: loop.now()) { act() }
        setTimer()
    }

    private func setTimer() {
        if let next = pace.next { timer.set(after: max(next - loop.now(), 1)) } else { timer.clear() }
    }
}
