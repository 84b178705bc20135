/// The timing of a keypad's keys, for people who hold a key too long or press it twice (contract 10). Times are in µs.
public struct KeyTiming: Hashable, Sendable {
    /// The times at which a held key acts again.
    public struct Repetition: Hashable, Sendable {
        /// The time from the press to the first repetition.
        public var delay: Int64
        /// The time between two repetitions.
        public var every: Int64

        public init(delay: Int64, every: Int64) { (self.delay, self.every) = (delay, every) }
    }

    /// nil: a held key acts once.
    public var repetition: Repetition?
    /// The time after a press in which another press of the same key does nothing.
    public var bounce: Int64

    public init(repetition: Repetition? = nil, bounce: Int64 = 0) { (self.repetition, self.bounce) = (repetition, bounce) }
}

/// A key of a keypad.
public struct KeypadKey: Hashable, Sendable {
    /// The keypad's id, which is unique on its screen.
    public var keypad: String
    /// The kernel's name of the key: the first one, if it has several.
    public let name: String

    public init(_ name: String, of keypad: String) { (self.name, self.keypad) = (KeyName.firstName(of: name), keypad) }
}

extension KeypadAction {
    /// Whether a held key does it again. An activation is never repeated, because a key that stays down would buy one ticket after another.
    var repeats: Bool {
        switch self {
        case .next, .previous, .increment, .decrement, .volumeUp, .volumeDown, .rateUp, .rateDown: true
        case .activate, .repeat, .pause, .help, .extend: false
        }
    }
}
