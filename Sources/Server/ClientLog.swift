import Logging

/// The limits of what the log hears of clients. Each client has a limit of its own for each kind of message, so that a noisy one
/// hides nothing of the others, and nothing else of itself. All connections of a principal together have another one, for those who
/// connect again and again.
struct ClientLog {
    struct Subject: Hashable {
        var principal: Principal
        /// The connection's number; nil: all connections of the principal.
        var client: Int?
    }

    private struct Key: Hashable {
        var kind: MessageKind
        /// Nil: it is about no client.
        var subject: Subject?
    }

    private var limits: [Key: LogLimit] = [:]
    /// Lines of a kind about all connections of a principal, in a window.
    private static let mostOfPrincipal = 20
    /// More limits than there can be clients and kinds at a time.
    static let mostLimits = 1024

    /// How many limits are kept.
    var count: Int { limits.count }

    /// The line to write; nil: the message is not to be written.
    mutating func admit(_ message: @autoclosure () -> String, _ kind: MessageKind, about subject: Subject?, at time: Int64) -> String? {
        let keys = keys(kind, subject, at: time)
        if let full = keys.first(where: { !limits[$0]!.hasRoom(at: time) }) {
            limits[full]!.leaveOut()
            return nil
        }
        return LogLimit.line(message(), leftOut: keys.reduce(0) { $0 + limits[$1]!.take(at: time) })
    }

    /// Whose limits the message is under. Without room for another limit only the one of its kind, for all clients, is left.
    private mutating func keys(_ kind: MessageKind, _ subject: Subject?, at time: Int64) -> [Key] {
        var keys = [Key(kind: kind, subject: subject)]
        if let subject, subject.client != nil { keys.append(Key(kind: kind, subject: Subject(principal: subject.principal, client: nil))) }
        if limits.count + keys.count > Self.mostLimits { forgetOver(at: time) }
        if limits.count + keys.count > Self.mostLimits { keys = [Key(kind: kind, subject: nil)] }
        for key in keys where limits[key] == nil {
            limits[key] = key.subject.map { $0.client == nil } ?? true ? LogLimit(most: Self.mostOfPrincipal) : LogLimit()
        }
        return keys
    }

    /// Forgets the limits of those who have been quiet for a window. What they have not told of, the limit of their kind does.
    private mutating func forgetOver(at time: Int64) {
        for (key, limit) in limits where key.subject != nil && limit.isOver(at: time) {
            limits[key] = nil
            if limit.untold > 0 { limits[Key(kind: key.kind, subject: nil), default: LogLimit(most: Self.mostOfPrincipal)].leaveOut(limit.untold) }
        }
    }
}
