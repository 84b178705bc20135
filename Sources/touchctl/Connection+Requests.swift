import ArgumentParser
import Wire

/// Requests that have one answer.
extension Connection {
    struct Answer {
        let line: [UInt8]
        let message: JSONValue

        /// What was asked for, without what makes it a reply.
        var bare: [UInt8] {
            let reply = Array(#"{"type":"reply","id":null,"ok":true,"#.utf8)
            return line.starts(with: reply) ? Array("{".utf8) + line.dropFirst(reply.count) : line
        }
    }

    /// The answer to a request without an `id`; exits with 77 when touchd does not allow it, with 76 when it does not know
    /// of it, with 69 when it does not answer, and with 64 when it refuses it.
    ///
    /// - Parameter capability: what touchd says in its `hello` when it knows the request.
    static func ask(_ request: String, capability: String, at events: EventsSocket) throws -> Answer {
        try Connection(path: path(events.path)).ask(request, capability: capability)
    }

    /// A request of trusted users, likewise.
    static func askTrusted(_ request: String, capability: String, at sockets: DaemonSockets) throws -> Answer {
        try trusted(sockets).ask(request, capability: capability)
    }

    func ask(_ request: String, capability: String) throws -> Answer {
        let answer = try reply(to: request, capability: capability)
        if answer.message["ok"]?.bool != true { throw Connection.refused(answer.message["error"]) }
        return answer
    }

    /// The reply, also one that refuses.
    func reply(to request: String, capability: String) throws -> Answer {
        // Not before it is known who is there: a touchd that does not know of it would say nothing at all.
        var isAsked = capabilities.contains(capability)
        if isAsked { send(request) }
        while let (line, message) = try message() {
            if !isAsked && !capabilities.contains(capability) {
                complain(
                    "touchctl: touchd at \(path) has no \"\(capability)\"; install touchctl and touchd of the same version, "
                        + "and restart touchd")
                throw Exit.protocol
            }
            if !isAsked { send(request) }
            isAsked = true
            switch message["type"]?.string {
            case "reply": return Answer(line: line, message: message)
            case "bye": complain("touchctl: touchd closes the connection: \(message["message"]?.string ?? "")")
            default: break
            }
        }
        complain("touchctl: touchd has closed the connection without an answer")
        throw Exit.unavailable
    }

    /// Says what the error of a reply says, what is wrong and what to do; what to exit with: 77 for what is not allowed, else 64.
    static func refused(_ error: JSONValue?) -> ExitCode {
        complain(refusal(error))
        return error?["code"]?.string == "notAllowed" ? Exit.permission : Exit.usage
    }
}
