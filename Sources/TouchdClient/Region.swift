import JSON

/// A rectangle of a region's own space.
public struct Rectangle: Hashable, Sendable {
    public var x, y, width, height: Double
}

/// From a region's own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct Transform: Hashable, Sendable {
    public var a, b, c, d, tx, ty: Double
}

/// A region as it is now.
public struct Region: Sendable {
    public var id: String
    /// The ids from its window down, joined by `/`.
    public var path: String
    public var kind: String
    public var screen: String
    /// Its own space.
    public var bounds: Rectangle
    public var toScreen: Transform
    /// It, or one around it, is hidden or takes no touches.
    public var refuses: Bool
    /// A slider's or knob's.
    public var value: Double?
    /// A switch's.
    public var isOn: Bool?
    /// A scroll view's, as in its events.
    public var offset: Point?
    /// A scroll view's.
    public var zoomScale: Double?
    /// All keys of the region in the line.
    public var fields: JSONValue

    init(_ fields: JSONValue) throws(Alive.Malformed) {
        id = try fields.text("id")
        path = try fields.text("path")
        kind = try fields.text("kind")
        screen = try fields.text("screen")
        let box = try fields.numbers("bounds", 4)
        bounds = Rectangle(x: box[0], y: box[1], width: box[2], height: box[3])
        let matrix = try fields.numbers("toScreen", 6)
        toScreen = Transform(a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3], tx: matrix[4], ty: matrix[5])
        refuses = fields["refuses"]?.bool ?? false
        value = fields["value"]?.number
        isOn = fields["isOn"]?.bool
        offset = fields["offset"]?.point
        zoomScale = fields["zoomScale"]?.number
        self.fields = fields
    }
}
