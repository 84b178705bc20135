import Logging
import TouchCore
import Wire

/// The questions that gestures ask clients. A gesture asks only the client that has claimed its region. If that client lags or is gone, the question
/// counts as unanswered, and the gesture's spec decides.
final class Questions: ServerPart {
    unowned let server: Publisher
    private var table = QuestionTable()
    /// The questions that nobody can be asked, until they get their default answers.
    private var unanswerable: [QuestionID] = []

    init(_ server: Publisher) { self.server = server }

    /// Closes the settled questions of a frame, and asks its new ones after the frame's line.
    func ask(_ frame: RoutedFrame, panel: String) {
        // Questions that no client is asked: the edit that caused the frame has removed their gesture, or the frame already settles them.
        let unasked = unasked(frame)
        for settled in frame.settled where !unasked.contains(settled.id) {
            let (asked, isTold) = table.close(settled.id)
            if case .declared = settled.outcome, let asked, !asked.client.isLagging, claims.isOwner(asked.client.number, of: asked.region) {
                logLimited(
                    .questionUnanswered, asked.client, "\(asked.client.label) did not answer \(description(asked)) in time",
                    .region(isSensitive(asked.region) ? nil : asked.region))
            }
            // Only the owner of a sensitive region is told of gestures in it.
            if isTold { sendToTracers(ServerMessages.settled(settled, time: frame.time, panel: panel)) }
        }
        for question in frame.questions {
            if unasked.contains(question.id) {
                if !frame.settled.contains(where: { $0.id == question.id }) { table.record(question.id, isTold: false) }
                continue
            }
            let line = ServerMessages.question(question, time: frame.time, panel: panel, directory)
            let region = directory[question.action.region].id
            let client = claims[region].flatMap { server.connections[$0.owner] }
            table.record(question.id, isTold: !question.id.isSensitive)
            if !question.id.isSensitive { sendToTracers(line, but: client) }
            guard let client, !client.isLagging, !client.isClosing, !client.outbox.isBroken, client.outbox.count < Limit.answers else {
                giveUpLater(question.id)
                continue
            }
            let gesture = directory.gestures[question.action.gesture.slot].id
            table.ask(question.id, client, region: region, gesture: gesture)
            sendLine(client, line)
            updateConnection(client)
        }
        for client in clients where client.traces { updateConnection(client) }
    }

    /// Gives a question that nobody can be asked its default answer later, because a frame may be on its way. One job answers all such questions:
    /// fingers may ask faster than the loop takes turns.
    private func giveUpLater(_ question: QuestionID) {
        unanswerable.append(question)
        if unanswerable.count > 1 { return }
        loop.later { [unowned self] in
            let questions = unanswerable
            unanswerable = []
            for question in questions { router.touches.answer(question, nil) }
        }
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

    /// The question's description for the log. It does not name a region or gesture inside a sensitive region.
    func description(_ asked: QuestionTable.Asked) -> String {
        isSensitive(asked.region) ? "a question about a sensitive region" : "the question from gesture \"\(asked.gesture)\""
    }

    private func isSensitive(_ region: String) -> Bool { sensitiveRoot(ofID: region) != nil }

    private func sendToTracers(_ line: [UInt8], but claimant: Client? = nil) {
        for client in clients where client.receivesTraces && client !== claimant {
            sendLine(client, line)
        }
    }

    /// Passes on a client's answer. A late or second answer is ignored, because a client cannot know that its question is already settled.
    func answer(_ client: Client, _ question: QuestionID, _ value: Bool, _ id: JSONValue?) throws(RequestError) {
        if !table.wasAsked(question, for: client) {
            throw RequestError(
                "question \(question.rawValue) was never asked", code: .notFound, hint: "answer with the \"id\" of the question line", id: id)
        }
        guard let asked = table[question] else { return }
        if asked.client !== client {
            if question.isSensitive { return }
            throw RequestError(
                "question \(question.rawValue) was not asked of this connection", code: .notAllowed,
                hint: "answer on the connection that has claimed the region", id: id)
        }
        router.touches.answer(question, value)
    }

    /// Closes the questions of clients that lag, are being closed or have lost their claim: they count as unanswered.
    private func closeUnanswerable() {
        let over = table.asked.filter { _, asked in
            !claims.isOwner(asked.client.number, of: asked.region) || asked.client.isLagging || asked.client.isClosing
        }.keys.sorted()
        for question in over { router.touches.answer(question, nil) }
    }

    /// Calls `closeUnanswerable` later, because a frame may be on its way, or a tree may be half replaced.
    func closeUnanswerableLater() {
        if table.asked.isEmpty { return }
        loop.later { [unowned self] in closeUnanswerable() }
    }

    func forget(_ client: Client) { table.forget(client) }

    /// The open questions.
    var asked: [QuestionID: QuestionTable.Asked] { table.asked }

    func checkInvariants() { table.checkInvariants() }
}
