import TouchCore

/// The server's lines besides `frame` (contract 5). Each function returns one whole line.
public enum ServerMessages {
    public static let protocolVersion = 1
    /// The minor version, which rises with each addition to the protocol.
    public static let minorVersion = 1
    public static let version = "touchd 0.1.0"
    /// The length of the longest line that a client may send, in bytes.
    public static let maximumLine = 65536
    /// The maximum number of subscriptions of a connection.
    public static let maximumSubscriptions = 32

    static func line(_ type: StaticString, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string(type.description)
        members(&writer)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// The capabilities that clients may name in their `want`.
    public static let capabilities = WireShapes.capabilities.map(\.name)

    /// Returns a warning about something that people should fix.
    public static func warning(_ code: String, _ message: String) -> [UInt8] {
        line("warning") {
            $0.key("code")
            $0.string(code)
            $0.key("message")
            $0.string(message)
        }
    }

    public static func hello(epoch: String) -> [UInt8] {
        line("hello") {
            $0.key("protocol")
            $0.integer(protocolVersion)
            $0.key("minor")
            $0.integer(minorVersion)
            $0.key("server")
            $0.string(version)
            $0.key("epoch")
            $0.string(epoch)
            $0.key("capabilities")
            $0.beginArray()
            for capability in Self.capabilities { $0.string(capability) }
            $0.endArray()
            $0.key("limits")
            $0.beginObject()
            $0.key("maxLine")
            $0.integer(maximumLine)
            $0.key("subscriptions")
            $0.integer(maximumSubscriptions)
            $0.endObject()
        }
    }

    static func id(_ id: JSONValue?, _ writer: inout JSONWriter) {
        writer.key("id")
        switch id {
        case .string(let text): writer.string(text)
        case .number(_, let text): writer.number(text: text)
        default: writer.null()
        }
    }

    public static func reply(to request: JSONValue?, subscription: Int, _ matches: SubscriptionMatches) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("subscription")
            $0.integer(subscription)
            matches.write(into: &$0)
        }
    }

    public static func done(_ request: JSONValue?, generation: Int? = nil) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            if let generation {
                $0.key("generation")
                $0.integer(generation)
            }
        }
    }

    /// Returns the reply to a claim.
    ///
    /// - Parameter uncovered: the claimed regions that contain others, which the claim does not cover.
    public static func claimed(_ request: JSONValue?, generation: Int, uncovered: [UncoveredClaim]) -> [UInt8] {
        line("reply") {
            id(request, &$0)
            $0.key("ok")
            $0.bool(true)
            $0.key("generation")
            $0.integer(generation)
            if uncovered.isEmpty { return }
            $0.key("uncovered")
            $0.beginArray()
            for claim in uncovered { claim.write(into: &$0) }
            $0.endArray()
        }
    }

    /// Returns the line for a client whose claims on these receivers have ended.
    public static func released(_ receivers: [String], reason: CancelReason) -> [UInt8] {
        line("released") {
            $0.key("receivers")
            $0.beginArray()
            for receiver in receivers { $0.string(receiver) }
            $0.endArray()
            $0.key("reason")
            $0.string(reason.rawValue)
        }
    }

    public static func reply(to error: RequestError) -> [UInt8] {
        line("reply") {
            id(error.id, &$0)
            $0.key("ok")
            $0.bool(false)
            $0.key("error")
            $0.beginObject()
            $0.key("code")
            $0.string(error.code.rawValue)
            $0.key("message")
            $0.string(error.message)
            $0.key("hint")
            $0.string(error.hint)
            $0.endObject()
        }
    }

    public static func pong(_ request: JSONValue?) -> [UInt8] { line("pong") { id(request, &$0) } }
    public static func synced(_ request: JSONValue?) -> [UInt8] { line("synced") { id(request, &$0) } }

    /// The reason why the server closes a connection.
    public enum DisconnectReason: String, CaseIterable, Sendable {
        case shutdown, slow, lineTooLong, tooManyClients
        /// The client speaks another protocol.
        case `protocol`
    }

    public static func bye(_ reason: DisconnectReason, _ message: String) -> [UInt8] {
        line("bye") {
            $0.key("reason")
            $0.string(reason.rawValue)
            $0.key("message")
            $0.string(message)
        }
    }

    /// Returns the line for a configuration that was refused. The old one stays in force.
    public static func refusedReload(generation: Int, message: String) -> [UInt8] {
        line("config") {
            $0.key("ok")
            $0.bool(false)
            $0.key("generation")
            $0.integer(generation)
            $0.key("message")
            $0.string(message)
        }
    }

    public static func lagged(seq: UInt64, merged: Int, cancelled: [TouchID]) -> [UInt8] {
        line("lagged") {
            $0.key("seq")
            $0.unsigned(seq)
            $0.key("merged")
            $0.integer(merged)
            $0.key("cancelled")
            $0.beginArray()
            for id in cancelled { $0.unsigned(id.rawValue) }
            $0.endArray()
        }
    }
}
