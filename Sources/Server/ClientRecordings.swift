import Logging
import TouchCore
import Wire

/// Clients that record panels and get their events, line by line. A recording must have no gaps, so touchd ends the recording of a client that does
/// not read, and tells the client.
final class ClientRecordings: ServerPart {
    unowned let server: Publisher
    /// The number of the latest recording.
    private var last = 0

    init(_ server: Publisher) { self.server = server }

    func record(_ client: Client, _ panel: String, _ isOn: Bool, _ id: JSONValue?) throws(RequestError) {
        let known = client.recordings.firstIndex { $0.panel == panel }
        if !isOn {
            guard let known else { throw RequestError("this connection does not record \"\(panel)\"", code: .notFound, id: id) }
            router.stopRecording(client.recordings.remove(at: known).number)
            return sendLine(client, ServerMessages.done(id))
        }
        if known != nil {
            throw RequestError(
                "this connection already records \"\(panel)\"", code: .taken, hint: "end that recording first, with \"on\":false", id: id)
        }
        last += 1
        let lines: [String]
        do { lines = try router.startRecording(last, panel: panel) } catch { throw error.withID(id) }
        client.recordings.append((last, panel))
        sendLine(client, ServerMessages.recording(id, evemu: lines))
    }

    /// Sends the recorded part of a panel's report to the client that records it.
    func publish(_ events: [InputEvent], of number: Int) {
        guard let client = recorder(number), let panel = client.recordings.first(where: { $0.number == number })?.panel else { return }
        if client.outbox.count >= Limit.answers {
            router.stopRecording(number)
            logLimited(.recordingOver, client, "\(client.label) reads its recording of panel \(panel) too slowly; recording ended", .panel(panel))
            return end(number, client, .lagged, "the client read too slowly; the recording ends here")
        }
        client.outbox.send(ServerMessages.input(panel, events))
        if client.isBehind || client.outbox.isBroken { updateConnection(client) }
    }

    /// Ends these recordings, because their panels are gone.
    func end(_ numbers: [Int]) {
        for number in numbers {
            if let client = recorder(number) {
                end(number, client, .deviceRemoved, "the panel is gone, or the configuration assigns another device to it")
            }
        }
    }

    private func recorder(_ number: Int) -> Client? { clients.first { $0.recordings.contains { $0.number == number } } }

    private func end(_ number: Int, _ client: Client, _ reason: CancelReason, _ message: String) {
        guard let index = client.recordings.firstIndex(where: { $0.number == number }) else { return }
        client.outbox.send(ServerMessages.recorded(client.recordings.remove(at: index).panel, reason, message))
        updateConnection(client)
    }

    func checkInvariants() {
        #if DEBUG
            let numbers = clients.flatMap { $0.recordings.map(\.number) }
            assert(Set(numbers).count == numbers.count && numbers.allSatisfy { 0 < $0 && $0 <= last }, "two recordings have one number")
        #endif
    }
}
