/// The configuration's rules for a panel's contacts, apart from the mapping to the screen.
public struct PanelRules: Hashable, Sendable {
    /// The touches that a palm cancels: only its own, or every touch of the panel, as Chromium does.
    public enum Palm: String, CaseIterable, Sendable { case finger, all }

    /// The effect of a contact beyond `maximumContacts`: it is ignored for its whole life, or it cancels all touches, as an iPhone's sixth finger
    /// does.
    public enum Excess: String, CaseIterable, Sendable { case ignore, cancelAll }

    /// The treatment of contacts that are down when a panel is opened: ignored until they lift and come down again, or touches that begin now.
    public enum Opening: String, CaseIterable, Sendable { case wait, resume }

    /// Whether fingers and a pen may touch at the same time, or a pen cancels fingers and blocks new ones.
    public enum Stylus: String, CaseIterable, Sendable { case shared, exclusive }

    /// The treatment of contacts outside the panel's area of the screen.
    public enum Outside: String, CaseIterable, Sendable {
        /// The contact is a touch like any other; outside every window it hits nothing.
        case keep
        /// A contact that begins outside is ignored for its whole life.
        case ignore
        /// The contact counts as being on the nearest edge.
        case clamp
        /// A contact that begins outside becomes a touch where it enters the area.
        case beginOnEntry
    }

    public var palm = Palm.finger
    public var maximumContacts: Int?
    public var excess = Excess.ignore
    public var opening = Opening.wait
    public var stylus = Stylus.exclusive
    public var outside = Outside.keep
    /// The time in µs without a report after which a contact counts as stuck. A finger that rests perfectly still sends no reports either.
    public var stuckAfter: Int64?
    /// The noise filters; nil for none.
    public var filters: FilterRules?

    public init() {}
}
