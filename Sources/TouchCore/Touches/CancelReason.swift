/// Why a touch was cancelled. The raw values are the words of the protocol (contract 2.3).
public enum CancelReason: String, CaseIterable, Sendable {
    case deviceRemoved, deviceDisabled
    /// The touch was gone after a resynchronisation, so its end was not seen.
    case resync
    /// The panel put another contact into the live slot.
    case identityChanged
    case palm, stylus, contactLimit, stuck, outputInactive, locked, gesture, stolen
    case regionRemoved, clientGone, unresponsive, lagged, reload, shutdown
}
