import Glibc
import Text

/// A loopback address to listen on, such as `127.0.0.1:8137`, `[::1]:8137` or `localhost:8137`.
struct Endpoint: Hashable {
    /// The numeric address; `::1` without brackets.
    var address: String
    var port: Int

    static let expected = "a loopback address and a port, such as \"127.0.0.1:8137\" or \"[::1]:8137\""

    /// Parses an address. Returns nil if it is invalid, or not on the loopback interface.
    init?(_ text: String) {
        guard let colon = text.unicodeScalars.lastIndex(of: ":"), let port = UInt16(text[text.unicodeScalars.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        if host == "[::1]" {
            address = "::1"
        } else {
            var address = in_addr()
            guard inet_pton(AF_INET, host, &address) == 1, UInt32(bigEndian: address.s_addr) >> 24 == 127 else { return nil }
            self.address = host
        }
        self.port = Int(port)
    }

    init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// The text as in an address bar.
    var text: String { "\(isIPv6 ? "[\(address)]" : address):\(port)" }
    var isIPv6: Bool { address.has(":") }

    /// The values that a browser's Host header may have for it.
    var names: [String] {
        let hosts = [isIPv6 ? "[\(address)]" : address, "localhost"]
        return hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : [])
    }
}
