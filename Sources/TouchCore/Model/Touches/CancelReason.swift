/// The reason for cancelling a touch. The raw values are the words of the protocol (contract 2.3).
public enum CancelReason: String, CaseIterable, Sendable {
    case deviceRemoved, deviceDisabled
    /// The touch was missing after a resynchronisation: its end was not seen.
    case resync
    /// The panel replaced the live contact of a slot with another one.
    case identityChanged
    case palm, stylus, contactLimit, stuck, outputInactive, locked
    /// A rule for the touches of a surface ended the touch (`TouchRules`). The application sees a lift.
    case rule
    case gesture, stolen
    case regionRemoved, clientGone, unresponsive, lagged, reload, shutdown
}
