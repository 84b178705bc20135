import Glibc
import Testing

@testable import TouchdClient

@Suite struct `A session` {
    /// A server that sends the text to each connection and ends the stream at once.
    private final class Farewell: Sendable {
        let path = "/tmp/touchd-farewell-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        private let listener: Int32

        init(_ text: String) {
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            self.listener = listener
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            listen(listener, 16)
            let bytes = Array(text.utf8)
            Thread.start {
                while case let peer = accept(listener, nil, nil), peer >= 0 {
                    send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    shutdown(peer, Int32(SHUT_WR))
                    var byte: UInt8 = 0
                    while recv(peer, &byte, 1, 0) > 0 {}
                    Glibc.close(peer)
                }
            }
        }

        deinit {
            shutdown(listener, Int32(SHUT_RDWR))
            Glibc.close(listener)
            unlink(path)
        }
    }

    /// A thread of the test's own, because the server blocks.
    private enum Thread {
        private final class Body: Sendable {
            let run: @Sendable () -> Void
            init(_ run: @escaping @Sendable () -> Void) { self.run = run }
        }

        static func start(_ run: @escaping @Sendable () -> Void) {
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                {
                    Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
                    return nil
                }, Unmanaged.passRetained(Body(run)).toOpaque())
            pthread_detach(thread)
        }
    }

    @Test func `hands out every line that came before the end of the connection, however long the reader takes`() async throws {
        let server = Farewell(
            #"""
            {"type":"hello","server":"touchd 9.1","protocol":1}
            {"type":"bye","reason":"refused","message":"no more clients"}

            """#)
        for round in 0..<2000 {
            let client = TouchdClient(path: server.path, retries: 0)
            var heard: [String] = []
            for try await item in client {
                switch item {
                case .connected: heard.append("connected")
                case .message(let type, _): heard.append(type)
                case .disconnected: heard.append("disconnected")
                default: break
                }
                if heard.last == "disconnected" { break }
                // The reader is away for 0 to 50 microseconds, so that it returns at every moment of the session's loop.
                var now = timespec()
                clock_gettime(CLOCK_MONOTONIC, &now)
                let end = now.tv_nsec + round % 50 * 1000
                while now.tv_nsec < end, now.tv_nsec >= end - 50_000 { clock_gettime(CLOCK_MONOTONIC, &now) }
            }
            client.close()
            #expect(heard == ["connected", "bye", "disconnected"], "round \(round)")
        }
    }
}
