import CLinux
import Glibc
import Sockets
import Synchronization

/// Work in a separate thread, because it may take long or hang in the kernel for ever. touchd never waits for such a thread to end: a thread that
/// hangs is abandoned with its descriptor and its stack.
///
/// The thread only computes a value. Everything else in the daemon belongs to the loop's thread.
public final class BackgroundJob<Value: Sendable>: Sendable {
    /// The µs within which a system call must return. A call that takes longer counts as hanging.
    public static var patience: Int64 { 2_000_000 }

    /// A descriptor that becomes readable when the value is ready; -1 if none could be made.
    public let fd: Int32

    private struct State {
        var value: Value?
        /// The time at which the thread entered a system call that may hang; nil if it is in none.
        var waitingSince: Int64?
        /// The µs spent in earlier calls of this kind.
        var waited: Int64 = 0
        var failure: String?

        /// Returns the µs spent in all such calls.
        func waited(until now: Int64) -> Int64 { waited + (waitingSince.map { now - $0 } ?? 0) }
    }

    private let state: Mutex<State>
    private let longest: Int64

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - longest: the µs that all system calls together may take before the job counts as hanging.
    ///   - body: computes the value. It calls its argument with true before a system call that may hang, and with false after the call.
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

    /// Runs when both the thread and the loop have released the job.
    deinit { close(fd) }

    /// The value; nil until it is ready.
    public var value: Value? { state.withLock { $0.value } }

    /// The reason why the job could not start, such as a lack of descriptors or threads: there will be no value. Nil if it has started.
    public var failure: String? { state.withLock { $0.failure } }

    /// True if a system call has not returned in time, or if all system calls together have taken too long.
    public var hangs: Bool {
        let now = MonotonicClock.now
        return state.withLock {
            if $0.value != nil { return false }
            return $0.waitingSince.map { now - $0 > Self.patience } == true || $0.waited(until: now) > longest
        }
    }

    /// Waits for the value without a loop. Returns nil if the job could not start or hangs, or if the descriptor `other` becomes readable first.
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

/// A thread and its body.
private final class Thread {
    private let run: () -> Void

    private init(_ run: @escaping () -> Void) { self.run = run }

    /// Starts a detached thread. Returns 0, or the error number.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let box = Unmanaged.passRetained(Thread(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Enough stack to parse the most deeply nested file that is allowed.
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
