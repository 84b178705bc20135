import JSON
import Text

/// A page's request to touchctl: its arguments, and the files in its working folder.
struct ToolRequest: Equatable {
    struct Fault: Error, Equatable { var message: String }

    struct File: Equatable {
        var name: String
        var bytes: [UInt8]
    }

    /// The file name of a page's configuration, as diagnostics show it.
    static let configuration = "configuration"

    var arguments: [String]
    var files: [File]
    /// The name of the file that is the standard input.
    var input: String?

    /// Reads a request. Returns nil if there is no such tool.
    ///
    /// - Parameter path: the request's path, such as `/tools/check`.
    init?(_ path: String, _ body: [UInt8]) throws(Fault) {
        input = nil
        switch path {
        case "/tools/check":
            arguments = ["check", "--json", Self.configuration]
            files = [File(name: Self.configuration, bytes: body)]
        case "/tools/elements":
            arguments = ["regions", "--accessibility", "--json", "--config", Self.configuration]
            files = [File(name: Self.configuration, bytes: body)]
        case "/tools/solve":
            arguments = ["calibrate", "--solve"]
            input = "points"
            files = [File(name: "points", bytes: body)]
        case "/tools/hit":
            let value = try Self.object(body)
            guard let x = value["x"]?.numberText, let y = value["y"]?.numberText, let text = value["configuration"]?.string else {
                throw Fault(message: "\"configuration\", \"x\" and \"y\" are required")
            }
            arguments = ["hit", x, y, "--json", "--config", Self.configuration]
            if let screen = value["screen"]?.string, !screen.isEmpty { arguments.append("--screen=\(screen)") }
            files = [File(name: Self.configuration, bytes: Array(text.utf8))]
        case "/tools/replay":
            let value = try Self.object(body)
            guard let recording = value["recording"]?.string else { throw Fault(message: "\"recording\", a text, is required") }
            let name = Self.fileName(value["name"]?.string ?? "")
            arguments = ["replay", "--session", name]
            files = [File(name: name, bytes: Array(recording.utf8))]
            if let text = value["configuration"]?.string {
                arguments += ["--config", Self.configuration]
                files.append(File(name: Self.configuration, bytes: Array(text.utf8)))
            }
        default: return nil
        }
    }

    private static func object(_ body: [UInt8]) throws(Fault) -> JSONValue {
        do throws(JSONError) {
            let value = try JSONReader.parse(body, atMost: 1000)
            if case .object = value { return value }
        } catch {
            throw Fault(message: "the body is not JSON: \(error)")
        }
        throw Fault(message: "the body is not a JSON object")
    }

    /// The file name of a recording. It matters, because configurations match panels by it.
    static func fileName(_ given: String) -> String {
        let name = given.split(at: "/").last.map(String.init) ?? ""
        let kept = name.unicodeScalars.map { scalar -> Character in
            let character = Character(scalar)
            // Characters: of one ASCII scalar each.
            return scalar.isASCII && (character.isLetter || character.isNumber || "._-".unicodeScalars.contains(scalar)) ? character : "_"
        }
        let text = String(kept.prefix(100).drop { $0 == "." || $0 == "-" })
        return text.isEmpty || text == configuration || text == ChildProcess.errors ? "recording" : text
    }
}
