import Glibc
import Sockets

/// The progress of long work, as one line on standard error that is redrawn. It is shown only on a terminal, and only once the work has taken two
/// seconds.
final class Progress {
    private static let patience: Int64 = 2_000_000
    /// The time between two updates, in µs.
    private static let interval: Int64 = 200_000

    private let what: String
    private let total: Int
    private let isOn: Bool
    private let started: Int64
    private let clock: () -> Int64
    private let draw: (String) -> Void
    private var done = 0
    private var next: Int64
    private var isDrawn = false

    /// Starts the progress of some work.
    ///
    /// - Parameters:
    ///   - what: a participle, such as "replaying".
    ///   - total: the number of steps.
    ///   - isShown: false if the work itself prints on the terminal.
    convenience init(_ what: String, of total: Int, isShown: Bool = true) {
        self.init(what, of: total, isOn: isShown && isatty(STDERR_FILENO) == 1, clock: { MonotonicClock.now }) {
            output(Array($0.utf8), to: STDERR_FILENO)
        }
    }

    init(_ what: String, of total: Int, isOn: Bool, clock: @escaping () -> Int64, draw: @escaping (String) -> Void) {
        (self.what, self.total, self.isOn, self.clock, self.draw) = (what, total, isOn, clock, draw)
        started = isOn ? clock() : 0
        next = started + Self.patience
    }

    /// Counts a step. The clock is read only at every 256th step of many.
    func advance() {
        done += 1
        guard isOn, total < 10_000 || done & 0xff == 0 else { return }
        let now = clock()
        if now < next { return }
        next = now + Self.interval
        isDrawn = true
        draw("\r\u{1b}[Ktouchctl: \(what), \(min(99, done * 100 / max(1, total))) %")
    }

    /// Removes the line.
    func finish() {
        if isDrawn { draw("\r\u{1b}[K") }
        isDrawn = false
    }
}
