import JSON
import Vocabulary

/// Returns the configuration's format as a JSON Schema.
public func configurationJSONSchema() -> String {
    let writer = JSONSchema()
    let root: JSONSchema.Members = [("$schema", JSONSchema.draft), ("title", .string("touchd configuration"))]
    let others = Shapes.format.names.filter { $0 != Shapes.Name.configuration }
    let definitions: JSONSchema.Members = others.map { ($0.rawValue, OrderedJSON.object(writer.schema(Shapes.format[$0]))) }
    let members = root + writer.schema(Shapes.format[Shapes.Name.configuration]) + [("$defs", .object(definitions))]
    return OrderedJSON.object(members).lines() + "\n"
}
