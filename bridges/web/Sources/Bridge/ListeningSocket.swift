import Glibc

/// The sockets passed by the service manager (sd_listen_fds(3)), and those that the configuration names in addition.
enum ListeningSocket {
    struct Failure: Error { var message: String }

    /// Throws if one of the service manager's sockets can be reached from other machines.
    static func check(_ passed: [Int32]) throws(Failure) {
        for socket in passed where endpoint(socket) == nil {
            let message = "a socket of the unit is not on the loopback interface; use an address such as ListenStream=127.0.0.1:8137"
            throw Failure(message: message)
        }
    }

    /// The address that a socket listens on; nil if it is not on the loopback interface.
    static func endpoint(_ socket: Int32) -> Endpoint? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let found = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        guard found == 0 else { return nil }
        return withUnsafePointer(to: &storage) { pointer -> Endpoint? in
            var name = [CChar](repeating: 0, count: 64)
            if pointer.pointee.ss_family == sa_family_t(AF_INET) {
                return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                    var ip = address.pointee.sin_addr
                    inet_ntop(AF_INET, &ip, &name, 64)
                    return Endpoint("\(text(name)):\(UInt16(bigEndian: address.pointee.sin_port))")
                }
            }
            guard pointer.pointee.ss_family == sa_family_t(AF_INET6) else { return nil }
            return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                var ip = address.pointee.sin6_addr
                inet_ntop(AF_INET6, &ip, &name, 64)
                return Endpoint("[\(text(name))]:\(UInt16(bigEndian: address.pointee.sin6_port))")
            }
        }
    }

    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The service manager's sockets; none if it has passed none. Only the first call returns them.
    static func passed() -> [Int32] {
        func number(_ name: String) -> Int32? { getenv(name).flatMap { Int32(String(cString: $0)) } }
        let isMeant = number("LISTEN_PID") == getpid()
        let count = number("LISTEN_FDS") ?? 0
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        guard isMeant, count > 0, count < 64 else { return [] }
        return (3..<3 + count).map { descriptor in
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    /// Returns a socket that already listens. Binding it would not be enough: if two sockets are bound to one port, the first that listens gets it.
    static func bound(_ endpoint: Endpoint) throws(Failure) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(endpoint.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, 4)
        var result: Int32 = -1
        if endpoint.isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(endpoint.port).bigEndian
            inet_pton(AF_INET6, endpoint.address, &address.sin6_addr)
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &one, 4)
            result = bind(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(endpoint.port).bigEndian
            inet_pton(AF_INET, endpoint.address, &address.sin_addr)
            result = bind(descriptor, &address)
        }
        if result == 0, listen(descriptor, 1024) == 0 { return descriptor }
        let reason = String(cString: strerror(errno))
        if descriptor >= 0 { close(descriptor) }
        throw Failure(message: "cannot listen on \(endpoint.text): \(reason)")
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}
