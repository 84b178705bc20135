import SettingsFile

/// The contents of web.yaml and of the tokens' files.
struct LoadedSettings {
    var settings: Settings
    var tokens: [Token]

    init(_ path: String) throws(SettingsFile.Refused) {
        let settings = try SettingsFile.load(path, .web, SettingsReader.read)
        var tokens: [Token] = []
        var messages: [String] = []
        for source in settings.tokens {
            do throws(Token.Failure) { tokens.append(try Token.read(source)) } catch { messages.append("\(path): error: \(error.message)") }
        }
        for (index, token) in tokens.enumerated() {
            guard let other = tokens[..<index].first(where: { $0.text == token.text }) else { continue }
            messages.append("\(path): error: the tokens \"\(other.name)\" and \"\(token.name)\" are the same")
        }
        if !messages.isEmpty { throw SettingsFile.Refused(messages: messages) }
        (self.settings, self.tokens) = (settings, tokens)
    }

    /// The rules for admitting requests.
    ///
    /// - Parameter endpoints: the addresses that the bridge listens on, with the ports in use.
    func admission(_ endpoints: [Endpoint]) -> Admission {
        let hosts = settings.hosts ?? endpoints.flatMap(\.names)
        return Admission(hosts: Set(hosts), origins: Set(settings.origins ?? hosts.map { "http://\($0)" }), tokens: tokens)
    }
}
