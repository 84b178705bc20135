/// A notice about the accessible glass of a screen, for clients (contract 10). Times are event time, in µs.
public struct AccessibilityNotice: Hashable, Sendable {
    /// The clients that may learn of the notice. Numbers are those of clients with claims.
    public enum Audience: Hashable, Sendable {
        /// Every subscriber.
        case everybody
        /// Subscribers with the right `accessibility`.
        case accessible
        /// The owner of a sensitive region among these; and all the others.
        case owner(Int)
        case others(than: Int)
    }

    /// The cause of a change of the focus or of profiles.
    public enum Cause: String, CaseIterable, Sendable {
        case key, request, tree, jack, corner, fingers, region, idle, reload, explore, scan
    }

    public enum Cue: String, CaseIterable, Sendable {
        /// A contact has come down while a profile is on.
        case down
        /// Fingers rest to start or stop a profile.
        case hold
        /// The focus went past the end of the order.
        case end
        /// The order of the focus is empty.
        case nothing
        /// An activation was not possible.
        case refuse
        /// A finger is passed through to the element that has the focus.
        case passing
        case on, off
        // Keys that a program acts on.
        case `repeat`, pause, volumeUp, volumeDown, rateUp, rateDown, help
    }

    public enum Content: Hashable, Sendable {
        case profiles([String], isPrivate: Bool, by: Cause)
        case focus(AccessibleElement, turn: UInt64, by: Cause)
        /// The focus is on a surface, and a program that reads the application is to move it.
        case navigate(surface: String, turn: UInt64, FocusMove)
        /// A finger explores a place of a surface, and a program that reads the application is to say what is there.
        case explore(surface: String, turn: UInt64, Point)
        case gesture(AccessibilityGesture)
        /// A touch was made at an element; nil if none begins there.
        case activate(region: String, turn: UInt64, touch: TouchID?)
        case cue(Cue)
        /// Profiles have shown or hidden these regions. Not for clients.
        case regionsChanged([String])
        /// Profiles have ended these claims, whose touches are cancelled. The server releases them. Not for clients.
        case claimsEnded([EndedClaim])
        /// Fingers have not started a profile with which they explore, because no program speaks. Not for clients.
        case noReader(profile: String)
    }

    public let screen: String
    public let time: Int64
    public let audience: Audience
    public let content: Content
}

public enum FocusMove: String, CaseIterable, Sendable { case next, previous, increment, decrement }

/// The reason why a request about the accessible glass is refused.
public enum AccessibilityRefusal: Error, Hashable, Sendable {
    /// The screen has no `accessibility` section.
    case noSection(screen: String)
    case noProfile(String, screen: String)
    case noRegion(String)
    /// The region is not a place of the focus.
    case notAnElement(String)
    /// The request was made for an older turn than the last one.
    case stale(UInt64)
    /// The element is in a sensitive region that another client owns.
    case notYours(String)
    case noElement
    case nothingFocused
    /// The element has no value that can be stepped.
    case notAdjustable(String)
    /// A touch is on the element, which changes its value meanwhile.
    case held(String)
    /// The element is covered: no touch at any of its points would reach it.
    case outOfReach(String)
    /// The screen is locked or being cleaned.
    case closed(screen: String)
    /// The focus is not on a surface.
    case noSurface

    /// The name of the reason.
    public var word: String {
        switch self {
        case .noSection: "noSection"
        case .noProfile: "noProfile"
        case .noRegion: "noRegion"
        case .notAnElement: "notAnElement"
        case .stale: "stale"
        case .notYours: "notYours"
        case .noElement: "noElement"
        case .nothingFocused: "nothingFocused"
        case .notAdjustable: "notAdjustable"
        case .held: "held"
        case .outOfReach: "outOfReach"
        case .closed: "closed"
        case .noSurface: "noSurface"
        }
    }

    public static let words = [
        "noSection", "noProfile", "noRegion", "notAnElement", "stale", "notYours", "noElement", "nothingFocused", "notAdjustable", "outOfReach",
        "closed", "noSurface", "held",
    ]
}
