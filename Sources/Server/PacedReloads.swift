import Wire

/// Reloads for who is not trusted: each reads the file, tells every subscriber, and writes lines into the log. A principal has one at a
/// time. What it asks for while one of its waits for its turn is the same reload, and gets the same answer. The lines behind it on its
/// connection do not wait: a bridge goes on to tell how the kiosk is.
final class PacedReloads {
    typealias Answer = (ReloadResult) -> Void

    private struct Wish: Hashable {
        var principal: Principal
        var options: ReloadOptions
    }

    private let turns: PrincipalTurns
    /// Who waits for a reload whose turn has not come.
    private var waiting: [Wish: [(client: Client, answer: Answer)]] = [:]

    init(_ loop: EventLoop) { turns = PrincipalTurns(loop, bounds: 1_000_000...5_000_000) }

    /// Has the reload done now, or when it is its principal's turn. One that all have hung up on before is none.
    ///
    /// - Throws: `notAllowed`, if too many of the connection's wait.
    func take(
        _ client: Client, _ options: ReloadOptions, _ reload: @escaping (@escaping Answer) -> Void, _ answer: @escaping Answer
    ) throws(RequestError) {
        let wish = Wish(principal: client.principal, options: options)
        if waiting[wish] != nil {
            if waiting[wish]!.count(where: { $0.client === client }) == Limit.reloads {
                throw RequestError(
                    "\(Limit.reloads) reloads of this connection wait already", code: .notAllowed, hint: "wait for their answers")
            }
            waiting[wish]!.append((client, answer))
            return
        }
        waiting[wish] = [(client, answer)]
        turns.take(client.principal, while: { [unowned self] in isWanted(wish) }) { [unowned self] ended in
            let those = waiting.removeValue(forKey: wish) ?? []
            reload { result in
                for one in those where !one.client.isGone { one.answer(result) }
                ended()
            }
        }
    }

    private func isWanted(_ wish: Wish) -> Bool {
        if waiting[wish]!.contains(where: { !$0.client.isGone }) { return true }
        waiting[wish] = nil
        return false
    }
}
