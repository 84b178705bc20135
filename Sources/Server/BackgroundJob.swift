import CLinux
import Glibc
import Sockets
import Synchronization

/// Work that may take long, or hang in the kernel for ever, in a thread of its own, while the loop goes on. touchd does not wait
/// for such a thread to end: a thread that hangs is left alone, with its descriptor and its stack.
///
/// The thread only computes a value. Everything else of the daemon belongs to the loop's thread.
public final class BackgroundJob<Value: Sendable>: Sendable {
    /// µs in which a system call must return. After that it counts as hanging.
    public static var patience: Int64 { 2_000_000 }

    /// Readable once the value is there; -1 where there was no descriptor for it.
    public let fd: Int32

    private struct State {
        var value: Value?
        /// Since when the thread has been in a call of the system that may take for ever.
        var waitingSince: Int64?
        /// µs of such calls before that.
        var waited: Int64 = 0
        var failure: String?

        /// µs of all such calls.
        func waited(until now: Int64) -> Int64 { waited + (waitingSince.map { now - $0 } ?? 0) }
    }

    private let state: Mutex<State>
    private let longest: Int64

    /// - Parameters:
    ///   - longest: µs that all calls of the system together may take before the job counts as hanging.
    ///   - body: is given a function to be called with true before a call of the system that may take for ever, and with false after it.
    public init(waitingAtMost longest: Int64 = .max, _ body: @escaping @Sendable (_ waits: @escaping @Sendable (Bool) -> Void) -> Value) {
        self.longest = longest
        state = Mutex(State(waitingSince: MonotonicClock.now))
        let made = clinux_eventfd()
        fd = made
        guard made >= 0 else {
            let reason = String(cString: strerror(errno))
            fail("no descriptor: \(reason); \(Descriptors.advice)")
            return
        }
        let code = Thread.start { [self] in
            let value = body { waits in
                let now = MonotonicClock.now
                self.state.withLock {
                    $0.waited = $0.waited(until: now)
                    $0.waitingSince = waits ? now : nil
                }
            }
            self.state.withLock {
                $0.value = value
                $0.waitingSince = nil
            }
            clinux_eventfd_signal(made)
        }
        if code != 0 {
            fail("no thread: \(String(cString: strerror(code))); raise TasksMax= or MemoryMax= of the unit (ulimit -u, -v of a shell)")
        }
    }

    private func fail(_ reason: String) {
        state.withLock {
            $0.failure = reason
            $0.waitingSince = nil
        }
    }

    /// The thread has let go of it, and so has whoever waited.
    deinit { close(fd) }

    /// The value, once it is there.
    public var value: Value? { state.withLock { $0.value } }

    /// Why it could not start, for want of a descriptor or a thread: there will be no value then. Nil when it has started.
    public var failure: String? { state.withLock { $0.failure } }

    /// Whether a call of the system has not returned in time, or all of them together have taken too long.
    public var hangs: Bool {
        let now = MonotonicClock.now
        return state.withLock {
            if $0.value != nil { return false }
            return $0.waitingSince.map { now - $0 > Self.patience } == true || $0.waited(until: now) > longest
        }
    }

    /// Waits for the value where there is no loop yet; nil when the job could not start or hangs, or when something can be
    /// read from a descriptor that matters more.
    public func wait(unlessReadable other: Int32) -> Value? {
        while true {
            if let value { return value }
            if hangs || failure != nil { return nil }
            var ready = [fd, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            _ = poll(&ready, 2, 50)
            if ready[1].revents != 0 { return value }
        }
    }

}

/// What a thread does.
private final class Thread {
    private let run: () -> Void

    private init(_ run: @escaping () -> Void) { self.run = run }

    /// 0, or why there cannot be another thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let box = Unmanaged.passRetained(Thread(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // For the deepest file that is allowed.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { argument in
                Unmanaged<Thread>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        if result != 0 { box.release() }
        return result
    }
}
