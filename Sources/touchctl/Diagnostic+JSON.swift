import Configuration
import StrictYAML
import Wire

extension Diagnostic {
    /// The diagnostic as a line of JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("file")
        writer.string(file)
        if mark != .ofFile {
            writer.key("line")
            writer.integer(mark.line)
            writer.key("column")
            writer.integer(mark.column)
        }
        writer.key("severity")
        writer.string(severity == .error ? "error" : "warning")
        if let id {
            writer.key("id")
            writer.string(id)
        }
        writer.key("message")
        writer.string(message)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}
