import TouchCore

/// A line from a client.
public enum ClientMessage: Sendable {
    case hello(name: String?)
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
    case ping(id: JSONValue?)
    case sync(id: JSONValue?)
    /// A type this version does not know: ignored (SPEC 5).
    case unknown

    /// - Parameter most: how many JSON values the line may have.
    public static func parse(_ line: [UInt8], atMost most: Int = .max) throws(RequestError) -> ClientMessage {
        let value: JSONValue
        do { value = try JSONReader.parse(line, atMost: most) } catch { throw RequestError("the line is not JSON: \(error)") }
        guard case .object = value else { throw RequestError("a line is to be one JSON object") }
        let id = value["id"]
        switch id {
        case nil, .null, .string, .number: break
        default: throw RequestError("\"id\" is to be a string or a number")
        }
        guard let type = value["type"]?.string else { throw RequestError("the object has no \"type\", a string", id: id) }
        do {
            return try parse(type, value, id, line)
        } catch {
            throw RequestError(error.message, code: error.code, id: id)
        }
    }

    private static func parse(
        _ type: String, _ value: JSONValue, _ id: JSONValue?, _ line: [UInt8]
    ) throws(RequestError) -> ClientMessage {
        switch type {
        case "hello": return .hello(name: value["name"]?.string)
        case "subscribe": return .subscribe(id: id, try Subscription(value))
        case "unsubscribe": return .unsubscribe(id: id, subscription: Int(clamping: try value.whole("subscription")))
        case "devices": return .devices(id: id)
        case "status": return .status(id: id)
        case "clients": return .clients(id: id)
        case "ping": return .ping(id: id)
        case "sync": return .sync(id: id)
        case "reload": return .reload(id: id)
        case "claim":
            var time: Int64?
            if let wish = value["ackWithin"] {
                guard let milliseconds = wish.number, milliseconds >= 10, milliseconds <= 600_000 else {
                    throw RequestError("\"ackWithin\" is to be a number of ms from 10 to 600000")
                }
                time = Int64(milliseconds * 1000)
            }
            return .claim(id: id, receivers: try value.strings("receivers"), ackWithin: time)
        case "release": return .release(id: id, receivers: try value.strings("receivers"))
        case "ack": return .acknowledge(seq: try value.whole("seq"))
        case "steal": return .steal(id: id, touches: try value.touches(), by: try value.text("by"))
        case "letGo": return .letGo(id: id, touches: try value.touches(), by: try value.text("by"))
        case "edit":
            let generation: UInt64? = value["generation"] == nil ? nil : try value.whole("generation")
            return .edit(id: id, generation: generation.map { Int(clamping: $0) }, keeps: value["keep"]?.bool ?? false, line: line)
        case "trace":
            guard let isOn = value["on"]?.bool else { throw RequestError("\"on\" is to be true or false") }
            return .trace(id: id, isOn: isOn)
        case "answer":
            guard let answer = value["value"]?.bool else { throw RequestError("\"value\" is to be true or false") }
            return .answer(id: id, QuestionID(try value.whole("id")), answer)
        case "hit":
            guard let x = value["x"]?.number, let y = value["y"]?.number else { throw RequestError("\"x\" and \"y\" are to be numbers") }
            return .hit(id: id, Point(x, y), screen: value["screen"]?.string)
        default: return .unknown
        }
    }
}

extension JSONValue {
    fileprivate func text(_ key: String) throws(RequestError) -> String {
        guard let text = self[key]?.string else { throw RequestError("\"\(key)\" is to be a string") }
        return text
    }

    fileprivate func strings(_ key: String) throws(RequestError) -> [String] {
        let all = self[key]?.array ?? []
        let strings = all.compactMap(\.string)
        guard !all.isEmpty, all.count == strings.count else { throw RequestError("\"\(key)\" is to be a list of strings, not empty") }
        return strings
    }

    fileprivate func whole(_ key: String) throws(RequestError) -> UInt64 {
        guard let number = self[key]?.whole else { throw RequestError("\"\(key)\" is to be a whole number from 0 up") }
        return number
    }

    fileprivate func touches() throws(RequestError) -> [TouchID] {
        let all = self["touches"]?.array ?? []
        let ids = all.compactMap(\.whole)
        guard !all.isEmpty, all.count == ids.count else { throw RequestError("\"touches\" is to be a list of touch ids, not empty") }
        return ids.map { TouchID($0) }
    }

    private var whole: UInt64? { number.flatMap { UInt64(exactly: $0) } }
}
