import Logging
import TouchCore
import Wire

/// Gestures ask the client that has claimed their region, and wait for nobody else: who lags or is gone is not asked, or has
/// not answered, and then the gesture's spec decides.
final class Questions: ServerPart {
    unowned let server: Publisher
    private var table = QuestionTable()

    init(_ server: Publisher) { self.server = server }

    /// Asks what a frame asks, after its line.
    func ask(_ frame: RoutedFrame, panel: String) {
        // What is removed in the edit that the frame comes of asks nobody any more, and who is answered already need not be asked.
        let unasked = unasked(frame)
        for settled in frame.settled where !unasked.contains(settled.id) {
            let (asked, isTold) = table.close(settled.id)
            if case .declared = settled.outcome, let asked, !asked.client.isLagging, claims.isOwner(asked.client.number, of: asked.region) {
                complain(
                    .questionUnanswered, asked.client, "\(asked.client.label) has not answered \(words(asked)) in time",
                    .region(isSensitive(asked.region) ? nil : asked.region))
            }
            // Of gestures in sensitive regions only their owner hears.
            if isTold { tellTracers(ServerMessages.settled(settled, time: frame.time, panel: panel)) }
        }
        for question in frame.questions {
            if unasked.contains(question.id) {
                if !frame.settled.contains(where: { $0.id == question.id }) { table.open(question.id, isTold: false) }
                continue
            }
            let line = ServerMessages.question(question, time: frame.time, panel: panel, directory)
            let region = directory[question.action.region].id
            let client = claims[region].flatMap { server.connections[$0.owner] }
            table.open(question.id, isTold: !question.id.isSensitive)
            if !question.id.isSensitive { tellTracers(line, but: client) }
            guard let client, !client.isLagging, !client.isDoomed, !client.outbox.isBroken, client.outbox.count < Limit.answers else {
                // Not here: a frame may be on its way.
                loop.later { [unowned self] in router.answer(question.id, nil) }
                continue
            }
            let gesture = directory.gestures[question.action.gesture.slot].id
            table.ask(question.id, client, region: region, gesture: gesture)
            tell(client, line)
            settle(client)
        }
        for client in clients where client.traces { settle(client) }
    }

    private func unasked(_ frame: RoutedFrame) -> Set<QuestionID> {
        if frame.questions.isEmpty { return [] }
        let tree = router.tree
        let unasked = frame.questions.filter { question in
            !tree.directory.contains(question.action.region) || !tree.contains(question.action.gesture)
                || frame.settled.contains { $0.id == question.id }
        }
        return Set(unasked.map(\.id))
    }

    /// For the log, which does not hear of a sensitive region's keys.
    func words(_ asked: QuestionTable.Asked) -> String {
        isSensitive(asked.region) ? "a question about a sensitive region" : "the question of gesture \"\(asked.gesture)\""
    }

    private func isSensitive(_ region: String) -> Bool { sensitiveRoot(ofID: region) != nil }

    private func tellTracers(_ line: [UInt8], but claimant: Client? = nil) {
        for client in clients where client.takesTraces && client !== claimant {
            tell(client, line)
        }
    }

    /// An answer that comes too late, or a second one, is nothing that a client could avoid: it changes nothing.
    func answer(_ client: Client, _ question: QuestionID, _ value: Bool, _ id: JSONValue?) throws(RequestError) {
        if !table.hasBeen(question, for: client) {
            throw RequestError(
                "there has been no question \(question.rawValue)", code: .notFound, hint: "answer with the id of the question line", id: id)
        }
        guard let asked = table[question] else { return }
        if asked.client !== client {
            if question.isSensitive { return }
            throw RequestError(
                "question \(question.rawValue) was not asked of this connection", code: .notAllowed,
                hint: "answer on the connection that has claimed the region", id: id)
        }
        router.answer(question, value)
    }

    /// Those who cannot answer any more, or whom it is no longer up to, have not answered.
    private func settle() {
        let over = table.asked.filter { _, asked in
            !claims.isOwner(asked.client.number, of: asked.region) || asked.client.isLagging || asked.client.isDoomed
        }.keys.sorted()
        for question in over { router.answer(question, nil) }
    }

    /// Not at once: a frame may be on its way, or a tree being replaced.
    func settleLater() {
        if table.asked.isEmpty { return }
        loop.later { [unowned self] in settle() }
    }

    func forget(_ client: Client) { table.forget(client) }

    /// Open questions.
    var asked: [QuestionID: QuestionTable.Asked] { table.asked }

    func checkInvariants() { table.checkInvariants() }
}
