import TouchCore

/// A line from a client.
public enum ClientMessage: Sendable {
    /// What the client is called, the protocol it speaks, and the capabilities that it cannot do without.
    case hello(id: JSONValue?, name: String?, protocol: Int?, want: [String])
    case subscribe(id: JSONValue?, Subscription)
    case unsubscribe(id: JSONValue?, subscription: Int)
    case devices(id: JSONValue?)
    /// From now on this client answers for these receivers, by id. `ackWithin` µs: how soon it says that it has read what it
    /// got of them.
    case claim(id: JSONValue?, receivers: [String], ackWithin: Int64?)
    case release(id: JSONValue?, receivers: [String])
    /// It has read all lines up to this one.
    case acknowledge(seq: UInt64)
    case steal(id: JSONValue?, touches: [TouchID], by: String)
    case letGo(id: JSONValue?, touches: [TouchID], by: String)
    /// Changes of the tree; what they are is in the line, which the configuration's reader knows how to read.
    /// - keeps: what it adds stays when the connection ends.
    case edit(id: JSONValue?, generation: Int?, keeps: Bool, line: [UInt8])
    /// Whether lines that explain each begin are wanted.
    case trace(id: JSONValue?, isOn: Bool)
    case hit(id: JSONValue?, Point, screen: String?)
    case status(id: JSONValue?)
    case clients(id: JSONValue?)
    /// Of a gesture's question.
    case answer(id: JSONValue?, QuestionID, Bool)
    /// Read the configuration again.
    case reload(id: JSONValue?)
    /// Whether the reports of a panel are wanted, as they come.
    case record(id: JSONValue?, panel: String, isOn: Bool)
    /// What fingers do at one time that no panel reports; nil: on the first screen.
    case inject(id: JSONValue?, screen: String?, [InjectedTouch])
    case ping(id: JSONValue?)
    case sync(id: JSONValue?)
    /// A type this version does not know: ignored (contract 5).
    case unknown

    /// - Parameter most: how many JSON values the line may have.
    public static func parse(_ line: [UInt8], atMost most: Int = .max) throws(RequestError) -> ClientMessage {
        try parse(line, atMost: most) { _ in }
    }

    /// - Parameter asked: is told of each key that is read.
    static func parse(_ line: [UInt8], atMost most: Int = .max, asked: @escaping (String) -> Void) throws(RequestError) -> ClientMessage {
        let value: JSONValue
        do { value = try JSONReader.parse(line, atMost: most) } catch {
            throw RequestError("the line is not JSON: \(error)", hint: "a line is one JSON object, ended by a line feed")
        }
        guard case .object = value else { throw RequestError("a line is to be one JSON object") }
        let id = value["id"]
        switch id {
        case nil, .null, .string, .number: break
        default: throw RequestError("\"id\" is to be a string or a number")
        }
        guard let type = value["type"]?.string else { throw RequestError("the object has no \"type\", a string", id: id) }
        guard let message = WireShapes.requestsByType[type] else { return .unknown }
        do throws(WireFlaw) { try message.check(value) } catch {
            throw RequestError(error.description, hint: error.key.map { "\($0.name): \($0.documentation)" }, id: id)
        }
        do {
            return try parse(type, Members(value: value, shape: message.shape, asked: asked), line)
        } catch {
            throw error.of(id)
        }
    }

    /// All keys that must be there are, and all that are have a value of their type.
    private static func parse(_ type: String, _ members: Members, _ line: [UInt8]) throws(RequestError) -> ClientMessage {
        let id = type == "ack" ? nil : members["id"]
        switch type {
        case "hello":
            return .hello(
                id: id, name: members["name"]?.string, protocol: members["protocol"]?.number.map { Int(clamping: $0) },
                want: members.strings("want") ?? [])
        case "subscribe": return .subscribe(id: id, try Subscription(members))
        case "unsubscribe": return .unsubscribe(id: id, subscription: Int(clamping: members["subscription"]!.number!))
        case "devices": return .devices(id: id)
        case "status": return .status(id: id)
        case "clients": return .clients(id: id)
        case "ping": return .ping(id: id)
        case "sync": return .sync(id: id)
        case "reload": return .reload(id: id)
        case "record": return .record(id: id, panel: members["panel"]!.string!, isOn: members["on"]?.bool ?? true)
        case "inject":
            return .inject(
                id: id, screen: members["screen"]?.string, members["touches"]!.array!.map { InjectedTouch($0) })
        case "claim":
            return .claim(
                id: id, receivers: members.strings("receivers")!, ackWithin: members["ackWithin"]?.number.map { Int64(clamping: $0 * 1000) })
        case "release": return .release(id: id, receivers: members.strings("receivers")!)
        case "ack": return .acknowledge(seq: UInt64(clamping: members["seq"]!.number!))
        case "steal": return .steal(id: id, touches: members.touches("touches"), by: members["by"]!.string!)
        case "letGo": return .letGo(id: id, touches: members.touches("touches"), by: members["by"]!.string!)
        case "edit":
            _ = members["edits"]  // read by the configuration's reader
            return .edit(
                id: id, generation: members["generation"]?.number.map { Int(clamping: $0) }, keeps: members["keep"]?.bool ?? false,
                line: line)
        case "answer": return .answer(id: id, QuestionID(UInt64(clamping: members["id"]!.number!)), members["value"]!.bool!)
        case "trace": return .trace(id: id, isOn: members["on"]!.bool!)
        case "hit": return .hit(id: id, Point(members["x"]!.number!, members["y"]!.number!), screen: members["screen"]?.string)
        default: preconditionFailure("a message that nobody reads: \(type)")
        }
    }
}
