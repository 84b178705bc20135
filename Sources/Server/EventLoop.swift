import CLinux
import Glibc
import Sockets

/// One thread, one epoll: everything the daemon does happens in a handler called from here.
public final class EventLoop {
    private let epoll = clinux_epoll_create()
    /// By descriptor.
    private var handlers: [((UInt32) -> Void)?] = []
    private let ready = UnsafeMutableBufferPointer<clinux_ready>.allocate(capacity: 64)
    /// How many of them are of this turn.
    private var readyCount = 0
    private var isStopped = false
    private var jobs: [() -> Void] = []
    /// What could not be watched: without it the daemon cannot do its work.
    public private(set) var failure: String?

    public static let readable = UInt32(CLINUX_IN)
    public static let priority = UInt32(CLINUX_PRIORITY)
    public static let writable = UInt32(CLINUX_OUT)
    public static let hangup = UInt32(CLINUX_HANGUP)

    /// The time in µs by the clock of the kernel's event times; tests give another.
    public let now: () -> Int64
    /// Whether timers are the kernel's.
    private let hasKernelTimers: Bool
    /// The timers of a loop with a clock of its own, in the order in which they were made.
    private var timers: [Timer] = []

    /// A loop that goes by the kernel's monotonic clock.
    public convenience init() { self.init(now: { MonotonicClock.now }, hasKernelTimers: true) }

    /// A loop that goes by another clock: a timer that is due by it fires in the next turn, so that a test does not wait.
    public convenience init(now: @escaping () -> Int64) { self.init(now: now, hasKernelTimers: false) }

    private init(now: @escaping () -> Int64, hasKernelTimers: Bool) {
        self.now = now
        self.hasKernelTimers = hasKernelTimers
        if epoll < 0 { fail("there is no epoll descriptor") }
    }

    private func fail(_ what: String) {
        let reason = String(cString: strerror(errno))
        if failure == nil { failure = "\(what): \(reason); \(Descriptors.advice)" }
    }

    deinit {
        close(epoll)
        ready.deallocate()
    }

    /// Calls `handler` with what the descriptor is ready for. The descriptor stays its owner's, who calls `remove` before
    /// closing it.
    public func add(_ fd: Int32, _ events: UInt32 = readable, _ handler: @escaping (UInt32) -> Void) {
        guard fd >= 0 else { return fail("there is no descriptor for a timer, for signals or for a socket") }
        while handlers.count <= Int(fd) { handlers.append(nil) }
        handlers[Int(fd)] = handler
        if clinux_epoll_watch(epoll, fd, events, 1) < 0, errno != EEXIST { fail("descriptor \(fd) cannot be watched") }
    }

    public func change(_ fd: Int32, _ events: UInt32) { clinux_epoll_watch(epoll, fd, events, 0) }

    public func remove(_ fd: Int32) {
        guard fd >= 0, Int(fd) < handlers.count, handlers[Int(fd)] != nil else { return }
        handlers[Int(fd)] = nil
        clinux_epoll_forget(epoll, fd)
        // The next that is opened may get its number, and is not what this turn found ready.
        for index in 0..<readyCount where ready[index].fd == fd { ready[index].fd = -1 }
    }

    public func run() {
        while !isStopped { turn(waiting: -1) }
    }

    /// Handles what is ready, after waiting for it so many ms at the most; -1 for as long as it takes.
    public func turn(waiting milliseconds: Int32) {
        if !timers.isEmpty { fireTimers() }
        let count = clinux_epoll_wait(epoll, ready.baseAddress, Int32(ready.count), jobs.isEmpty ? milliseconds : 0)
        readyCount = max(0, Int(count))
        for index in 0..<readyCount where !isStopped {
            // An earlier handler of this turn may have removed it.
            if ready[index].fd >= 0 { handlers[Int(ready[index].fd)]?(ready[index].events) }
        }
        readyCount = 0
        if !jobs.isEmpty && !isStopped { jobs.removeFirst()() }
        #if DEBUG
            afterTurn()
        #endif
    }

    #if DEBUG
        /// Checks what has to be true between two events.
        public var afterTurn: () -> Void = {}
    #endif

    /// Does something that takes long for a loop: one such job a turn, after all that is ready.
    public func later(_ job: @escaping () -> Void) { jobs.append(job) }

    public func stop() { isStopped = true }

    /// A timer that is not running yet; `set` and `clear` it with `Timer`.
    public func timer(_ handler: @escaping () -> Void) -> Timer {
        let timer = Timer(hasKernelTimers ? clinux_timerfd() : -1, now, handler)
        if hasKernelTimers {
            add(timer.fd) { _ in
                clinux_timerfd_read(timer.fd)
                handler()
            }
        } else {
            timers.append(timer)
        }
        return timer
    }

    /// When the next timer of a loop with a clock of its own is due; nil when none is set.
    public var nextTimer: Int64? { timers.compactMap(\.due).min() }

    /// Each of those that are due, once: the one that is due first comes first.
    private func fireTimers() {
        let time = now()
        let due = timers.enumerated().filter { $1.due ?? .max <= time }.sorted { ($0.1.due!, $0.0) < ($1.1.due!, $1.0) }
        // The handler of an earlier one may have cleared it or set it anew.
        for (_, timer) in due where !isStopped && timer.due ?? .max <= time { timer.fire(at: time) }
    }

    public final class Timer {
        /// -1 when it goes by another clock than the kernel's.
        fileprivate let fd: Int32
        fileprivate var due: Int64?
        private var interval: Int64 = 0
        private let now: () -> Int64
        private let handler: () -> Void

        fileprivate init(_ fd: Int32, _ now: @escaping () -> Int64, _ handler: @escaping () -> Void) {
            self.fd = fd
            self.now = now
            self.handler = handler
        }

        deinit { if fd >= 0 { close(fd) } }

        /// First after so many µs, then every so many; 0 for once.
        public func set(after first: Int64, every interval: Int64 = 0) {
            if fd >= 0 {
                clinux_timerfd_set(fd, max(1, first), interval)
            } else {
                (due, self.interval) = (now() + max(1, first), interval)
            }
        }

        public func clear() {
            if fd >= 0 { clinux_timerfd_set(fd, 0, 0) } else { due = nil }
        }

        /// As the kernel does it: intervals that have gone by meanwhile count once.
        fileprivate func fire(at time: Int64) {
            due = interval > 0 ? due! + ((time - due!) / interval + 1) * interval : nil
            handler()
        }
    }
}
