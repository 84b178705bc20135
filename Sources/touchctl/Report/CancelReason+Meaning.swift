import TouchCore

extension CancelReason {
    /// The meaning of the reason, for readers of a report.
    var meaning: String {
        switch self {
        case .deviceRemoved: "the panel was removed; in a replay, the recording ended while the finger was down"
        case .deviceDisabled: "the panel was closed"
        case .resync: "events were lost, and afterwards the finger was gone"
        case .identityChanged: "the panel reported another contact in the slot"
        case .palm: "the panel called it a palm"
        case .stylus: "a pen was in use"
        case .contactLimit: "more fingers than allowed"
        case .stuck: "the panel reported nothing about the finger for too long"
        case .outputInactive: "the display was off"
        case .locked: "the screen was locked or closed for cleaning"
        case .gesture: "a gesture took over the touch, which is not a fault"
        case .stolen: "an interceptor stole the touch"
        case .regionRemoved: "the region was removed"
        case .clientGone: "the client disconnected"
        case .unresponsive: "the client did not answer"
        case .lagged: "the client was too slow"
        case .reload: "a new configuration was loaded"
        case .shutdown: "touchd stopped"
        }
    }
}
