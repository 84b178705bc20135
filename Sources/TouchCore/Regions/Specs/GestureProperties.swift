/// A property of a type of recognizer. Types that have the same property share it, or differ only in its default.
public struct GestureProperty: Sendable {
    public enum Kind: Hashable, Sendable {
        /// A whole number.
        case count(from: Int)
        /// A number that is not negative.
        case seconds, points, radians, ratio
        /// A list of any of these words.
        case words([String])
        /// A word of this list, or a list of several.
        case mask([String])
    }

    public let name: String
    public let kind: Kind
    /// The default value. A number may be infinite, which means no limit.
    public let byDefault: GestureSpec.Value
    /// The name of a property of the same type that is a lower bound for this one.
    public let notBelow: String?
    /// The meaning, in one line.
    public let documentation: String

    init(_ name: String, _ kind: Kind, _ byDefault: Double, notBelow: String? = nil, _ documentation: String) {
        (self.name, self.kind, self.byDefault) = (name, kind, .number(byDefault))
        (self.notBelow, self.documentation) = (notBelow, documentation)
    }

    init(_ name: String, _ kind: Kind, _ byDefault: [String], _ documentation: String) {
        (self.name, self.kind, self.byDefault) = (name, kind, .words(byDefault))
        (notBelow, self.documentation) = (nil, documentation)
    }

    /// Returns a copy of this property, which must be a count, with the minimum and default of another gesture type.
    func from(_ least: Int, byDefault number: Double) -> GestureProperty {
        GestureProperty(name, .count(from: least), number, notBelow: notBelow, documentation)
    }
}

/// The properties of the types of gestures, of scroll views, controls and touches.
extension GestureProperty {
    /// The default distance from which a movement is a pan, in points. Measured on scroll views; Apple publishes no value for pans.
    static let panSlop = 10.0

    /// The properties of every series of taps. Apple publishes no numbers; these are the ones that open re-implementations use.
    static let tapSeries = [numberOfTouches, allowableMovement, maximumTapDuration, maximumTapInterval, maximumTapDistance]
    /// The properties of every measured velocity.
    static let velocity = [velocityWindow, velocityRest]

    static let numberOfTouches = GestureProperty("numberOfTouchesRequired", .count(from: 1), 1, "The number of fingers.")
    static let numberOfTaps = GestureProperty("numberOfTapsRequired", .count(from: 1), 1, "The number of taps.")
    static let allowableMovement = GestureProperty(
        "allowableMovement", .points, 10, "Points that a finger may stray before the gesture is recognized.")
    static let maximumTapDuration = GestureProperty("maximumTapDuration", .seconds, 0.75, "The most seconds that a tap may take.")
    static let maximumTapInterval = GestureProperty(
        "maximumIntervalBetweenTaps", .seconds, 0.35, "The most seconds from a tap's end to the next begin.")
    static let maximumTapDistance = GestureProperty(
        "maximumDistanceBetweenTaps", .points, 30, "The most points, along x and along y, from a tap to the next one.")
    static let numberOfTapsBefore = numberOfTaps.from(0, byDefault: 0)
    static let minimumPressDuration = GestureProperty(
        "minimumPressDuration", .seconds, 0.5, "Seconds for which the fingers must stay before the gesture begins.")
    static let minimumTouches = GestureProperty("minimumNumberOfTouches", .count(from: 1), 1, "The least number of fingers.")
    static let maximumTouches = GestureProperty(
        "maximumNumberOfTouches", .count(from: 1), .infinity, notBelow: "minimumNumberOfTouches", "The largest number of fingers.")
    static let translationSlop = GestureProperty(
        "translationSlop", .points, panSlop, "Points that the fingers must move together before the gesture begins.")
    /// The default threshold. Apple publishes no value.
    static let scaleSlop = GestureProperty(
        "scaleSlop", .points, 8, "Points by which the distance of the fingers must change before the gesture begins.")
    /// The default threshold. Apple publishes no value.
    static let rotationSlop = GestureProperty("rotationSlop", .radians, 0.1, "Radians that the fingers must turn before the gesture begins.")
    static let parts = GestureProperty(
        "parts", .words(["translation", "scale", "rotation"]), ["translation", "scale", "rotation"],
        "The parts of the gesture. It reports no others.")
    static let minimumScale = GestureProperty("minimumScale", .ratio, 0, "The smallest scale that the gesture reports.")
    static let maximumScale = GestureProperty(
        "maximumScale", .ratio, .infinity, notBelow: "minimumScale", "The largest scale that the gesture reports.")
    static let direction = GestureProperty(
        "direction", .mask(SwipeDirection.allCases.map(\.rawValue)), ["right"], "One direction, or a list of directions, any of which counts.")
    static let minimumDistance = GestureProperty("minimumDistance", .points, 50, "Points that the fingers must move.")
    static let maximumDuration = GestureProperty(
        "maximumDuration", .seconds, 0.5, "The most seconds from the first finger's begin to the recognition.")
    static let minimumRatio = GestureProperty(
        "minimumRatio", .ratio, 2, "How many times farther the fingers must move along the direction than across it.")
    static let edges = GestureProperty(
        "edges", .words(["top", "left", "bottom", "right", "all"]), [], "The edges of the screen at which the gesture can begin.")
    static let edgeWidth = GestureProperty("edgeWidth", .points, 20, "The width, in points, of the strip at the edge in which the gesture begins.")
    /// The time over which the velocity is measured, in seconds.
    static let velocityWindow = GestureProperty("velocityWindow", .seconds, 0.1, "Seconds, up to now, over which velocities are measured.")
    /// The time without movement after which the velocity is 0, in seconds.
    static let velocityRest = GestureProperty("velocityRest", .seconds, 0.04, "Seconds without a movement after which velocities are 0.")
    /// The delay of content touches. Apple does not document it; it is measured, and open re-implementations use it, too.
    static let contentDelay = GestureProperty(
        "contentDelay", .seconds, 0.15, "Seconds for which delaysContentTouches delays a touch of the content.")
    /// The default of UIKit on phones.
    static let trackingSlop = GestureProperty(
        "trackingSlop", .points, 70, "How far outside a control, in points, a finger that it tracks still counts as inside.")
}

/// A direction of a swipe. The raw values are the words of the configuration and the protocol.
public enum SwipeDirection: String, CaseIterable, Sendable { case right, left, up, down }
