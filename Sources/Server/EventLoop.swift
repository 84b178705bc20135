import CLinux
import Glibc
import Sockets

/// The event loop: one thread and one epoll descriptor. Everything that the daemon does happens in a handler called from here.
public final class EventLoop {
    private let epoll = clinux_epoll_create()
    /// The handlers, by descriptor.
    private var handlers: [((UInt32) -> Void)?] = []
    private let ready = UnsafeMutableBufferPointer<clinux_ready>.allocate(capacity: 64)
    /// The number of entries of `ready` that belong to this turn.
    private var readyCount = 0
    /// The descriptors that the kernel refused to watch, for lack of memory or of watches, and the events to watch. Each turn tries again.
    private var unwatched: [(fd: Int32, events: UInt32)] = []
    private var isStopped = false
    private var jobs: [() -> Void] = []
    /// The reason why a descriptor could not be made or watched: the daemon cannot work then. Nil if there was no such failure.
    public private(set) var failure: String?

    /// The function that makes the kernel watch a descriptor. Like epoll_ctl(2), it returns -1 and sets errno if that fails. Tests replace it.
    var startWatching: (_ epoll: Int32, _ fd: Int32, _ events: UInt32) -> Int32 = { clinux_epoll_watch($0, $1, $2, 1) }
    /// The ms after which a turn ends if a descriptor is not watched.
    private static let retryInterval: Int32 = 1000
    public static let readable = UInt32(CLINUX_IN)
    public static let priority = UInt32(CLINUX_PRIORITY)
    public static let writable = UInt32(CLINUX_OUT)
    public static let hangup = UInt32(CLINUX_HANGUP)

    /// Returns the time in µs of the clock that the kernel's event times use. Tests use another clock.
    public let now: () -> Int64
    /// True if the loop uses timers of the kernel.
    private let hasKernelTimers: Bool
    /// The timers of a loop that has another clock, in the order in which they were made.
    private var timers: [Timer] = []

    /// Makes a loop that uses the kernel's monotonic clock.
    public convenience init() { self.init(now: { MonotonicClock.now }, hasKernelTimers: true) }

    /// Makes a loop that uses another clock. A timer that is due fires in the next turn, so that tests need not wait.
    public convenience init(now: @escaping () -> Int64) { self.init(now: now, hasKernelTimers: false) }

    private init(now: @escaping () -> Int64, hasKernelTimers: Bool) {
        self.now = now
        self.hasKernelTimers = hasKernelTimers
        if epoll < 0 { fail("cannot create an epoll descriptor") }
    }

    private func fail(_ what: String) {
        let reason = String(cString: strerror(errno))
        if failure == nil { failure = "\(what): \(reason); \(Descriptors.advice)" }
    }

    deinit {
        close(epoll)
        ready.deallocate()
    }

    /// Watches a descriptor and calls `handler` with the events it is ready for. The owner keeps the descriptor and calls `remove` before closing it.
    public func add(_ fd: Int32, _ events: UInt32 = readable, _ handler: @escaping (UInt32) -> Void) {
        guard fd >= 0 else { return fail("cannot create a descriptor for a timer, for signals or for a socket") }
        while handlers.count <= Int(fd) { handlers.append(nil) }
        handlers[Int(fd)] = handler
        if watch(fd, events) { return }
        let mayPass = [ENOMEM, ENOSPC].contains(errno)
        fail("cannot watch descriptor \(fd)")
        if mayPass { unwatched.append((fd, events)) }
    }

    /// Returns false, with errno, if the kernel refuses.
    private func watch(_ fd: Int32, _ events: UInt32) -> Bool { startWatching(epoll, fd, events) >= 0 || errno == EEXIST }

    public func change(_ fd: Int32, _ events: UInt32) {
        if let index = unwatched.firstIndex(where: { $0.fd == fd }) { return unwatched[index].events = events }
        clinux_epoll_watch(epoll, fd, events, 0)
    }

    public func remove(_ fd: Int32) {
        guard fd >= 0, Int(fd) < handlers.count, handlers[Int(fd)] != nil else { return }
        handlers[Int(fd)] = nil
        unwatched.removeAll { $0.fd == fd }
        clinux_epoll_forget(epoll, fd)
        // The next descriptor opened may get the same number, but the events found in this turn are not for that descriptor.
        for index in 0..<readyCount where ready[index].fd == fd { ready[index].fd = -1 }
    }

    public func run() {
        while !isStopped { turn(waiting: -1) }
    }

    /// Runs one turn: waits until a descriptor is ready, calls the handlers of all ready descriptors, then runs one job. Waits at most this number of
    /// ms; without limit if the number is -1.
    public func turn(waiting milliseconds: Int32) {
        if !timers.isEmpty { fireTimers() }
        if !unwatched.isEmpty { unwatched.removeAll { watch($0.fd, $0.events) } }
        let patience = unwatched.isEmpty || 0...Self.retryInterval ~= milliseconds ? milliseconds : Self.retryInterval
        let count = clinux_epoll_wait(epoll, ready.baseAddress, Int32(ready.count), jobs.isEmpty ? patience : 0)
        readyCount = max(0, Int(count))
        for index in 0..<readyCount where !isStopped {
            // An earlier handler of this turn may have removed the descriptor.
            if ready[index].fd >= 0 { handlers[Int(ready[index].fd)]?(ready[index].events) }
        }
        readyCount = 0
        if !jobs.isEmpty && !isStopped { jobs.removeFirst()() }
        #if DEBUG
            afterTurn()
        #endif
    }

    #if DEBUG
        /// Runs the checks of a debug build between two events.
        public var afterTurn: () -> Void = {}
    #endif

    /// Queues a long job. Each turn of the loop runs one job, after it has handled everything that is ready.
    public func later(_ job: @escaping () -> Void) { jobs.append(job) }

    public func stop() { isStopped = true }

    /// Makes a timer that is not running. Start and stop it with `set` and `clear`.
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

    /// The time at which the next timer of a loop with another clock is due; nil if none is set.
    public var nextTimer: Int64? { timers.compactMap(\.due).min() }

    /// Fires each timer that is due, once, the earliest first.
    private func fireTimers() {
        let time = now()
        let due = timers.enumerated().filter { $1.due ?? .max <= time }.sorted { ($0.1.due!, $0.0) < ($1.1.due!, $1.0) }
        // The handler of an earlier timer may have cleared or reset this one.
        for (_, timer) in due where !isStopped && timer.due ?? .max <= time { timer.fire(at: time) }
    }

    public final class Timer {
        /// The timer's descriptor; -1 if the timer does not use the kernel's clock.
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

        /// Starts the timer: it fires after `first` µs, then every `interval` µs; only once if `interval` is 0.
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

        /// Fires the timer. As with the kernel's timers, several missed intervals count as one.
        fileprivate func fire(at time: Int64) {
            due = interval > 0 ? due! + ((time - due!) / interval + 1) * interval : nil
            handler()
        }
    }
}
