import SettingsFile
import StrictYAML
import Text

/// Reads web.yaml, and finds the mistakes that its table cannot express. It reports all mistakes, not only the first.
enum SettingsReader {
    static func read(_ root: YAMLNode, _ log: DiagnosticLog) -> Settings {
        var settings = Settings()
        if let listen = root["listen"] {
            settings.listen = listen.oneOrMore.compactMap { log.read($0, "listen", expected: Endpoint.expected, Endpoint.init) }
        }
        settings.hosts = root["hosts"]?.items?.compactMap { host($0, log) }
        settings.origins = root["origins"]?.items?.compactMap { origin($0, log) }
        settings.tokens = root.items("tokens").compactMap(token)
        settings.socket = root.text("socket") ?? settings.socket
        settings.pages = root.path("pages")
        settings.isAdmin = root.flag("admin") ?? settings.socket.ends(with: "/admin.sock")
        if let limits = root["limits"] { settings.limits = self.limits(limits) }
        settings.tools = root["tools"].flatMap(tools)
        settings.speech = root.path("speech")
        check(settings, root, log)
        return settings
    }

    /// Checks rules that concern several keys.
    private static func check(_ settings: Settings, _ root: YAMLNode, _ log: DiagnosticLog) {
        if !settings.isAdmin, settings.socket.ends(with: "/admin.sock") {
            let message = "\"socket\" is the admin socket: anybody with a token could do everything; if you want that, set \"admin: true\""
            log.error(root.mark, message)
        }
        if root["tools"] != nil, !settings.isAdmin { log.error(root.mark, "\"tools\" also needs \"admin: true\"") }
        var names: Set<String> = []
        for token in settings.tokens where !names.insert(token.name).inserted {
            log.error(root.mark, "two tokens have the name \"\(token.name)\"")
        }
    }

    private static func host(_ node: YAMLNode, _ log: DiagnosticLog) -> String? {
        log.read(node, "hosts", expected: "a name and a port, such as \"localhost:8137\"") { text in
            text.unicodeScalars.contains { "/*@ ".unicodeScalars.contains($0) } ? nil : text
        }
    }

    private static func origin(_ node: YAMLNode, _ log: DiagnosticLog) -> String? {
        // The origin of pages from files, which needs no quotation marks here. YAML's other words for null are no origin.
        if case .scalar("null", _) = node.content { return "null" }
        let expected = "a whole origin without a path or \"*\", such as \"http://localhost:8080\", or \"null\""
        if node.isNull { log.error(node.mark, "\"origins\": expected \(expected), found null") }
        return log.read(node, "origins", expected: expected) { isOrigin($0) ? $0 : nil }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let parts = text.split(at: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].ends(with: ":") && parts[0].utf8.count > 1 && parts[1].isEmpty && !parts[2].isEmpty
            && text.lowercased() == text && !text.unicodeScalars.contains { "*@ ".unicodeScalars.contains($0) }
    }

    private static func token(_ node: YAMLNode) -> Settings.TokenSource? {
        guard let name = node.name("name"), let file = node.path("file") else { return nil }
        return Settings.TokenSource(name: name, file: file)
    }

    private static func tools(_ node: YAMLNode) -> Settings.Tools? {
        node.path("touchctl").map { Settings.Tools(touchctl: $0, file: node.path("file")) }
    }

    private static func limits(_ node: YAMLNode) -> Settings.Limits {
        var limits = Settings.Limits()
        limits.connections = node.whole("connections") ?? limits.connections
        limits.perToken = node.whole("perToken") ?? limits.perToken
        limits.message = node.whole("message") ?? limits.message
        limits.ping = node.number("ping") ?? limits.ping
        limits.head = node.number("head") ?? limits.head
        limits.request = node.number("request") ?? limits.request
        limits.tool = node.number("tool") ?? limits.tool
        return limits
    }
}
