/// The settings in web.yaml.
struct Settings: Equatable {
    struct TokenSource: Equatable {
        var name: String
        var file: String
    }

    struct Limits: Equatable {
        /// The most WebSockets at a time: in all, and with one token.
        var connections = 32
        var perToken = 16
        /// The most bytes of a message, unless touchd's `maxLine` is less.
        var message = 65536
        /// The time limits in seconds: between pings, and for the answer; for the head of a request; for a request without an upgrade; for a tool.
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
    /// The accepted host names; nil: those of the addresses that the bridge listens on.
    var hosts: [String]?
    /// The accepted origins; nil: those of the pages served here.
    var origins: [String]?
    var tokens: [TokenSource] = []
    var socket = "/run/touchd/events.sock"
    /// Whether connections have the bridge's own rights instead of their tokens'. The pages for people are served only then.
    var isAdmin = false
    /// The folder of the served files; nil: the installed one.
    var pages: String?
    var limits = Limits()
    var tools: Tools?
    /// The settings of touchd-speak; nil: the usual ones, which need not exist.
    var speech: String?

    /// The keys that differ and take effect only at the start.
    func keysOfStart(changedIn other: Settings) -> [String] {
        var keys: [String] = []
        if listen != other.listen { keys.append("listen") }
        if socket != other.socket { keys.append("socket") }
        if isAdmin != other.isAdmin { keys.append("admin") }
        if pages != other.pages { keys.append("pages") }
        return keys
    }
}
