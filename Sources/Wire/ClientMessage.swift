import TouchCore

/// A line from a client.
public enum ClientMessage: Sendable {
    case hello(name: String?)
    case subscribe(id: JSONValue?, Subscription)
    case devices(id: JSONValue?)
    case ping(id: JSONValue?)
    case sync(id: JSONValue?)
    /// A type this version does not know: ignored (SPEC 5).
    case unknown

    public static func parse(_ line: [UInt8]) throws(RequestError) -> ClientMessage {
        let value: JSONValue
        do { value = try JSONReader.parse(line) } catch { throw RequestError("the line is not JSON: \(error)") }
        guard case .object = value else { throw RequestError("a line is to be one JSON object") }
        let id = value["id"]
        switch id {
        case nil, .null, .string, .number: break
        default: throw RequestError("\"id\" is to be a string or a number")
        }
        guard let type = value["type"]?.string else { throw RequestError("the object has no \"type\", a string", id: id) }
        switch type {
        case "hello": return .hello(name: value["name"]?.string)
        case "subscribe":
            do { return .subscribe(id: id, try Subscription(value)) } catch { throw RequestError(error.message, id: id) }
        case "devices": return .devices(id: id)
        case "ping": return .ping(id: id)
        case "sync": return .sync(id: id)
        default: return .unknown
        }
    }
}

/// Why a line was not obeyed; becomes an error reply.
public struct RequestError: Error, Sendable {
    public let message: String
    /// The request's `id`, as far as it could be read.
    public let id: JSONValue?

    public init(_ message: String, id: JSONValue? = nil) {
        self.message = message
        self.id = id
    }
}
