import TouchCore

extension CancelReason {
    /// The meaning of the reason, for readers of a report.
    var meaning: String {
        switch self {
        case .deviceRemoved: "the panel was gone; in a replay: the recording ended while the finger was down"
        case .deviceDisabled: "the panel was closed"
        case .resync: "events were lost, and afterwards the finger was gone"
        case .identityChanged: "the panel put another contact into the live slot"
        case .palm: "the panel called it a palm"
        case .stylus: "a pen was in use"
        case .contactLimit: "more fingers than allowed"
        case .stuck: "nothing was heard of the finger for too long"
        case .outputInactive: "the display was off"
        case .locked: "the glass was closed by staff"
        case .gesture: "a gesture has taken the touch: no fault"
        case .stolen: "an interceptor has taken the touch"
        case .regionRemoved: "the region was removed"
        case .clientGone: "the client had ended"
        case .unresponsive: "the client did not answer"
        case .lagged: "the client was too slow"
        case .reload: "another configuration came"
        case .shutdown: "touchd ended"
        }
    }
}
