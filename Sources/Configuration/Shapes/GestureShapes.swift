extension Shapes {
    /// Names and defaults are those of UIGestureRecognizer and its subclasses.
    static let gesture = Shape(
        "gesture", "A gesture recognizer.", discriminator: ("type", nil),
        keys: [
            Key("id", .string(.identifier), required: true, "Unique among the gestures of the file."),
            Key(
                "type", .word(["tap", "longPress", "pan", "pinch", "rotation", "swipe", "edge"]), required: true,
                "What it recognizes."),
            Key("enabled", .boolean, "Default: true."),
            Key("cancelsTouchesInView", .boolean, "Recognition cancels the region's touches. Default: true."),
            Key("delaysTouchesBegan", .boolean, "The region gets began only after failure. Default: false."),
            Key("delaysTouchesEnded", .boolean, "The region gets ended only after failure. Default: true."),
            Key("requiresExclusiveTouchType", .boolean, "Fingers and pens are not mixed. Default: true."),
            Key("requireToFail", ids, "Gestures that must fail before this one is recognized."),
            Key("simultaneousWith", ids, "Gestures that may be recognized beside this one."),
            Key("shouldReceiveNot", ids, "Regions whose touches it does not get."),
            Key("shouldBegin", .boolean, "false: it fails instead of beginning. Default: true."),
            Key(
                "numberOfTapsRequired", .number(.whole(from: 0)), onlyFor: ["tap", "longPress"],
                "tap: at least 1, default 1. longPress: taps before the press, default 0."),
            Key(
                "numberOfTouchesRequired", .number(.whole(from: 1)), onlyFor: ["tap", "longPress", "swipe"],
                "Fingers. Default: 1."),
            Key("minimumPressDuration", .number(.notNegative), onlyFor: ["longPress"], "Seconds. Default: 0.5."),
            Key("allowableMovement", .number(.notNegative), onlyFor: ["longPress"], "Points. Default: 10."),
            Key(
                "minimumNumberOfTouches", .number(.whole(from: 1)), onlyFor: ["pan", "edge"], "Fingers. Default: 1."),
            Key(
                "maximumNumberOfTouches", .number(.whole(from: 1)), onlyFor: ["pan", "edge"],
                "Fingers. Default: no limit."),
            Key("direction", .word(["right", "left", "up", "down"]), onlyFor: ["swipe"], "Default: right."),
            Key(
                "edges", .list(.word(["top", "left", "bottom", "right", "all"]), isEmptyAllowed: true),
                onlyFor: ["edge"], "The screen edges at which it begins. Default: none."),
        ])

    static let controllers = Key(
        "controllers", .map(.controller),
        "The responders that are not regions, by id: view controllers, \"application\" and \"delegate\".")

    static let controller = Shape(
        "controller", "A responder that is not a region.",
        keys: [
            Key("responds", .word(["consume", "forward", "none"]), "As a region's. Default: consume.")
        ])
}
