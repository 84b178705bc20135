/// The rules of the glass from which a region is spared, with everything in it (contract 8).
public struct SparedRules: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    /// Touches of the region go on and begin in the mode `locked`.
    public static let locked = SparedRules(rawValue: 1)
    /// Touches of the region go on and begin in the mode `cleaning`.
    public static let cleaning = SparedRules(rawValue: 2)
    /// Touches of the region have no part in gestures of the kiosk, so these do not delay them.
    public static let gestures = SparedRules(rawValue: 4)

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The words of the configuration.
    public static let words: [(word: String, rules: SparedRules)] = [("locked", .locked), ("cleaning", .cleaning), ("gestures", .gestures)]

    /// Whether touches are routed in this mode.
    func permit(_ mode: ScreenMode) -> Bool {
        switch mode {
        case .normal: true
        case .cleaning: contains(Self.cleaning)
        case .locked: contains(Self.locked)
        }
    }
}
