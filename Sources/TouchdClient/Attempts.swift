import Glibc
import Sockets

/// The attempts to connect: the time and the result of the last one, and the time of the next one. All times are those of `BackOff`.
struct Attempts {
    private let path: String
    private let helloWithin: Double
    private var backOff: BackOff
    private var since: Double?
    private var due = 0.0
    /// The error of the last attempt; nil if it connected.
    private var error: Int32?
    /// The last reason handed out since there was a connection.
    private var told: Waiting?
    /// The deadline of the hello, and whether the socket was read once more after the deadline. A busy program reads late, so a hello that came in
    /// time may still be unread.
    private var helloDue = 0.0
    private var hasLooked = false

    init(path: String, retries: Int?, helloWithin: Double) {
        self.path = path
        self.helloWithin = helloWithin
        backOff = BackOff(retries: retries)
    }

    enum Plan {
        case attempt, wait
        /// Hands out this item, which states why there is no connection. Comes once for each reason.
        case say(Waiting)
        case giveUp(TouchdError)
    }

    /// Decides whether to connect now.
    /// - wasGreeted: whether the last connection got a hello. Without one it does not count as a connection.
    mutating func plan(wasGreeted: Bool) -> Plan {
        if let last = since, due <= last {
            let why = Waiting(path: path, errno: error)
            guard let delay = backOff.delay(lasted: wasGreeted ? BackOff.now - last : 0) else { return .giveUp(.unreachable(why.message)) }
            due = BackOff.now + delay
            if wasGreeted {
                told = nil
            } else if why != told {
                told = why
                return .say(why)
            }
        }
        return due <= BackOff.now ? .attempt : .wait
    }

    mutating func connect() -> UnixSocket? {
        since = BackOff.now
        due = 0
        helloDue = BackOff.now + helloWithin
        hasLooked = false
        do throws(UnixSocket.Failure) {
            error = nil
            return try UnixSocket(path: path)
        } catch let failure {
            error = failure.code
            return nil
        }
    }

    /// The ms until the next attempt.
    var patience: Int32 { Self.milliseconds(due) }

    /// The ms until the deadline of the hello; nil if it is over and nothing has come.
    mutating func helloPatience() -> Int32? {
        if BackOff.now < helloDue { return Self.milliseconds(helloDue) }
        if hasLooked {
            error = ETIMEDOUT
            return nil
        }
        hasLooked = true
        return 0
    }

    private static func milliseconds(_ until: Double) -> Int32 { Int32(min(max(0, (until - BackOff.now).rounded(.up)), Double(Int32.max))) }
}
