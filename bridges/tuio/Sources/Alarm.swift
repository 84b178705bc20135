import CLinux
import Glibc
import Sockets
import Synchronization

/// Wakes the main thread at the earliest of the times that were asked for.
final class Alarm: Sendable {
    /// Readable when it is time.
    let descriptor: Int32
    private let next = Mutex(Int64.max)

    init?() {
        descriptor = clinux_timerfd()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// - Parameter time: µs of the monotonic clock.
    func wake(by time: Int64) {
        next.withLock { next in
            guard time < next else { return }
            next = time
            clinux_timerfd_set(descriptor, max(time - MonotonicClock.now, 1), 0)
        }
    }

    /// It has gone off: until the next `wake` it is silent.
    func stop() {
        next.withLock { next in
            clinux_timerfd_read(descriptor)
            next = .max
        }
    }
}
