import Wire

/// Reloads for untrusted clients. Each reload reads the file, sends a line to every subscriber and writes log lines, so a principal may run only one
/// at a time. While a reload waits for its turn, an equal request of the same principal joins it and gets the same answer. The following lines on the
/// connection do not wait, so that a bridge can go on reporting the state of the kiosk.
final class PacedReloads {
    typealias Answer = (ReloadResult) -> Void

    private struct ReloadKey: Hashable {
        var principal: Principal
        var options: ReloadOptions
    }

    private let turns: PrincipalTurns
    /// The clients that wait for a reload whose turn has not come.
    private var waiting: [ReloadKey: [(client: Client, answer: Answer)]] = [:]

    init(_ loop: EventLoop) { turns = PrincipalTurns(loop, bounds: 1_000_000...5_000_000) }

    /// Runs the reload now or when it is its principal's turn. Drops it if all clients that wait for it have disconnected before.
    ///
    /// - Throws: `notAllowed`, if too many reloads of the connection wait.
    func schedule(
        _ client: Client, _ options: ReloadOptions, _ reload: @escaping (@escaping Answer) -> Void, _ answer: @escaping Answer
    ) throws(RequestError) {
        let wish = ReloadKey(principal: client.principal, options: options)
        if waiting[wish] != nil {
            waiting[wish]!.removeAll { $0.client.isClosed }
            if waiting[wish]!.count(where: { $0.client === client }) == Limit.reloads {
                throw RequestError(
                    "\(Limit.reloads) reloads of this connection are already waiting", code: .notAllowed, hint: "wait for their answers")
            }
            waiting[wish]!.append((client, answer))
            return
        }
        waiting[wish] = [(client, answer)]
        turns.schedule(client.principal, while: { [unowned self] in isWanted(wish) }) { [unowned self] ended in
            let those = waiting.removeValue(forKey: wish) ?? []
            reload { result in
                for one in those where !one.client.isClosed { one.answer(result) }
                ended()
            }
        }
    }

    private func isWanted(_ wish: ReloadKey) -> Bool {
        if waiting[wish]!.contains(where: { !$0.client.isClosed }) { return true }
        waiting[wish] = nil
        return false
    }
}
