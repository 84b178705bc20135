import TouchCore

/// The connected clients in the order of connecting, and the limits for new ones.
struct ConnectionTable {
    private(set) var all: [Client] = []
    /// Closed clients, until what they began has ended, in the order of closing. They still take places.
    private(set) var leaving: [Client] = []
    private var lastNumber = 0

    /// Returns the client with this number, including a closed client that still has claims.
    subscript(number: Int) -> Client? { all.first { $0.number == number } ?? leaving.first { $0.number == number } }

    func contains(_ client: Client) -> Bool { all.contains { $0 === client } }

    /// Adds a client and gives it a new number. Numbers are never used again.
    mutating func add(_ client: Client) {
        lastNumber += 1
        client.number = lastNumber
        all.append(client)
    }

    mutating func close(_ client: Client) {
        all.removeAll { $0 === client }
        leaving.append(client)
    }

    /// Removes a closed client when all that it began has ended.
    mutating func forget(_ client: Client) { leaving.removeAll { $0 === client } }

    func bytesWaiting(for principal: Principal) -> Int { all.reduce(0) { $0 + ($1.principal == principal ? $1.outbox.count : 0) } }

    /// Returns the reason why touchd cannot serve another client like this; nil if it can.
    func refusal(of new: Client) -> String? {
        let others = (all + leaving).filter { $0.socket == new.socket }
        if new.socket == .admin {
            return others.count >= Limit.admins ? "touchd serves at most \(Limit.admins) clients on its admin socket" : nil
        }
        if others.count >= Limit.clients { return "touchd serves at most \(Limit.clients) clients" }
        if new.rights.isTrusted { return nil }
        if others.count(where: { $0.peer.user == new.peer.user }) >= Limit.clientsOfUser {
            return "touchd serves at most \(Limit.clientsOfUser) clients of one user, and user \(new.peer.user) has that many"
        }
        return refusalOfUntrusted(beside: others)
    }

    /// Returns the reason why touchd cannot serve a client that has just named its token; nil if it can.
    func refusalOfToken(of client: Client) -> String? {
        let others = (all + leaving).filter { $0 !== client && $0.socket == client.socket }
        if others.count(where: { $0.token == client.token }) >= Limit.clientsOfToken {
            return "touchd serves at most \(Limit.clientsOfToken) clients of one token, and \(client.principal) has that many"
        }
        return client.socket == .admin ? nil : refusalOfUntrusted(beside: others)
    }

    private func refusalOfUntrusted(beside others: [Client]) -> String? {
        let most = Limit.clients - Limit.clientsOfTrusted
        if others.count(where: { !$0.rights.isTrusted }) < most { return nil }
        return "touchd serves at most \(most) clients of untrusted users; the other places are reserved for root and trusted users"
    }

    func checkInvariants() {
        #if DEBUG
            assert(Set((all + leaving).map(\.number)).count == all.count + leaving.count, "a client is there twice, or two have one number")
            assert((all + leaving).allSatisfy { 0 < $0.number && $0.number <= lastNumber })
            for client in all {
                assert(!client.isClosed, "client \(client.number) is closed and still served")
                client.checkInvariants()
            }
            assert(leaving.allSatisfy { $0.isClosed && $0.group == nil }, "a closed client is in a group")
        #endif
    }
}
