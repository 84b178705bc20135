/// The clockwise rotation of a panel's positions before they are scaled to the screen, in degrees.
public enum Rotation: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}
