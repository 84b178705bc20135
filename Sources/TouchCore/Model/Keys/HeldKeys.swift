/// The keys that are down on a screen's keyboard, and who holds them. A key goes up when its last holder lets go of it (contract 8, Typing).
public struct HeldKeys: Sendable {
    /// Somebody who can hold keys down.
    public enum Holder: Hashable, Sendable {
        /// A touch on a region with a `keyCode`.
        case touch(TouchID, RegionID)
        /// A connection, by its number.
        case client(Int)
        /// A gesture of the kiosk, which releases its keys at once.
        case gesture
    }

    public let rules: KeyboardRules
    /// The keys of each holder, in the order in which they came down.
    private var keys: [Holder: [UInt16]] = [:]
    /// The number of holders of each key that is down.
    private var counts: [UInt16: Int] = [:]

    public init(_ rules: KeyboardRules) { self.rules = rules }

    public var isEmpty: Bool { counts.isEmpty }
    /// The codes of the keys that are down.
    public var down: Set<UInt16> { Set(counts.keys) }

    public func isDown(_ key: UInt16) -> Bool { counts[key] != nil }

    /// Returns whether a holder holds any key.
    public func isHolder(_ holder: Holder) -> Bool { keys[holder] != nil }

    /// Applies all changes of a holder, in order, or none. To press a key that the holder already holds, or to release another one, has no effect.
    ///
    /// - Parameter isDownElsewhere: whether a key may be down on another keyboard, because compositors combine the keys of all keyboards.
    /// - Returns: the changes of the keyboard.
    /// - Throws: the reason why one of the keys cannot be pressed.
    public mutating func apply(
        _ changes: [KeyChange], by holder: Holder, isDownElsewhere: (UInt16) -> Bool = { _ in false }
    ) throws(KeyRefusal) -> [KeyChange] {
        var new = self
        var result: [KeyChange] = []
        for change in changes {
            if change.isDown {
                if let refusal = rules.refusal(of: change.key, whileDown: { new.counts[$0] != nil || isDownElsewhere($0) }) { throw refusal }
                if new.press(change.key, holder) { result.append(change) }
            } else if new.release(change.key, holder) {
                result.append(change)
            }
        }
        self = new
        checkInvariants()
        return result
    }

    /// Presses keys in this order and releases them in reverse order, or does nothing. A key that somebody else holds stays down.
    ///
    /// - Returns: the changes of the keyboard.
    /// - Throws: the reason why one of the keys cannot be pressed.
    public mutating func strike(_ keys: [UInt16], isDownElsewhere: (UInt16) -> Bool = { _ in false }) throws(KeyRefusal) -> [KeyChange] {
        let changes = keys.map { KeyChange($0, isDown: true) } + keys.reversed().map { KeyChange($0, isDown: false) }
        return try apply(changes, by: .gesture, isDownElsewhere: isDownElsewhere)
    }

    /// Releases all keys of a holder, the latest first. Returns the changes of the keyboard.
    public mutating func release(allOf holder: Holder) -> [KeyChange] {
        let own = keys[holder] ?? []
        return own.reversed().compactMap { release($0, holder) ? KeyChange($0, isDown: false) : nil }
    }

    /// Releases all keys of all holders. Returns the changes of the keyboard.
    public mutating func releaseAll() -> [KeyChange] {
        defer { (keys, counts) = ([:], [:]) }
        // Modifiers go up after the other keys.
        return counts.keys.sorted { (Self.modifiers.contains($0) ? 1 : 0, $0) < (Self.modifiers.contains($1) ? 1 : 0, $1) }
            .map { KeyChange($0, isDown: false) }
    }

    private static let modifiers = Set(
        ["CTRL", "SHIFT", "ALT", "META"].flatMap { name in ["LEFT", "RIGHT"].compactMap { KeyName.code("KEY_\($0)\(name)") } })

    /// Returns true if the key comes down.
    private mutating func press(_ key: UInt16, _ holder: Holder) -> Bool {
        if keys[holder]?.contains(key) == true { return false }
        keys[holder, default: []].append(key)
        counts[key, default: 0] += 1
        return counts[key] == 1
    }

    /// Returns true if the key goes up.
    private mutating func release(_ key: UInt16, _ holder: Holder) -> Bool {
        guard let place = keys[holder]?.firstIndex(of: key) else { return false }
        keys[holder]!.remove(at: place)
        if keys[holder]!.isEmpty { keys[holder] = nil }
        counts[key]! -= 1
        if counts[key]! > 0 { return false }
        counts[key] = nil
        return true
    }

    public func checkInvariants() {
        #if DEBUG
            assert(rules.keys.isSuperset(of: counts.keys), "a key is down that may not be typed")
            assert(
                KeyboardRules.alt.isDisjoint(with: counts.keys) || KeyboardRules.neverWithAlt.isDisjoint(with: counts.keys),
                "a key is down that is never typed with Alt")
            var total: [UInt16: Int] = [:]
            for key in keys.values.joined() { total[key, default: 0] += 1 }
            assert(total == counts && keys.values.allSatisfy { Set($0).count == $0.count && !$0.isEmpty }, "the counts of holders are wrong")
        #endif
    }
}
