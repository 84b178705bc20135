import Glibc

/// A pipe by which one thread wakes another.
struct WakePipe: Sendable {
    let fd: Int32
    private let writing: Int32

    init() {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair)
        (fd, writing) = (pair[0], pair[1])
    }

    /// Wakes the other thread. May be called in a signal handler.
    func signal() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(fd, &bytes, bytes.count) == bytes.count {}
    }

    /// Waits for a byte, or for another descriptor. Returns the ready events of the other descriptor.
    @discardableResult
    func wait(_ other: Int32?, _ events: Int32, _ milliseconds: Int32) -> Int32 {
        var polled = [pollfd(fd: fd, events: Int16(POLLIN), revents: 0), pollfd(fd: other ?? -1, events: Int16(events), revents: 0)]
        poll(&polled, 2, milliseconds)
        if polled[0].revents != 0 { drain() }
        return Int32(polled[1].revents)
    }
}
