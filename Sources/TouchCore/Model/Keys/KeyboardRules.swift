/// The keys that touchd may type on a screen: `keyboard` of the configuration (contract 8, Typing).
public struct KeyboardRules: Hashable, Sendable {
    /// The codes of the keys on the list, including those that are never typed.
    public var allow: Set<UInt16>

    public init(allow: Set<UInt16>) { self.allow = allow }

    /// The codes of the keys that can be typed.
    public var keys: Set<UInt16> { allow.subtracting(Self.neverTyped) }

    /// Rules that allow every key, for tests of trees.
    package static let everything = KeyboardRules(allow: Set(KeyName.all.compactMap(KeyName.code)))

    /// Keys that are never typed, because they stop or lock the machine, or talk to the kernel: SysRq, power, sleep, suspend, restart, screen lock.
    public static let neverTyped = codes([
        "KEY_SYSRQ", "KEY_POWER", "KEY_POWER2", "KEY_SLEEP", "KEY_SUSPEND", "KEY_RESTART", "KEY_SCREENLOCK", "KEY_SCREENSAVER", "KEY_WAKEUP",
    ])

    /// The keys that make a combination dangerous.
    public static let alt = codes(["KEY_LEFTALT", "KEY_RIGHTALT"])

    /// Keys that are never down together with Alt: with Alt, or with Ctrl and Alt, they change the terminal, end the X server or restart the machine.
    /// The keypad's point is its Delete.
    public static let neverWithAlt = codes(
        (1...24).map { "KEY_F\($0)" } + ["KEY_DELETE", "KEY_KPDOT", "KEY_BACKSPACE", "KEY_LEFT", "KEY_RIGHT"])

    /// Returns the reason why a key cannot be pressed while others are down; nil if it can.
    func refusal(of key: UInt16, whileDown isDown: (UInt16) -> Bool) -> KeyRefusal? {
        if Self.neverTyped.contains(key) { return KeyRefusal(key, .never) }
        if !allow.contains(key) { return KeyRefusal(key, .notAllowed) }
        // The order does not matter: a key that is held when Alt comes down repeats.
        if Self.alt.contains(key), let other = Self.neverWithAlt.first(where: isDown) { return KeyRefusal(key, .combination(other)) }
        if Self.neverWithAlt.contains(key), let other = Self.alt.first(where: isDown) { return KeyRefusal(key, .combination(other)) }
        return nil
    }

    private static func codes(_ names: [String]) -> Set<UInt16> { Set(names.map { KeyName.code($0)! }) }
}

/// The reason why a key is not typed.
public struct KeyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The key is never typed, whatever the list says.
        case never
        /// The key is not on the screen's list.
        case notAllowed
        /// The key is never down together with this one, which is down.
        case combination(UInt16)
    }

    public let key: UInt16
    public let reason: Reason

    init(_ key: UInt16, _ reason: Reason) { (self.key, self.reason) = (key, reason) }

    public var description: String {
        let name = KeyName.name(key)
        return switch reason {
        case .never: "\(name) is never typed"
        case .notAllowed: "\(name) is not in \"allow\" of the screen's keyboard"
        case .combination(let other): "\(name) is not typed while \(KeyName.name(other)) is down"
        }
    }
}

/// A key that comes down or goes up.
public struct KeyChange: Hashable, Sendable {
    /// The kernel's code of the key.
    public var key: UInt16
    public var isDown: Bool

    public init(_ key: UInt16, isDown: Bool) { (self.key, self.isDown) = (key, isDown) }
}
