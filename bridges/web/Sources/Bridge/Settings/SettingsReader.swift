import SettingsFile
import Text

/// Reads web.yaml. It reports all mistakes, not only the first.
struct SettingsReader {
    static let firstKey = "listen"

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
        let known = ["listen", "hosts", "origins", "tokens", "socket", "admin", "pages", "limits", "tools"]
        for entry in values.entries(root, "the file", known: known) {
            let value = entry.value
            switch entry.key {
            case "listen": settings.listen = endpoints(value)
            case "hosts": settings.hosts = values.texts(value, entry.key).compactMap { host($0) }
            case "origins": settings.origins = values.texts(value, entry.key).compactMap { origin($0) }
            case "tokens": settings.tokens = values.items(value, entry.key).compactMap { token($0) }
            case "socket": settings.socket = values.path(value, entry.key) ?? ""
            case "pages": settings.pages = values.path(value, entry.key)
            case "admin":
                isAdminGiven = true
                settings.isAdmin = values.flag(value, entry.key) ?? false
            case "limits": readLimits(value)
            default: settings.tools = tools(value)
            }
        }
        if !isAdminGiven { settings.isAdmin = settings.socket.ends(with: "/admin.sock") }
        check(root)
    }

    /// Checks rules that concern several keys.
    private mutating func check(_ root: YAMLValue) {
        if !settings.isAdmin, settings.socket.ends(with: "/admin.sock") {
            let message = "\"socket\" is the admin socket: whoever has a token could do everything. Say \"admin: true\" if that is meant"
            values.complain(root.mark, message)
        }
        if settings.tools != nil, !settings.isAdmin { values.complain(root.mark, "\"tools\" are for an instance with \"admin: true\" alone") }
        if settings.tokens.isEmpty, values.mistakes.isEmpty { values.complain(root.mark, "there are no \"tokens\", so nobody could connect") }
        var names: Set<String> = []
        for token in settings.tokens where !names.insert(token.name).inserted {
            values.complain(root.mark, "two tokens have the name \"\(token.name)\"")
        }
    }

    private mutating func endpoints(_ value: YAMLValue) -> [Endpoint] {
        var items = [value]
        if case .list(let list) = value.content { items = list }
        if items.isEmpty { values.complain(value.mark, "\"listen\": \(Endpoint.rule)") }
        return items.compactMap { item in
            guard let text = values.text(item, "listen") else { return nil }
            if let endpoint = Endpoint(text) { return endpoint }
            values.complain(item.mark, "\"listen\": \(Endpoint.rule), found \(item.found)")
            return nil
        }
    }

    private mutating func host(_ item: (mark: Mark, text: String)) -> String? {
        if !item.text.unicodeScalars.contains(where: { "/*@ ".unicodeScalars.contains($0) }) { return item.text }
        values.complain(item.mark, "\"hosts\": expected a name and a port, as \"localhost:8137\"")
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
        values.complain(item.mark, "\"origins\": expected an origin in full, without a path or \"*\", as \"http://localhost:8080\", or \"null\"")
        return nil
    }

    private mutating func token(_ value: YAMLValue) -> Settings.TokenSource? {
        var name: String?
        var file: String?
        for entry in values.entries(value, "a token", known: ["name", "file"]) {
            if entry.key == "name" { name = tokenName(entry.value) } else { file = values.path(entry.value, "file") }
        }
        if let name, let file { return Settings.TokenSource(name: name, file: file) }
        if case .mapping = value.content { values.complain(value.mark, "a token has a \"name\" and a \"file\"") }
        return nil
    }

    /// Reads a token's name. touchd accepts no other names.
    private mutating func tokenName(_ value: YAMLValue) -> String? {
        guard let name = values.text(value, "name") else { return nil }
        if !Token.isName(name) {
            values.complain(value.mark, "\"name\": expected at most \(Token.nameMax) letters, digits, \".\", \"_\" and \"-\", found \(value.found)")
        }
        return name
    }

    private mutating func tools(_ value: YAMLValue) -> Settings.Tools? {
        var touchctl: String?
        var file: String?
        for entry in values.entries(value, "\"tools\"", known: ["touchctl", "file"]) {
            if entry.key == "file" { file = values.path(entry.value, "file") } else { touchctl = values.path(entry.value, "touchctl") }
        }
        if let touchctl { return Settings.Tools(touchctl: touchctl, file: file) }
        if case .mapping = value.content { values.complain(value.mark, "\"tools\" have the path of \"touchctl\"") }
        return nil
    }

    private mutating func readLimits(_ value: YAMLValue) {
        let known = ["connections", "perToken", "message", "ping", "head", "request", "tool"]
        for entry in values.entries(value, "\"limits\"", known: known) {
            let (value, key) = (entry.value, entry.key)
            switch key {
            case "connections": read(value, key, in: 1...1024, into: \.connections)
            case "perToken": read(value, key, in: 1...1024, into: \.perToken)
            case "message": read(value, key, in: 1024...1_048_576, into: \.message)
            case "ping": read(value, key, into: \.ping)
            case "head": read(value, key, into: \.head)
            case "request": read(value, key, into: \.request)
            default: read(value, key, into: \.tool)
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
