/// How far a panel's picture is turned clockwise before it meets the screen, in degrees.
public enum Rotation: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}
