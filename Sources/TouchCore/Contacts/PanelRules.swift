/// What the configuration asks of a panel's contacts, beyond where they land.
public struct PanelRules: Hashable, Sendable {
    /// Whom a palm cancels: only itself, or every touch of the panel, as Chromium does.
    public enum Palm: String, CaseIterable, Sendable { case finger, all }

    /// What a contact beyond `maximumContacts` does: nothing, for its whole life, or cancel all, as an iPhone's sixth finger does.
    public enum Excess: String, CaseIterable, Sendable { case ignore, cancelAll }

    /// What contacts that are down when a panel is opened are: nothing until they lift and come again, or touches that begin now.
    public enum Opening: String, CaseIterable, Sendable { case wait, resume }

    /// Whether fingers and a pen may touch at the same time, or a pen cancels fingers and keeps them away.
    public enum Stylus: String, CaseIterable, Sendable { case shared, exclusive }

    /// What becomes of a contact outside the panel's area of the screen.
    public enum Outside: String, CaseIterable, Sendable {
        /// It is a touch like any other; outside every window it hits nothing.
        case keep
        /// A contact that begins outside is nothing for its whole life.
        case ignore
        /// It counts as being on the nearest edge.
        case clamp
        /// A contact that begins outside becomes a touch where it comes in.
        case beginOnEntry
    }

    public var palm = Palm.finger
    public var maximumContacts: Int?
    public var excess = Excess.ignore
    public var opening = Opening.wait
    public var stylus = Stylus.exclusive
    public var outside = Outside.keep
    /// µs without a report after which a contact counts as stuck. A finger that rests quite still reports nothing either.
    public var stuckAfter: Int64?
    /// Nil for none.
    public var filters: FilterRules?

    public init() {}
}
