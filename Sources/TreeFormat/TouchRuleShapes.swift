import TouchCore
import Vocabulary

/// The format of the rules for touches (`TouchRules`). Surfaces have them, and profiles of the accessible glass.
package enum TouchRuleShapes {
    /// The rules of a profile, which hold for all fingers on the screen.
    package static let profile = Shape(
        "touch rules", unnamed: "the touch rules",
        "Rules for all fingers on the screen while the profile is on. A key here replaces the same key of a surface. A rule that is absent is off.",
        keys: rules.keys + [
            Key(
                "snap", .number(NumberRange(exclusiveMinimum: 0, maximum: 1000)),
                "A finger that begins on no element, nearer than so many points to one that can be operated, begins at the nearest point of it. "
                    + "Default: off.")
        ])

    static let rules = Shape(
        "touch rules", unnamed: "the touch rules",
        "Rules for the fingers on a surface: for people whose fingers tremble or rest, and against gestures of applications that cannot be changed. "
            + "A rule that is absent is off.",
        keys: [
            Key(
                "maximum", .number(.whole(from: 1)),
                "How many fingers may be on the surface at once. Further fingers are ignored until they lift. Default: no limit."),
            Key("longPress", .members(longPress), "The end or the delay of a finger that rests in its first place."),
            Key(
                "ignoreRepeat", .number(NumberRange(exclusiveMinimum: 0, maximum: 10)),
                "Seconds after the last finger has lifted in which a finger that begins within 30 points of that lift is ignored until it lifts. "
                    + "Default: none."),
            Key(
                "doubleTap", .word(["one"]),
                "one: the second of two quick taps (within 0.35 s and 30 points) is ignored, so that the application does not zoom. "
                    + "Default: both taps count."),
            Key(
                "steady", .number(NumberRange(exclusiveMinimum: 0, maximum: 1000)),
                "A finger is reported at its first place until it has moved farther than so many points. Default: off."),
        ])

    private static let longPress = Shape(
        "long press rule", unnamed: "the long press rule",
        "The rule for a finger that has not moved farther than the slop, which is steady or 10 points, in the given time.",
        keys: [
            Key("after", .number(NumberRange(exclusiveMinimum: 0, maximum: 60)), required: true, "Seconds after the begin."),
            Key(
                "as", .word(LongPressRule.Action.allCases.map(\.rawValue)), required: true,
                "tap: the application sees the finger lift then, at its first place. nothing: the finger is delayed until it lifts or leaves the "
                    + "slop, so the application never sees a long press."),
        ])
}
