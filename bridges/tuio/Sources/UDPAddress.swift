import Glibc
import Text

/// A numeric address and a port. Names are not looked up, because that would block.
struct UDPAddress: Hashable {
    /// TUIO's usual destination, with its port 3333.
    static let usual = UDPAddress(host: "127.0.0.1", port: 3333)
    static let expected = "a numeric address and a port, such as \"127.0.0.1:3333\" or \"[::1]:3333\""

    /// The numeric address; IPv6 without brackets.
    let host: String
    let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        let isBracketed = host.begins(with: "[") && host.ends(with: "]") && host.count > 2
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        var bytes = in6_addr()
        guard inet_pton(isBracketed ? AF_INET6 : AF_INET, host, &bytes) == 1 else { return nil }
        self.init(host: host, port: port)
    }

    var isIPv6: Bool { host.has(":") }
    var text: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Calls `body` with the address as a `sockaddr`.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
