/// What web.yaml says.
struct Settings: Equatable {
    struct TokenSource: Equatable {
        var name: String
        var file: String
    }

    struct Limits: Equatable {
        /// WebSockets at a time: all of them, and those with one token.
        var connections = 32
        var perToken = 16
        /// Bytes of a message, if touchd's `maxLine` is not less.
        var message = 65536
        /// Seconds: between pings, and for the answer; for the head of a request; for a request without an upgrade; for a tool.
        var ping = 20.0
        var head = 10.0
        var request = 300.0
        var tool = 60.0
    }

    struct Tools: Equatable {
        var touchctl: String
        /// The configuration that `/tools/file` reads and writes.
        var file: String?
    }

    var listen: [Endpoint] = [Endpoint(address: "127.0.0.1", port: 8137)]
    /// Nil: the names of what is listened on.
    var hosts: [String]?
    /// Nil: those of the pages that are served here.
    var origins: [String]?
    var tokens: [TokenSource] = []
    var socket = "/run/touchd/events.sock"
    /// Whether connections have the rights of the bridge itself, not of their tokens; then the pages for people are served.
    var isAdmin = false
    /// The folder of the files that are served; nil: the installed one.
    var pages: String?
    var limits = Limits()
    var tools: Tools?

    /// The keys that count at the start alone, and are different in these settings.
    func keysOfStart(changedIn other: Settings) -> [String] {
        var keys: [String] = []
        if listen != other.listen { keys.append("listen") }
        if socket != other.socket { keys.append("socket") }
        if isAdmin != other.isAdmin { keys.append("admin") }
        if pages != other.pages { keys.append("pages") }
        return keys
    }
}
