/// A slot, as it appears in a recording.
struct RecordedContact {
    enum State: Equatable {
        case none
        /// The contact is in the recording. Until it is judged, it may still turn out to be sensitive.
        case shown(isJudged: Bool)
        /// Left out of the recording until it lifts.
        case hidden
    }

    var state = State.none
    /// The kernel's tracking id of the contact, shown or hidden; -1 if there is none.
    var id: Int32 = -1
    /// The values that a reader of the recording has for the slot.
    var recorded = ContactValues()
    /// True if values of this slot were left out. The next report must then write all axes: the kernel sends only changes, and the reader does not
    /// know the values they build on.
    var isStale: Bool
    /// The order in which shown contacts began.
    var order = 0

    var isShown: Bool { if case .shown = state { true } else { false } }
}
