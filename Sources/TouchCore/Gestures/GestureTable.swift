/// The types of recognizers there are. A new one is a file of its own and a line here.
public enum GestureTable {
    /// What a region may have.
    public static let types = [
        TapRecognizer.type, LongPressRecognizer.type, PanRecognizer.type, PinchRecognizer.type, RotationRecognizer.type,
        TransformRecognizer.type, SwipeRecognizer.type, EdgeRecognizer.edgeType, HoverRecognizer.type,
    ]

    public static func type(named name: String) -> GestureType? {
        name == ScrollRecognizer.scrollType.name ? ScrollRecognizer.scrollType : types.first { $0.name == name }
    }
}
