import JSON
import StrictYAML
import Vocabulary

/// The keys of a settings file: the type, the range, the default and the meaning of each. The check, the JSON Schema, the manual page and the check
/// of the documents are all made from this table.
public struct SettingsTable: Sendable {
    /// The name of the root's shape in each table's format.
    static let file: ShapeName = "file"

    /// The name of the file in `config`, without its ending.
    package let name: String
    package let format: Format

    /// The first key of such a file, for the message about an empty one.
    var firstKey: String { format[Self.file].keys[0].name }

    /// Logs unknown and missing keys, wrong types, and numbers out of their range.
    func check(_ root: YAMLNode, _ log: DiagnosticLog) {
        var validator = ShapeValidator(format, log: log)
        validator.validate(root, Self.file)
    }

    /// The table as a JSON Schema.
    package var jsonSchema: String {
        let writer = JSONSchema()
        let root: JSONSchema.Members = [("$schema", JSONSchema.draft), ("title", .string("touchd-\(name) settings"))]
        let others: JSONSchema.Members = format.names.filter { $0 != Self.file }.map { ($0.rawValue, .object(writer.schema(format[$0]))) }
        let definitions: JSONSchema.Members = others.isEmpty ? [] : [("$defs", .object(others))]
        return OrderedJSON.object(root + writer.schema(format[Self.file]) + definitions).lines() + "\n"
    }
}
