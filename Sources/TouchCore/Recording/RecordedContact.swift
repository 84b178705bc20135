/// A slot as a recording has it.
struct RecordedContact {
    enum State: Equatable {
        case none
        /// It is in the recording. Until it is judged it may still turn out to be nobody's business.
        case shown(isJudged: Bool)
        /// It is left out until it lifts.
        case hidden
    }

    var state = State.none
    /// The kernel's tracking id of what is there, shown or not; -1: nothing.
    var id: Int32 = -1
    /// What a reader of the recording takes the slot's values to be.
    var told = ContactValues()
    /// Values of this slot were left out. The next report must write all axes: the kernel sends changes only, and the reader has no base for them.
    var isStale: Bool
    /// Of those shown, which came first.
    var order = 0

    var isShown: Bool { if case .shown = state { true } else { false } }
}
