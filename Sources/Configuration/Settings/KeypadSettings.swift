import TouchCore

/// A keypad of a screen: a device with keys or jacks that move the focus and switch profiles.
public struct KeypadSettings: Equatable, Sendable {
    /// The times at which a held key acts again, in µs.
    public struct Repetition: Hashable, Sendable {
        public var delay: Int64
        public var every: Int64
    }

    public var id: String
    public var match: PanelMatch
    /// The actions, by the kernel's names of the keys.
    public var keys: [String: KeypadAction] = [:]
    /// The names of jacks, by the kernel's names of the switches.
    public var switches: [String: String] = [:]
    /// nil: a held key acts once.
    public var repetition: Repetition?
    /// The time in µs after a press in which another press of the same key does nothing.
    public var bounce: Int64 = 0

    public init(id: String, match: PanelMatch) { (self.id, self.match) = (id, match) }
}
