import Glibc
import TouchCore
import Wire

/// What clients send, line by line.
extension Publisher {
    func read(_ client: Client) {
        var chunk = [UInt8](repeating: 0, count: 16384)
        // A bounded number of turns, so that a client that never stops talking does not keep the others waiting.
        for _ in 0..<4 where client.outbox.count < Limit.answers && !client.isSubscribing {
            let count = Glibc.read(client.fd, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { client.isDoomed = true }
                break
            }
            if count == 0 {
                client.isFinished = true  // closed for writing, as `echo … | socat` does; a hang-up says when it is gone
                break
            }
            client.input += chunk[..<count]
            takeLines(client)
            if client.isDoomed { break }
        }
    }

    /// Obeys the whole lines that have come, until too many answers wait to be taken.
    func takeLines(_ client: Client) {
        var start = 0
        while !client.isDoomed, !client.isSubscribing, client.outbox.count < Limit.answers,
            let end = client.input[start...].firstIndex(of: UInt8(ascii: "\n"))
        {
            if end - start > ServerMessages.maximumLine { break }
            obey(Array(client.input[start..<end]), client)
            start = end + 1
        }
        client.input.removeSubrange(..<start)
        let end = client.input.firstIndex(of: UInt8(ascii: "\n")) ?? client.input.count
        if end > ServerMessages.maximumLine {
            let message = "a line of more than \(ServerMessages.maximumLine) bytes"
            complain("\(client.label) sent \(message) and is disconnected")
            client.outbox.send(ServerMessages.bye("lineTooLong", message))
            client.isDoomed = true
        }
    }

    private func obey(_ line: [UInt8], _ client: Client) {
        do {
            switch try ClientMessage.parse(line) {
            case .hello(let name): client.name = name
            case .subscribe(let id, let subscription):
                // Matching globs against a large tree takes ms: not before all else that is ready, and one a turn.
                client.isSubscribing = true
                loop.later { [unowned self] in
                    guard clients.contains(where: { $0 === client }) else { return }
                    client.isSubscribing = false
                    do throws(RequestError) { try subscribe(client, subscription, id) } catch {
                        client.outbox.send(ServerMessages.reply(to: error))
                    }
                    takeLines(client)
                    settle(client)
                }
            case .devices(let id): client.outbox.send(ServerMessages.devices(id, sources.devices()))
            case .ping(let id): client.outbox.send(ServerMessages.pong(id))
            case .sync(let id): client.outbox.send(ServerMessages.synced(id))
            case .unknown: break
            }
        } catch {
            client.outbox.send(ServerMessages.reply(to: error))
        }
    }

    private func subscribe(_ client: Client, _ subscription: Subscription, _ id: JSONValue?) throws(RequestError) {
        let subscriptions = (client.group?.subscriptions ?? []) + [subscription]
        if subscriptions.count > Limit.subscriptions {
            throw RequestError("\(Limit.subscriptions) subscriptions are the most a connection may have", id: id)
        }
        // What waits was filtered by the old subscriptions and comes before the cut.
        drain(client, everything: true)
        let others = groups  // the one it leaves among them
        leaveGroup(client)
        let group = groups.first { $0.subscriptions == subscriptions } ?? FilterGroup(subscriptions, directory, like: others)
        if group.clients.isEmpty { groups.append(group) }
        group.clients.append(client)
        client.group = group
        client.since.append(sources.nextID())
        client.outbox.send(ServerMessages.reply(to: id, subscription: subscriptions.count))
        sendSnapshot(client)
        sources.subscribed()
    }
}
