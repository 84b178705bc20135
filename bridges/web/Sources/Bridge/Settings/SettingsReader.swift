import SettingsFile
import Text

/// Reads web.yaml. It reports all mistakes, not only the first.
struct SettingsReader {
    static let firstKey = "listen"

    private enum Key: String, CaseIterable { case listen, hosts, origins, tokens, socket, admin, pages, limits, tools }
    private enum TokenKey: String, CaseIterable { case name, file }
    private enum ToolsKey: String, CaseIterable { case touchctl, file }
    private enum LimitKey: String, CaseIterable { case connections, perToken, message, ping, head, request, tool }

    private var settings = Settings()
    private var values: ValueReader
    private var isAdminGiven = false

    private init(_ values: ValueReader) { self.values = values }

    /// Reads the settings of a file's root. Mistakes are reported to the reader of values.
    static func read(_ root: YAMLValue, _ values: inout ValueReader) -> Settings {
        var reader = SettingsReader(values)
        reader.read(root)
        values = reader.values
        return reader.settings
    }

    private mutating func read(_ root: YAMLValue) {
        for (known, value) in values.entries(root, "the file", Key.self) {
            let key = known.rawValue
            switch known {
            case .listen: settings.listen = endpoints(value)
            case .hosts: settings.hosts = values.texts(value, key).compactMap { host($0) }
            case .origins: settings.origins = values.texts(value, key).compactMap { origin($0) }
            case .tokens: settings.tokens = values.items(value, key).compactMap { token($0) }
            case .socket: settings.socket = values.path(value, key) ?? ""
            case .pages: settings.pages = values.path(value, key)
            case .admin:
                isAdminGiven = true
                settings.isAdmin = values.flag(value, key) ?? false
            case .limits: readLimits(value)
            case .tools: settings.tools = tools(value)
            }
        }
        if !isAdminGiven { settings.isAdmin = settings.socket.ends(with: "/admin.sock") }
        check(root)
    }

    /// Checks rules that concern several keys.
    private mutating func check(_ root: YAMLValue) {
        if !settings.isAdmin, settings.socket.ends(with: "/admin.sock") {
            let message = "\"socket\" is the admin socket: anybody with a token could do everything; if you want that, set \"admin: true\""
            values.addMistake(root.mark, message)
        }
        if settings.tools != nil, !settings.isAdmin { values.addMistake(root.mark, "\"tools\" also needs \"admin: true\"") }
        if settings.tokens.isEmpty, values.mistakes.isEmpty { values.addMistake(root.mark, "there are no \"tokens\", so no page could connect") }
        var names: Set<String> = []
        for token in settings.tokens where !names.insert(token.name).inserted {
            values.addMistake(root.mark, "two tokens have the name \"\(token.name)\"")
        }
    }

    private mutating func endpoints(_ value: YAMLValue) -> [Endpoint] {
        var items = [value]
        if case .list(let list) = value.content { items = list }
        if items.isEmpty { values.addMistake(value.mark, "\"listen\": \(Endpoint.rule)") }
        return items.compactMap { item in
            guard let text = values.text(item, "listen") else { return nil }
            if let endpoint = Endpoint(text) { return endpoint }
            values.addMistake(item.mark, "\"listen\": \(Endpoint.rule), found \(item.found)")
            return nil
        }
    }

    private mutating func host(_ item: (mark: Mark, text: String)) -> String? {
        if !item.text.unicodeScalars.contains(where: { "/*@ ".unicodeScalars.contains($0) }) { return item.text }
        values.addMistake(item.mark, "\"hosts\": expected a name and a port, such as \"localhost:8137\"")
        return nil
    }

    private mutating func origin(_ item: (mark: Mark, text: String)) -> String? {
        if item.text == "null" { return item.text }
        let parts = item.text.split(at: "/", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].ends(with: ":"), parts[0].utf8.count > 1, parts[1].isEmpty, !parts[2].isEmpty,
            item.text.lowercased() == item.text,
            !item.text.unicodeScalars.contains(where: { "*@ ".unicodeScalars.contains($0) })
        {
            return item.text
        }
        values.addMistake(item.mark, "\"origins\": expected a whole origin without a path or \"*\", such as \"http://localhost:8080\", or \"null\"")
        return nil
    }

    private mutating func token(_ value: YAMLValue) -> Settings.TokenSource? {
        var name: String?
        var file: String?
        for (key, value) in values.entries(value, "a token", TokenKey.self) {
            switch key {
            case .name: name = tokenName(value)
            case .file: file = values.path(value, key.rawValue)
            }
        }
        if let name, let file { return Settings.TokenSource(name: name, file: file) }
        if case .mapping = value.content { values.addMistake(value.mark, "a token needs a \"name\" and a \"file\"") }
        return nil
    }

    /// Reads a token's name. touchd accepts no other names.
    private mutating func tokenName(_ value: YAMLValue) -> String? {
        guard let name = values.text(value, "name") else { return nil }
        if !Token.isName(name) {
            values.addMistake(value.mark, "\"name\": expected at most \(Token.nameMax) letters, digits, \".\", \"_\" and \"-\", found \(value.found)")
        }
        return name
    }

    private mutating func tools(_ value: YAMLValue) -> Settings.Tools? {
        var touchctl: String?
        var file: String?
        for (key, value) in values.entries(value, "\"tools\"", ToolsKey.self) {
            switch key {
            case .touchctl: touchctl = values.path(value, key.rawValue)
            case .file: file = values.path(value, key.rawValue)
            }
        }
        if let touchctl { return Settings.Tools(touchctl: touchctl, file: file) }
        if case .mapping = value.content { values.addMistake(value.mark, "\"tools\" needs \"touchctl\", the path of the program") }
        return nil
    }

    private mutating func readLimits(_ value: YAMLValue) {
        for (known, value) in values.entries(value, "\"limits\"", LimitKey.self) {
            let key = known.rawValue
            switch known {
            case .connections: read(value, key, in: 1...1024, into: \.connections)
            case .perToken: read(value, key, in: 1...1024, into: \.perToken)
            case .message: read(value, key, in: 1024...1_048_576, into: \.message)
            case .ping: read(value, key, into: \.ping)
            case .head: read(value, key, into: \.head)
            case .request: read(value, key, into: \.request)
            case .tool: read(value, key, into: \.tool)
            }
        }
    }

    private mutating func read(_ value: YAMLValue, _ key: String, in range: ClosedRange<Int>, into limit: WritableKeyPath<Settings.Limits, Int>) {
        if let number = values.whole(value, key, in: range) { settings.limits[keyPath: limit] = number }
    }

    /// Reads a limit in seconds.
    private mutating func read(_ value: YAMLValue, _ key: String, into limit: WritableKeyPath<Settings.Limits, Double>) {
        if let number = values.number(value, key, in: 0.05...3600) { settings.limits[keyPath: limit] = number }
    }
}
