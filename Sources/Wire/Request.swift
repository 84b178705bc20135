import Text
import Vocabulary

/// A line from a client.
public struct Request: Sendable {
    /// What the answer carries, as it was written; nil if the line has none, or if nothing answers it.
    public let id: JSONValue?
    public let body: Body
    /// What a client must be allowed to make it at all.
    public let requirement: Requirement
    /// Nothing comes of it but its answer.
    public let isQuery: Bool

    /// - Parameter most: how many JSON values the line may have.
    public static func parse(_ line: [UInt8], atMost most: Int = .max) throws(RequestError) -> Request {
        try parse(line, atMost: most) { _ in }
    }

    /// - Parameter asked: is told of each key that is read.
    static func parse(_ line: [UInt8], atMost most: Int = .max, asked: @escaping (String) -> Void) throws(RequestError) -> Request {
        let node: JSONNode
        do { node = try JSONReader.nodes(line, atMost: most) } catch {
            throw RequestError("the line is not JSON: \(error)", hint: "a line is one JSON object, ended by a line feed")
        }
        guard case .object = node.content else { throw RequestError("a line is to be one JSON object") }
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
        default: throw RequestError("\"id\" is to be a string or a number")
        }
        guard let type = node["type"]?.value.string else { throw RequestError("the object has no \"type\", a string", id: id) }
        guard let message = WireShapes.requestsByType[type] else {
            if id == nil || id == .null { return Request(id: nil, body: .unknown, requirement: .nothing, isQuery: false) }
            let meant = suggestion(for: type, among: WireShapes.requests.map(\.type)).map { "; did you mean \"\($0)\"?" } ?? ""
            throw RequestError("there is no request \"\(type.prefix(64))\"\(meant)", code: .unsupported, id: id)
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
            throw error.of(id)
        }
    }
}
