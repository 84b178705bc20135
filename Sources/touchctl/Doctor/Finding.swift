import JSON
import Wire

/// A result of a check.
struct Finding: Equatable {
    enum Result: String {
        case ok
        /// Works, but perhaps not as intended.
        case warning
        /// Keeps the kiosk from working properly.
        case problem
        /// Cannot be checked: this user may not look, or there is nothing to look at.
        case unknown = "cannot tell"
    }

    var result: Result
    var message: String
    /// The way to fix it.
    var remedy: String?

    static func ok(_ message: String) -> Finding { Finding(result: .ok, message: message) }
    static func warning(_ message: String, remedy: String) -> Finding { Finding(result: .warning, message: message, remedy: remedy) }
    static func problem(_ message: String, remedy: String) -> Finding { Finding(result: .problem, message: message, remedy: remedy) }
    static func unknown(_ message: String, remedy: String? = nil) -> Finding { Finding(result: .unknown, message: message, remedy: remedy) }
}

extension Finding {
    /// The finding as a line of `--json`.
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
