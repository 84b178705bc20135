import JSON
import TreeFormat
import Vocabulary

/// Returns the socket's protocol as a JSON Schema: a line has to fit it, or its definition `client` or `server`. Unknown keys are allowed, because
/// readers ignore them.
public func protocolJSONSchema() -> String {
    let writer = JSONSchema(isOpen: true)
    func reference(_ name: String) -> OrderedJSON { .object([("$ref", .string("#/$defs/\(name)"))]) }
    func any(_ side: WireMessage.Side) -> OrderedJSON {
        let all = WireShapes.messages.filter { $0.side == side }
        return .object([("anyOf", .list(all.map { reference("\(side.rawValue).\($0.type)") }))])
    }
    let messages: JSONSchema.Members = WireShapes.messages.map { message in
        let type = Key("type", .word([message.type]), required: true, "The type of the line.")
        let shape = Shape(message.type, message.shape.documentation, forms: message.shape.forms, keys: [type] + message.shape.keys)
        return ("\(message.side.rawValue).\(message.type)", OrderedJSON.object(writer.schema(shape)))
    }
    // Strict, because the decoder of edits refuses unknown keys.
    let strict = JSONSchema()
    let objects: JSONSchema.Members = WireShapes.format.names.map { name in
        let writer = TreeShapes.edits.names.contains(name) ? strict : writer
        return (name.rawValue, OrderedJSON.object(writer.schema(WireShapes.format[name])))
    }
    return OrderedJSON.object([
        ("$schema", JSONSchema.draft), ("title", .string("touchd protocol \(ServerMessages.protocolVersion).\(ServerMessages.minorVersion)")),
        ("anyOf", .list([reference("client"), reference("server")])),
        ("$defs", .object([("client", any(.client)), ("server", any(.server))] + messages + objects)),
    ]).lines() + "\n"
}
