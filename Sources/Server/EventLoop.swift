import CLinux
import Glibc

/// One thread, one epoll: everything the daemon does happens in a handler called from here.
public final class EventLoop {
    private let epoll = clinux_epoll_create()
    /// By descriptor.
    private var handlers: [((UInt32) -> Void)?] = []
    private var isRunning = false

    public static let readable = UInt32(CLINUX_IN)
    public static let writable = UInt32(CLINUX_OUT)
    public static let hangup = UInt32(CLINUX_HANGUP)

    public init() {}

    /// Calls `handler` with what the descriptor is ready for. The descriptor stays its owner's, who calls `remove` before
    /// closing it.
    public func add(_ fd: Int32, _ events: UInt32 = readable, _ handler: @escaping (UInt32) -> Void) {
        while handlers.count <= Int(fd) { handlers.append(nil) }
        handlers[Int(fd)] = handler
        clinux_epoll_watch(epoll, fd, events, 1)
    }

    public func change(_ fd: Int32, _ events: UInt32) { clinux_epoll_watch(epoll, fd, events, 0) }

    public func remove(_ fd: Int32) {
        guard fd >= 0, Int(fd) < handlers.count, handlers[Int(fd)] != nil else { return }
        handlers[Int(fd)] = nil
        clinux_epoll_forget(epoll, fd)
    }

    public func run() {
        isRunning = true
        let ready = UnsafeMutablePointer<clinux_ready>.allocate(capacity: 64)
        defer { ready.deallocate() }
        while isRunning {
            let count = clinux_epoll_wait(epoll, ready, 64, -1)
            for index in 0..<max(0, Int(count)) where isRunning {
                // An earlier handler of this turn may have removed it.
                handlers[Int(ready[index].fd)]?(ready[index].events)
            }
        }
    }

    public func stop() { isRunning = false }

    /// A timer that is not running yet; `set` and `clear` it with `Timer`.
    public func timer(_ handler: @escaping () -> Void) -> Timer {
        let timer = Timer()
        add(timer.fd) { _ in
            clinux_timerfd_read(timer.fd)
            handler()
        }
        return timer
    }

    public final class Timer {
        let fd = clinux_timerfd()
        /// First after so many µs, then every so many; 0 for once.
        public func set(after first: Int64, every interval: Int64 = 0) { clinux_timerfd_set(fd, max(1, first), interval) }
        public func clear() { clinux_timerfd_set(fd, 0, 0) }
    }
}

/// CLOCK_MONOTONIC in µs, the clock of the kernel's event times.
public func monotonicNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
