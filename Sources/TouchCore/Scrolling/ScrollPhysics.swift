import func Glibc.exp
import func Glibc.log
import func Glibc.pow

/// The deceleration of a scroll view's offset: UIScrollView's, measured on a simulator (Vercantez/openuikit, golden/scroll_traces): v(t) = v₀ ·
/// rate^ms. The motion stops at 10 points per second.
struct Friction {
    /// The velocity at which the motion stops, in points per second.
    static let slowest = 10.0

    /// The part of the velocity that remains after 1 ms.
    let rate: Double

    /// Returns the part of the velocity that remains after a time.
    func kept(after seconds: Double) -> Double { pow(rate, seconds * 1000) }

    /// The distance in points that a velocity of 1 point per second would cover if the motion did not stop at `slowest`. It is the sum of steps of
    /// 1 ms, not their integral; measured as 0.499 for 0.998.
    var reach: Double { rate / (1 - rate) / 1000 }

    /// Returns the seconds after which this part of the velocity remains.
    func time(untilKept kept: Double) -> Double { log(kept) / log(rate) / 1000 }
}

/// The return of content from beyond a limit: UIScrollView's two springs, measured in the same way.
enum Spring {
    /// The spring for content that hits a limit or is released in motion: critically damped, ω = 11 per second.
    case impact
    /// The spring for content that was held beyond the limit: overdamped, with the rates 9 and 46 per second.
    case release

    static let frequency = 11.0
    private static let rates = (slow: 9.0, fast: 46.0)
    /// The velocity from which content counts as in motion, in points per second.
    private static let threshold = 50.0
    /// The distance from the limit in points, and the velocity in points per second, below which the content has arrived.
    static let (near, slow) = (0.5, 10.0)

    init(velocity: Double) { self = abs(velocity) < Self.threshold ? .release : .impact }

    /// - Parameters:
    ///   - x: The distance beyond the limit.
    ///   - v: The change of `x` per second.
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

/// The distance by which content follows a finger beyond a limit: (1 − 1 / (x · c / d + 1)) · d, with c = 0.55 and d the scroll view's size
/// (published by @chpwn; measured to be exact by Vercantez/openuikit).
enum RubberBand {
    static let coefficient = 0.55

    /// - Parameter size: The distance that is never reached.
    static func shown(_ x: Double, size: Double) -> Double {
        size > 0 ? coefficient * x * size / (coefficient * x + size) : 0
    }

    /// Returns the finger's distance for a shown distance.
    static func pulled(_ shown: Double, size: Double) -> Double {
        // A client may have set a distance beyond the reach of any finger; then the greatest reachable one is used.
        let shown = min(shown, 0.99 * size)
        return size > 0 ? shown * size / (coefficient * (size - shown)) : 0
    }
}
