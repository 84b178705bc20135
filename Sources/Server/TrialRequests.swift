import Logging
import Wire

/// Requests to read the configuration, reload it, or try another one.
final class TrialRequests: ServerPart {
    unowned let server: Publisher
    private let paced: PacedReloads

    init(_ server: Publisher) {
        self.server = server
        paced = PacedReloads(server.loop)
    }

    func tellConfiguration(_ client: Client, _ id: JSONValue?) {
        let path = router.configurationEntry.file
        tell(client, ServerMessages.configuration(id, path: path, text: router.configurationText, trial: router.trialEntry))
    }

    /// Stores a part of a configuration, or tries it when it is complete.
    func attempt(_ client: Client, _ wish: TryRequest, _ id: JSONValue?) throws(RequestError) {
        let parts = client.triedText
        client.triedText = []
        let subject: TryRequest.Subject
        do { subject = try wish.subject() } catch { throw error.of(id) }
        switch subject {
        case .configuration(let part, let hasMore):
            let text = parts + part.utf8
            if text.count > Limit.triedText {
                throw RequestError(
                    "the text has more than \(Limit.triedText) bytes, the most of a configuration; all its parts are forgotten", id: id)
            }
            if hasMore {
                client.triedText = text
                return tell(client, ServerMessages.done(id))
            }
            answer(client, id) { [router] in router.tryConfiguration(text, for: wish.duration, $0) }
        case .calibration(let matrix, let panel):
            do { try router.checkPanel(panel) } catch { throw error.of(id) }
            answer(client, id) { [router] in router.tryCalibration(matrix, panel: panel, for: wish.duration, $0) }
        }
    }

    func revert(_ client: Client, _ id: JSONValue?) {
        client.triedText = []
        answer(client, id) { [router] in router.revert($0) }
    }

    /// Reloads the configuration. A client that is not an administrator is not told which changes were overruled, because they would reveal what
    /// fingers have done.
    ///
    /// - Throws: `notAllowed`, if too many reloads wait for the connection.
    func reload(_ client: Client, _ options: ReloadOptions, for behalf: String?, _ id: JSONValue?) throws(RequestError) {
        let isAdmin = client.rights.isAdmin
        let act = { [router] (done: @escaping (ReloadResult) -> Void) in
            router.reload(options) { result in
                var result = result
                if !isAdmin { result.gaveWay = [] }
                done(result)
            }
        }
        if client.rights.isTrusted {
            answer(client, id, act)
        } else {
            do {
                try paced.take(client, options, { [loop] done in loop.later { act(done) } }) { [unowned self] result in
                    tell(client, ServerMessages.reply(to: id, result, generation: server.generation))
                    settle(client)
                }
            } catch { throw error.of(id) }
        }
        if !isAdmin && !options.isDryRun { complain(.reloadRequest, client, "reload, by \(client.source(behalf))", .behalf(behalf)) }
    }

    /// Runs a reload or trial and replies with its result. The text is read in the background, so only this client waits.
    private func answer(_ client: Client, _ id: JSONValue?, _ act: @escaping (@escaping (ReloadResult) -> Void) -> Void) {
        client.isBusy = true
        loop.later { [unowned self] in
            act { [unowned self] result in
                server.requests.goOn(client) { tell(client, ServerMessages.reply(to: id, result, generation: server.generation)) }
            }
        }
    }
}
