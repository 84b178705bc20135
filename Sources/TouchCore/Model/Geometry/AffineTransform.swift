/// A 2×3 affine map, `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty` (CGAffineTransform's letters).
public struct AffineTransform: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    public var determinant: Double { a * d - b * c }

    /// True if the map neither rotates, mirrors nor shears: rectangles stay rectangles, and their top left corner stays at the top left.
    var keepsAxes: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

    /// True if the map is finite and invertible.
    public var isUsable: Bool {
        let all = [a, b, c, d, tx, ty, determinant, 1 / determinant]
        return all.allSatisfy(\.isFinite) && determinant != 0
    }

    @inline(__always)
    public func apply(_ p: Point) -> Point {
        Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
    }

    /// Returns the image of a vector: the translation does not apply.
    func applyToDistance(_ way: Point) -> Point { Point(a * way.x + c * way.y, b * way.x + d * way.y) }

    /// Returns the map that applies this map first, then `next`.
    public func then(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// The inverse map. The determinant must not be zero (`isUsable`).
    public var inverse: AffineTransform {
        let n = determinant
        return AffineTransform(
            a: d / n, b: -b / n, c: -c / n, d: a / n,
            tx: (c * ty - d * tx) / n, ty: (b * tx - a * ty) / n)
    }
}

extension AffineTransform {
    /// Returns the box around the image of a rectangle.
    public func box(_ rect: Rect) -> Rect {
        let corners = [
            Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.minX, rect.maxY), Point(rect.maxX, rect.maxY),
        ].map(apply)
        let (left, top) = (corners.map(\.x).min()!, corners.map(\.y).min()!)
        return Rect(left, top, corners.map(\.x).max()! - left, corners.map(\.y).max()! - top)
    }
}
