import func Glibc.exp
import func Glibc.log
import func Glibc.pow

/// How a scroll view's offset slows down by itself: UIScrollView's deceleration, measured on a simulator (Vercantez/openuikit,
/// golden/scroll_traces): v(t) = v₀ · rate^ms, and it stops where it does 10 points a second.
struct Friction {
    /// The speed in points a second at which it stops.
    static let slowest = 10.0

    /// The rest of the velocity after a ms, as a factor.
    let rate: Double

    /// The rest of the velocity after a time, as a factor.
    func kept(after seconds: Double) -> Double { pow(rate, seconds * 1000) }

    /// How far a velocity leads if it is never stopped, a point a second: the sum of a ms's steps, not their integral; measured
    /// as 0.499 for 0.998.
    var reach: Double { rate / (1 - rate) / 1000 }

    /// After how many seconds so much of the velocity is left.
    func time(untilKept kept: Double) -> Double { log(kept) / log(rate) / 1000 }
}

/// How content beyond a limit comes back to it: UIScrollView's two springs, measured likewise.
enum Spring {
    /// For content that hits a limit, or is let go in motion: ω = 11 a second, critically damped.
    case impact
    /// For content that was held beyond the limit: overdamped, with the rates 9 and 46 a second.
    case release

    static let frequency = 11.0
    private static let rates = (slow: 9.0, fast: 46.0)
    /// The speed in points a second at which it counts as in motion.
    private static let threshold = 50.0
    /// The distance from the limit in points, and the speed in points a second, at which it has arrived.
    static let (near, slow) = (0.5, 10.0)

    init(velocity: Double) { self = abs(velocity) < Self.threshold ? .release : .impact }

    /// - Parameters:
    ///   - x: how far it is beyond.
    ///   - v: how fast that grows, a second.
    func goOn(_ x: inout Double, _ v: inout Double, for seconds: Double) {
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

/// How far content follows a finger beyond a limit: (1 − 1 / (x · c / d + 1)) · d, with c = 0.55 and d the scroll view's size
/// (published by @chpwn; measured to be exact by Vercantez/openuikit).
enum RubberBand {
    static let coefficient = 0.55

    /// - Parameter size: the distance that is never reached.
    static func shown(_ x: Double, size: Double) -> Double {
        size > 0 ? coefficient * x * size / (coefficient * x + size) : 0
    }

    /// The distance of the finger for a shown distance.
    static func pulled(_ shown: Double, size: Double) -> Double {
        // Where a client has put it farther than any finger can, the farthest there is.
        let shown = min(shown, 0.99 * size)
        return size > 0 ? shown * size / (coefficient * (size - shown)) : 0
    }
}
