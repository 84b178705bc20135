/// Counts of a panel's irregularities that no client sees, for `touchctl devices` and the log.
public struct ContactCounters: Hashable, Sendable {
    /// Contacts that came and went inside one frame.
    public var tapsInsideOneFrame = 0
    /// Tracking ids that replaced a contact that had not been lifted.
    public var identityChanges = 0
    /// Lifts of contacts that were not down.
    public var uncorrelatedLifts = 0
    /// Events for slots that the panel does not have.
    public var slotsOutOfRange = 0
    /// SYN_DROPPED events.
    public var drops = 0
}

extension ContactCounters {
    static func + (a: Self, b: Self) -> Self {
        var all = a
        all.tapsInsideOneFrame += b.tapsInsideOneFrame
        all.identityChanges += b.identityChanges
        all.uncorrelatedLifts += b.uncorrelatedLifts
        all.slotsOutOfRange += b.slotsOutOfRange
        all.drops += b.drops
        return all
    }

    static func - (a: Self, b: Self) -> Self {
        var all = a
        all.tapsInsideOneFrame -= b.tapsInsideOneFrame
        all.identityChanges -= b.identityChanges
        all.uncorrelatedLifts -= b.uncorrelatedLifts
        all.slotsOutOfRange -= b.slotsOutOfRange
        all.drops -= b.drops
        return all
    }
}
