/// The reason why touches give no calibration. Its text also says what to do.
public enum CalibrationRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case notFinite
    case tooFew(Int)
    case tooClose
    case onALine
    /// The wrong panels were touched, given by their IDs.
    case anotherPanel([String], wanted: String)
    /// The contacts do not follow the crosses.
    case notFollowing
    /// The touch on one of these points (counted from 0) is wrong, and the data do not show which one.
    case wrongPoints([Int])
    /// The best calibration still misses by this many mm.
    case notLinear(millimetres: Double, isMeasured: Bool)

    /// The reason's name for programs.
    public var id: String {
        switch self {
        case .notFinite: "notFinite"
        case .tooFew: "tooFew"
        case .tooClose: "tooClose"
        case .onALine: "onALine"
        case .anotherPanel: "anotherPanel"
        case .notFollowing: "notFollowing"
        case .wrongPoints: "wrongPoints"
        case .notLinear: "notLinear"
        }
    }

    public var description: String {
        switch self {
        case .notFinite: "A position is not a finite number, or the screen has no size."
        case .tooFew(let count): "\(count) points are too few: touch at least \(CalibrationSolver.leastPoints) crosses."
        case .tooClose: "The crosses are too close together: spread them over the whole screen."
        case .onALine: "The crosses lie on a line: spread them over the whole screen."
        case .anotherPanel(let touched, let wanted):
            "A different panel was touched: \(touched.joined(separator: " and ")), not \(wanted). Touch the screen that shows the crosses, "
                + "or calibrate the other panel."
        case .notFollowing:
            "The contacts do not follow the crosses: perhaps a different panel was touched, or a hand lay on the glass. Touch each cross once."
        case .wrongPoints(let points):
            "One touch missed its cross: point \(points.map { String($0 + 1) }.joined(separator: " or ")). Touch the crosses again."
        case .notLinear(let millimetres, let isMeasured):
            "No calibration fits: the best one still misses a cross by \(isMeasured ? "" : "about ")\(rounded(millimetres)) mm. "
                + "Touch the middle of each cross again; if that does not help, the panel is not linear."
        }
    }
}
