import TouchCore
import Text

/// A keypad of a screen: a device with keys or jacks that move the focus and switch profiles.
public struct KeypadSettings: Equatable, Sendable {
    public var id: String
    public var match: PanelMatch
    /// The actions, by the kernel's names of the keys.
    public var keys: [String: KeypadAction] = [:]
    /// The names of jacks, by the kernel's names of the switches.
    public var switches: [String: String] = [:]
    /// The times at which a held key acts again, and the time in which another press of it does not count.
    public var timing = KeyTiming()
    /// The keypad's place in the file, for messages after reading.
    @Uncompared public var mark: Mark

    public init(id: String, match: PanelMatch, mark: Mark = .start) { (self.id, self.match, self.mark) = (id, match, mark) }
}
