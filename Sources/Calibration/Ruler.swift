import TouchCore

/// Measures distances on the screen in mm of the glass.
struct Ruler {
    /// The map from points to mm. Only its linear part counts.
    private let scale: AffineTransform
    /// Whether the display or the panel states its size. Otherwise a display of 22 inches is assumed, because a limit is needed.
    let isMeasured: Bool

    private static let usualDiagonal = 560.0

    init(screen: Size, display: Size?, panel: Size?, map: AffineTransform) {
        if let display, display.width > 0, display.height > 0 {
            scale = .scale(display.width / screen.width, display.height / screen.height)
            isMeasured = true
        } else if let panel, panel.width > 0, panel.height > 0, map.isUsable {
            scale = map.inverse.then(.scale(panel.width, panel.height))
            isMeasured = true
        } else {
            let diagonal = (screen.width * screen.width + screen.height * screen.height).squareRoot()
            scale = .scale(Self.usualDiagonal / diagonal, Self.usualDiagonal / diagonal)
            isMeasured = false
        }
    }

    func millimetres(_ way: Point) -> Double {
        let (x, y) = (scale.a * way.x + scale.c * way.y, scale.b * way.x + scale.d * way.y)
        return (x * x + y * y).squareRoot()
    }
}
