import func Glibc.exp
import func Glibc.log
import func Glibc.pow

/// The deceleration of a scroll view's offset, as measured for UIScrollView on a simulator (Vercantez/openuikit, golden/scroll_traces): with t in ms,
/// v(t) = v₀ · rate^t. The motion stops at 10 points per second.
struct Friction {
    /// The velocity at which the motion stops, in points per second.
    static let slowest = 10.0

    /// The part of the velocity that remains after 1 ms.
    let rate: Double

    /// Returns the part of the velocity that remains after a time.
    func kept(after seconds: Double) -> Double { pow(rate, seconds * 1000) }

    /// The distance in points that a velocity of 1 point per second would cover if the motion did not stop at `slowest`. It is the sum of steps of
    /// 1 ms, not an integral. For a rate of 0.998 the measured distance is 0.499.
    var reach: Double { rate / (1 - rate) / 1000 }

    /// Returns the time in seconds until only the given part of the velocity is left.
    func time(untilKept kept: Double) -> Double { log(kept) / log(rate) / 1000 }
}

/// The two springs with which UIScrollView returns content from beyond a limit, measured in the same way.
enum Spring {
    /// The spring for content that hits a limit or is released in motion: critically damped, ω = 11 per second.
    case impact
    /// The spring for content that was held beyond the limit: overdamped, with the rates 9 and 46 per second.
    case release

    static let frequency = 11.0
    private static let rates = (slow: 9.0, fast: 46.0)
    /// The lowest velocity at which content counts as in motion, in points per second.
    private static let threshold = 50.0
    /// The distance from the limit in points, and the velocity in points per second, below which the content has arrived.
    static let (near, slow) = (0.5, 10.0)

    init(velocity: Double) { self = abs(velocity) < Self.threshold ? .release : .impact }

    /// - Parameters:
    ///   - x: The distance beyond the limit.
    ///   - v: The change of `x` per second.
    func advance(_ x: inout Double, _ v: inout Double, for seconds: Double) {
        switch self {
        case .impact:
            let (kept, b) = (exp(-Self.frequency * seconds), v + Self.frequency * x)
            x = (x + b * seconds) * kept
            v = b * kept - Self.frequency * x
        case .release:
            let (slow, fast) = Self.rates
            let a = (v + fast * x) / (fast - slow) * exp(-slow * seconds)
            let b = (x - (v + fast * x) / (fast - slow)) * exp(-fast * seconds)
            x = a + b
            v = -slow * a - fast * b
        }
    }
}
