/// The types of recognizers. A new type needs a file and a line here.
public enum GestureTable {
    /// The types that a region may list in its gestures.
    public static let types = [
        TapRecognizer.type, LongPressRecognizer.type, PanRecognizer.type, PinchRecognizer.type, RotationRecognizer.type,
        TransformRecognizer.type, SwipeRecognizer.type, EdgeRecognizer.edgeType, HoverRecognizer.type,
    ]

    public static func type(named name: String) -> GestureType? {
        name == ScrollRecognizer.scrollType.name ? ScrollRecognizer.scrollType : types.first { $0.name == name }
    }
}
