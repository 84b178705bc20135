import CLinux
import Glibc
import Sockets
import Synchronization

/// Wakes the main thread at the earliest requested time.
final class Alarm: Sendable {
    /// The descriptor that becomes readable when the time has come.
    let descriptor: Int32
    private let next = Mutex(Int64.max)

    init?() {
        descriptor = clinux_timerfd()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Requests a wake-up.
    ///
    /// - Parameter time: µs of the monotonic clock.
    func wake(by time: Int64) {
        next.withLock { next in
            guard time < next else { return }
            next = time
            clinux_timerfd_set(descriptor, max(time - MonotonicClock.now, 1), 0)
        }
    }

    /// Resets the alarm after it has gone off. It is silent until the next `wake`.
    func stop() {
        next.withLock { next in
            clinux_timerfd_read(descriptor)
            next = .max
        }
    }
}
