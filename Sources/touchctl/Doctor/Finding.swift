import JSON
import Wire

/// One thing that a check has seen.
struct Finding: Equatable {
    enum Result: String {
        case ok
        /// It works, and may not be what was meant.
        case warning
        /// The kiosk does not work as it should.
        case problem
        /// This user may not look, or there is nothing to look at.
        case unknown = "cannot tell"
    }

    var result: Result
    var message: String
    /// What to do about it.
    var remedy: String?

    static func ok(_ message: String) -> Finding { Finding(result: .ok, message: message) }
    static func warning(_ message: String, remedy: String) -> Finding { Finding(result: .warning, message: message, remedy: remedy) }
    static func problem(_ message: String, remedy: String) -> Finding { Finding(result: .problem, message: message, remedy: remedy) }
    static func unknown(_ message: String, remedy: String? = nil) -> Finding { Finding(result: .unknown, message: message, remedy: remedy) }
}

extension Finding {
    /// A line of `--json`.
    func json(of check: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("check")
        writer.string(check)
        writer.key("result")
        writer.string(result.rawValue)
        writer.key("message")
        writer.string(message)
        if let remedy {
            writer.key("remedy")
            writer.string(remedy)
        }
        writer.endObject()
        return writer.bytes
    }
}
