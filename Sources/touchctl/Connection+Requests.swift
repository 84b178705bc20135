import ArgumentParser
import Wire

/// Requests that have one answer.
extension Connection {
    struct Answer {
        let line: [UInt8]
        let message: JSONValue

        /// The reply's own keys, without those that every reply has.
        var bare: [UInt8] {
            let reply = Array(#"{"type":"reply","id":null,"ok":true,"#.utf8)
            return line.starts(with: reply) ? Array("{".utf8) + line.dropFirst(reply.count) : line
        }
    }

    /// Returns the answer to a request without an `id`. Exits with 77 if touchd does not allow the request, with 76 if touchd does not know it, with
    /// 69 if touchd does not answer, and with 64 if touchd refuses it.
    ///
    /// - Parameter capability: the word in touchd's `hello` that says that it knows the request.
    static func ask(_ request: String, capability: String, at events: EventsSocket) throws -> Answer {
        try Connection(path: path(events.path)).ask(request, capability: capability)
    }

    /// Returns the answer to a request that only trusted users may make; errors as for `ask`.
    static func askTrusted(_ request: String, capability: String, at sockets: DaemonSockets) throws -> Answer {
        try trusted(sockets).ask(request, capability: capability)
    }

    func ask(_ request: String, capability: String) throws -> Answer {
        let answer = try reply(to: request, capability: capability)
        if answer.message["ok"]?.bool != true { throw Connection.refused(answer.message["error"]) }
        return answer
    }

    /// Returns the answer to a request given as a JSON value; errors as for `ask`.
    func ask(_ request: JSONValue, capability: String) throws -> Answer {
        var bytes: [UInt8] = []
        request.write(into: &bytes)
        return try ask(String(decoding: bytes, as: UTF8.self), capability: capability)
    }

    /// Returns the reply, even if it is an error. Throws `NotReachable` if the reply has not come within 30 s.
    func reply(to request: String, capability: String) throws -> Answer {
        try within(seconds: 30) { try nextReply(to: request, capability: capability) }
    }

    private func nextReply(to request: String, capability: String) throws -> Answer {
        // Wait for the hello first: a touchd that does not know the request would not answer at all.
        var isAsked = capabilities.contains(capability)
        if isAsked { send(request) }
        while let (line, message) = try message() {
            if !isAsked && !capabilities.contains(capability) {
                complain(
                    "touchctl: touchd at \(path) does not support \"\(capability)\"; install the same version of touchctl and touchd, "
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

    /// Prints the error of a reply, with its hint. Returns the exit status: 77 if the request is not allowed, otherwise 64.
    static func refused(_ error: JSONValue?) -> ExitCode {
        complain(refusal(error))
        return error?["code"]?.string == "notAllowed" ? Exit.permission : Exit.usage
    }
}
