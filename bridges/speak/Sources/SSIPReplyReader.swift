import Sockets

/// Cuts what the speech server sends into replies: `NNN-text` lines that go on, and a line `NNN text` that ends a reply.
struct SSIPReplyReader {
    struct Reply: Equatable {
        var code: Int
        var text: String

        /// True for a reply that accepts the command.
        var isGood: Bool { (200...299).contains(code) }
    }

    /// The error for bytes that are not SSIP.
    struct NotSSIP: Error, Equatable {}

    static let lineMax = 4096
    /// The most lines of a reply.
    static let linesMax = 1000

    private var lines = LineBuffer()
    private var count = 0

    mutating func append(_ bytes: [UInt8]) { lines.append(bytes) }

    /// Returns the next whole reply; nil if there is none yet.
    mutating func next() throws(NotSSIP) -> Reply? {
        while let line = lines.next() {
            var line = line[...]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            count += 1
            let digits = line.prefix(3)
            guard line.count <= Self.lineMax, count <= Self.linesMax, digits.count == 3,
                digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
            else { throw NotSSIP() }
            let text = line.dropFirst(3)
            switch text.first {
            case UInt8(ascii: "-"): continue
            case UInt8(ascii: " "), nil:
                count = 0
                let code = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                return Reply(code: code, text: String(decoding: text.dropFirst(), as: UTF8.self))
            default: throw NotSSIP()
            }
        }
        if lines.count > Self.lineMax { throw NotSSIP() }
        return nil
    }
}
