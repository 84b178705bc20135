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

    func sendConfiguration(_ client: Client, _ id: JSONValue?) {
        runLater(client, id) { [unowned self] () throws(RequestError) in
            let path = router.configurationEntry.file
            sendLine(client, ServerMessages.configuration(id, path: path, text: router.trials.text, trial: router.trials.entry))
        }
    }

    /// Stores a part of a configuration, tries the configuration when its last part has come, or tries a calibration.
    func attempt(_ client: Client, _ wish: TryRequest, _ id: JSONValue?) throws(RequestError) {
        let parts = client.triedText
        client.triedText = []
        let subject: TryRequest.Subject
        do { subject = try wish.subject() } catch { throw error.withID(id) }
        switch subject {
        case .configuration(let part, let hasMore):
            let text = parts + part.utf8
            if text.count > Limit.triedText {
                throw RequestError(
                    "a configuration may have at most \(Limit.triedText) bytes; all parts of this one have been discarded", id: id)
            }
            if hasMore {
                client.triedText = text
                return sendLine(client, ServerMessages.done(id))
            }
            answer(client, id) { [router] in router.trials.begin(text, for: wish.duration, $0) }
        case .calibration(let matrix, let panel):
            do { try router.trials.checkPanel(panel) } catch { throw error.withID(id) }
            answer(client, id) { [router] in router.trials.begin(matrix, of: panel, for: wish.duration, $0) }
        }
    }

    func revert(_ client: Client, _ id: JSONValue?) {
        client.triedText = []
        answer(client, id) { [router] in router.trials.revert($0) }
    }

    /// Reloads the configuration. Only administrators learn from the reply which changes were overruled, because these changes reveal what fingers
    /// have done.
    ///
    /// - Throws: `notAllowed`, if the client may not reset the tree, or too many reloads wait for the connection.
    func reload(_ client: Client, _ options: ReloadOptions, for behalf: String?, _ id: JSONValue?) throws(RequestError) {
        if options.resets { try client.rights.checkReset(ofTreeBy: client, id) }
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
                try paced.schedule(client, options, { [loop] done in loop.later { act(done) } }) { [unowned self] result in
                    sendLine(client, ServerMessages.reply(to: id, result, generation: server.generation))
                    updateConnection(client)
                }
            } catch { throw error.withID(id) }
        }
        if !isAdmin && !options.isDryRun { logLimited(.reloadRequest, client, "reload requested by \(client.source(behalf))", .behalf(behalf)) }
    }

    /// Runs a reload or trial and replies with its result. The text is read in the background, so only this client waits.
    private func answer(_ client: Client, _ id: JSONValue?, _ act: @escaping (@escaping (ReloadResult) -> Void) -> Void) {
        postpone(client) { [unowned self] in
            act { [unowned self] result in
                server.requests.finish(client) { sendLine(client, ServerMessages.reply(to: id, result, generation: server.generation)) }
            }
        }
    }
}
