import Files
import Glibc
import Text

/// A page's secret, and its name in touchd's access rules.
struct Token: Equatable {
    static let lengthMin = 16
    static let lengthMax = 256

    var name: String
    var text: [UInt8]

    /// Whether the text is the token. The duration does not reveal how much of it is right.
    func matches(_ given: some Collection<UInt8>) -> Bool {
        var difference = UInt(bitPattern: given.count ^ text.count)
        var index = 0
        for byte in given {
            difference |= UInt(byte ^ text[index % text.count])
            index += 1
        }
        return difference == 0
    }

    struct Failure: Error { var message: String }

    /// Reads a token: the first line of its file.
    static func read(_ source: Settings.TokenSource) throws(Failure) -> Token {
        let owner = "token \"\(source.name)\": \(source.file)"
        var status = stat()
        let bytes: [UInt8]
        do throws(FileError) { bytes = try readFile(source.file, atMost: 4096) } catch { throw Failure(message: "\(owner): \(error)") }
        if stat(source.file, &status) == 0, status.st_mode & 0o007 != 0 {
            throw Failure(message: "\(owner) is open to every user of the machine; run \"chmod o= \(source.file)\"")
        }
        return try Token(name: source.name, line: bytes.prefix { $0 != UInt8(ascii: "\n") }, owner)
    }

    init(name: String, line: some Collection<UInt8>, _ owner: String) throws(Failure) {
        var text = Array(line)
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        if text.isEmpty { throw Failure(message: "\(owner) is empty; its first line must be the token") }
        guard (Self.lengthMin...Self.lengthMax).contains(text.count) else {
            throw Failure(message: "\(owner): expected a token of \(Self.lengthMin) to \(Self.lengthMax) characters, found \(text.count)")
        }
        // Only characters that browsers accept in the name of a subprotocol (RFC 9110, token), as in hexadecimal and base64url.
        guard text.allSatisfy({ isLetterOrDigit($0) || "-_.~".utf8.contains($0) }) else {
            throw Failure(message: "\(owner): expected only letters, digits, \"-\", \"_\", \".\" and \"~\"; use \"openssl rand -hex 16\"")
        }
        (self.name, self.text) = (name, text)
    }

    init(name: String, text: String) {
        self.name = name
        self.text = Array(text.utf8)
    }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    // Characters: of one ASCII scalar each.
    return character.isASCII && (character.isLetter || character.isNumber)
}
