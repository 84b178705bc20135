import Text
import Vocabulary

/// A line from a client.
public struct Request: Sendable {
    /// The request's `id` as the client wrote it, which the answer repeats; nil if the line has none or gets no answer.
    public let id: JSONValue?
    public let body: Body
    /// The permission that a client needs to send the request at all.
    public let requirement: Requirement
    /// True if the request changes nothing and only gets an answer.
    public let isQuery: Bool

    /// Reads a line.
    ///
    /// - Parameter most: the number of JSON values that the line may have.
    public static func parse(_ line: [UInt8], atMost most: Int = .max) throws(RequestError) -> Request {
        try parse(line, atMost: most) { _ in }
    }

    /// Reads a line.
    ///
    /// - Parameter asked: called with each key that is read.
    static func parse(_ line: [UInt8], atMost most: Int = .max, asked: @escaping (String) -> Void) throws(RequestError) -> Request {
        let node: JSONNode
        do { node = try JSONReader.nodes(line, atMost: most) } catch {
            if error.isLimit {
                throw RequestError(
                    "the line is too complex: \(error)", hint: "send less in one line", id: JSONReader.scalar("id", ofObject: line))
            }
            throw RequestError("the line is not JSON: \(error)", hint: "a line is one JSON object and ends with a line feed")
        }
        guard case .object = node.content else { throw RequestError("a line must be one JSON object") }
        do { return try parse(node, asked) } catch {
            var error = error
            error.namesToken = node["type"]?.value.string == "hello" && node["as"] != nil
            throw error
        }
    }

    private static func parse(_ node: JSONNode, _ asked: @escaping (String) -> Void) throws(RequestError) -> Request {
        let id = node["id"]?.value
        switch id {
        case nil, .null, .string, .number: break
        default: throw RequestError("\"id\" must be a string or a number")
        }
        guard let type = node["type"]?.value.string else { throw RequestError("the object has no \"type\" that is a string", id: id) }
        guard let message = WireShapes.requestsByType[type] else {
            if id == nil || id == .null { return Request(id: nil, body: .unknown, requirement: .nothing, isQuery: false) }
            let meant = probableWord(type, among: WireShapes.requests.map(\.type)).map { "; did you mean \"\($0)\"?" } ?? ""
            throw RequestError(
                "there is no request \"\(type.prefix(64))\"\(meant)", code: .unsupported,
                hint: "docs/protocol.md lists the requests; the server's hello lists its capabilities, and a newer version of touchd may have more",
                id: id)
        }
        do throws(WireFlaw) { try message.checkSpelling(of: node) } catch {
            throw RequestError(error.description, hint: error.key.map { "did you mean \"\($0.name)\"? \($0.name): \($0.documentation)" }, id: id)
        }
        do throws(WireFlaw) { try message.check(node) } catch {
            throw RequestError(error.description, hint: error.key.map { "\($0.name): \($0.documentation)" }, id: id)
        }
        let members = Members(line: node, shape: message.shape, asked: asked)
        do {
            return Request(
                id: message.shape.key("id") == nil ? nil : members["id"], body: try message.decode(members), requirement: message.requirement,
                isQuery: message.isQuery)
        } catch {
            throw error.withID(id)
        }
    }
}
