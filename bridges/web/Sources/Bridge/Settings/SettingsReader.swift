import Text

/// Reads web.yaml. All mistakes are found, not only the first.
struct SettingsReader {
    private(set) var settings = Settings()
    private(set) var mistakes: [Mistake] = []
    private var isAdminGiven = false

    /// The settings, or what is wrong, in the order of the file.
    static func read(_ text: [UInt8]) -> (settings: Settings, mistakes: [Mistake]) {
        let (root, mistakes) = StrictYAML.read(text)
        var reader = SettingsReader()
        reader.mistakes = mistakes
        if let root { reader.read(root) }
        return (reader.settings, reader.mistakes.sorted { $0.mark < $1.mark })
    }

    private mutating func read(_ root: YAMLValue) {
        let known = ["listen", "hosts", "origins", "tokens", "socket", "admin", "pages", "limits", "tools"]
        each(of: root, "the file", known: known) { reader, entry in
            let value = entry.value
            switch entry.key {
            case "listen": reader.settings.listen = reader.endpoints(value)
            case "hosts": reader.settings.hosts = reader.texts(value, entry.key).compactMap { reader.host($0) }
            case "origins": reader.settings.origins = reader.texts(value, entry.key).compactMap { reader.origin($0) }
            case "tokens": reader.settings.tokens = reader.items(value, entry.key).compactMap { reader.token($0) }
            case "socket": reader.settings.socket = reader.path(value, entry.key) ?? ""
            case "pages": reader.settings.pages = reader.path(value, entry.key)
            case "admin":
                reader.isAdminGiven = true
                reader.settings.isAdmin = reader.flag(value, entry.key)
            case "limits": reader.readLimits(value)
            default: reader.settings.tools = reader.tools(value)
            }
        }
        if !isAdminGiven { settings.isAdmin = settings.socket.hasSuffix("/admin.sock") }
        check(root)
    }

    /// What is wrong between keys.
    private mutating func check(_ root: YAMLValue) {
        if !settings.isAdmin, settings.socket.hasSuffix("/admin.sock") {
            complain(root.mark, "\"socket\" is the admin socket: whoever has a token could do everything. Say \"admin: true\" if that is meant")
        }
        if settings.tools != nil, !settings.isAdmin { complain(root.mark, "\"tools\" are for an instance with \"admin: true\" alone") }
        if settings.tokens.isEmpty, mistakes.isEmpty { complain(root.mark, "there are no \"tokens\", so nobody could connect") }
        var names: Set<String> = []
        for token in settings.tokens where !names.insert(token.name).inserted {
            complain(root.mark, "two tokens have the name \"\(token.name)\"")
        }
    }

    private mutating func complain(_ mark: Mark, _ message: String) { mistakes.append(Mistake(mark: mark, message: message)) }

    /// The entries of a mapping whose keys are known; the others are mistakes.
    private mutating func each(of value: YAMLValue, _ noun: String, known: [String], _ body: (inout Self, YAMLValue.Entry) -> Void) {
        guard case .mapping(let entries) = value.content else { return complain(value.mark, "\(noun): expected keys, found \(value.found)") }
        for entry in entries {
            if known.contains(entry.key) {
                body(&self, entry)
            } else {
                let hint = suggestion(for: entry.key, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
                complain(entry.mark, "unknown key \"\(printable(entry.key, atMost: 60))\" in \(noun)\(hint)")
            }
        }
    }

    private mutating func items(_ value: YAMLValue, _ key: String) -> [YAMLValue] {
        if case .list(let items) = value.content { return items }
        complain(value.mark, "\"\(key)\": expected a list, found \(value.found)")
        return []
    }

    private mutating func text(_ value: YAMLValue, _ key: String) -> String? {
        if case .scalar(let text, _) = value.content, !text.isEmpty, !text.unicodeScalars.contains(where: { !$0.isPrintable }) { return text }
        complain(value.mark, "\"\(key)\": expected a text, found \(value.found)")
        return nil
    }

    private mutating func texts(_ value: YAMLValue, _ key: String) -> [(Mark, String)] {
        items(value, key).compactMap { item in text(item, key).map { (item.mark, $0) } }
    }

    private mutating func path(_ value: YAMLValue, _ key: String) -> String? {
        guard let path = text(value, key) else { return nil }
        if path.hasPrefix("/") { return path }
        complain(value.mark, "\"\(key)\": expected a path from the root, found \(value.found)")
        return nil
    }

    private mutating func flag(_ value: YAMLValue, _ key: String) -> Bool {
        if case .scalar("true", isPlain: true) = value.content { return true }
        if case .scalar("false", isPlain: true) = value.content { return false }
        complain(value.mark, "\"\(key)\": expected true or false, found \(value.found)")
        return false
    }

    private mutating func endpoints(_ value: YAMLValue) -> [Endpoint] {
        var values = [value]
        if case .list(let items) = value.content { values = items }
        if values.isEmpty { complain(value.mark, "\"listen\": \(Endpoint.rule)") }
        return values.compactMap { item in
            guard let text = text(item, "listen") else { return nil }
            if let endpoint = Endpoint(text) { return endpoint }
            complain(item.mark, "\"listen\": \(Endpoint.rule), found \(item.found)")
            return nil
        }
    }

    private mutating func host(_ item: (mark: Mark, text: String)) -> String? {
        if !item.text.contains(where: { "/*@ ".contains($0) }) { return item.text }
        complain(item.mark, "\"hosts\": expected a name and a port, as \"localhost:8137\"")
        return nil
    }

    private mutating func origin(_ item: (mark: Mark, text: String)) -> String? {
        if item.text == "null" { return item.text }
        let parts = item.text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count == 3, parts[0].hasSuffix(":"), parts[0].count > 1, parts[1].isEmpty, !parts[2].isEmpty, item.text.lowercased() == item.text,
            !item.text.contains(where: { "*@ ".contains($0) })
        {
            return item.text
        }
        complain(item.mark, "\"origins\": expected an origin in full, without a path or \"*\", as \"http://localhost:8080\", or \"null\"")
        return nil
    }

    private mutating func token(_ value: YAMLValue) -> Settings.TokenSource? {
        var name: String?
        var file: String?
        each(of: value, "a token", known: ["name", "file"]) { reader, entry in
            if entry.key == "name" { name = reader.tokenName(entry.value) } else { file = reader.path(entry.value, "file") }
        }
        if let name, let file { return Settings.TokenSource(name: name, file: file) }
        if case .mapping = value.content { complain(value.mark, "a token has a \"name\" and a \"file\"") }
        return nil
    }

    /// touchd takes no other names.
    private mutating func tokenName(_ value: YAMLValue) -> String? {
        guard let name = text(value, "name") else { return nil }
        if !Token.isName(name) {
            complain(value.mark, "\"name\": expected at most \(Token.nameMax) letters, digits, \".\", \"_\" and \"-\", found \(value.found)")
        }
        return name
    }

    private mutating func tools(_ value: YAMLValue) -> Settings.Tools? {
        var touchctl: String?
        var file: String?
        each(of: value, "\"tools\"", known: ["touchctl", "file"]) { reader, entry in
            if entry.key == "file" { file = reader.path(entry.value, "file") } else { touchctl = reader.path(entry.value, "touchctl") }
        }
        if let touchctl { return Settings.Tools(touchctl: touchctl, file: file) }
        if case .mapping = value.content { complain(value.mark, "\"tools\" have the path of \"touchctl\"") }
        return nil
    }

    private mutating func readLimits(_ value: YAMLValue) {
        let known = ["connections", "perToken", "message", "ping", "head", "request", "tool"]
        each(of: value, "\"limits\"", known: known) { reader, entry in
            let range: ClosedRange<Double> =
                switch entry.key {
                case "connections", "perToken": 1...1024
                case "message": 1024...1_048_576
                default: 0.05...3600
                }
            let isWhole = ["connections", "perToken", "message"].contains(entry.key)
            guard case .scalar(let text, isPlain: true) = entry.value.content, let number = Double(text), range.contains(number),
                !isWhole || number.rounded() == number
            else {
                let least = isWhole ? "\(Int(range.lowerBound))" : "\(range.lowerBound)"
                return reader.complain(
                    entry.value.mark, "\"\(entry.key)\": expected a number from \(least) to \(Int(range.upperBound)), found \(entry.value.found)")
            }
            switch entry.key {
            case "connections": reader.settings.limits.connections = Int(number)
            case "perToken": reader.settings.limits.perToken = Int(number)
            case "message": reader.settings.limits.message = Int(number)
            case "ping": reader.settings.limits.ping = number
            case "head": reader.settings.limits.head = number
            case "request": reader.settings.limits.request = number
            default: reader.settings.limits.tool = number
            }
        }
    }
}
