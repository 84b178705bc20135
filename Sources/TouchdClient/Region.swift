import JSON

/// A rectangle in a region's own space.
public struct Rectangle: Hashable, Sendable {
    public var x, y, width, height: Double
}

/// The map from a region's own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct Transform: Hashable, Sendable {
    public var a, b, c, d, tx, ty: Double
}

/// The current state of a region.
public struct Region: Sendable {
    public var id: String
    /// The IDs from the window down to the region, joined by `/`.
    public var path: String
    public var kind: String
    public var screen: String
    /// The bounds in the region's own space.
    public var bounds: Rectangle
    public var toScreen: Transform
    /// True if the region, or one around it, is hidden or takes no touches.
    public var refuses: Bool
    /// The value of a slider or knob.
    public var value: Double?
    /// The state of a switch.
    public var isOn: Bool?
    /// The offset of a scroll view, as in its events.
    public var offset: Point?
    /// The zoom scale of a scroll view.
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
