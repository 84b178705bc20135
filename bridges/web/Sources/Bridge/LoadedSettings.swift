import Files
import Text

/// What web.yaml and the files of its tokens say.
struct LoadedSettings {
    var settings: Settings
    var tokens: [Token]

    struct Refused: Error { var messages: [String] }

    init(_ path: String) throws(Refused) {
        let text: [UInt8]
        do throws(FileError) { text = try readFile(path, atMost: 1 << 20) } catch { throw Refused(messages: ["\(path): error: \(error)"]) }
        if text.count > 1 << 20 { throw Refused(messages: ["\(path): error: the file is larger than 1 MiB"]) }
        let (settings, mistakes) = SettingsReader.read(text)
        guard mistakes.isEmpty else {
            throw Refused(messages: mistakes.prefix(100).map { "\(path):\($0.mark.line):\($0.mark.column): error: \($0.message)" })
        }
        var tokens: [Token] = []
        var messages: [String] = []
        for source in settings.tokens {
            do throws(Token.Failure) { tokens.append(try Token.read(source)) } catch { messages.append("\(path): error: \(error.message)") }
        }
        for (index, token) in tokens.enumerated() {
            guard let other = tokens[..<index].first(where: { $0.text == token.text }) else { continue }
            messages.append("\(path): error: the tokens \"\(other.name)\" and \"\(token.name)\" are the same")
        }
        if !messages.isEmpty { throw Refused(messages: messages) }
        (self.settings, self.tokens) = (settings, tokens)
    }

    /// - Parameter endpoints: what is listened on, with the port in use.
    func admission(_ endpoints: [Endpoint]) -> Admission {
        let hosts = settings.hosts ?? endpoints.flatMap(\.names)
        return Admission(hosts: Set(hosts), origins: Set(settings.origins ?? hosts.map { "http://\($0)" }), tokens: tokens)
    }
}
