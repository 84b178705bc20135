/// The keys of a screen's keypads that are down and act again, and the times of the last presses (rule F7). Times are on the loop's clock, in µs.
struct KeypadKeys: Sendable {
    private struct Held: Sendable {
        let key: KeypadKey
        let action: KeypadAction
        let every: Int64
        var due: Int64
    }

    private var held: [Held] = []
    /// The last press that was no bounce, for keys that have a bounce time.
    private var presses: [KeypadKey: Int64] = [:]

    /// The time of the next repetition; `Int64.max` if there is none.
    private(set) var deadline = Int64.max

    /// Records a press. Returns false if it is a bounce, which does nothing.
    mutating func press(_ key: KeypadKey, _ timing: KeyTiming, at time: Int64) -> Bool {
        // A press that was seen again without a release, after lost events, ends the repetition.
        release(key)
        if timing.bounce == 0 { return true }
        if let last = presses[key], (0..<timing.bounce).contains(time &- last) { return false }
        presses[key] = time
        return true
    }

    /// Makes a key that is down act again until it is released.
    mutating func hold(_ key: KeypadKey, _ action: KeypadAction, _ repetition: KeyTiming.Repetition, since time: Int64) {
        held.append(Held(key: key, action: action, every: max(repetition.every, 1), due: time &+ repetition.delay))
        setDeadline()
    }

    mutating func release(_ key: KeypadKey) { release { $0 == key } }

    /// Releases all keys of a keypad, which is gone.
    mutating func release(keypad: String) { release { $0.keypad == keypad } }

    private mutating func release(where isReleased: (KeypadKey) -> Bool) {
        if held.isEmpty { return }
        held.removeAll { isReleased($0.key) }
        setDeadline()
    }

    /// Ends all repetitions.
    mutating func releaseAll() { release { _ in true } }

    /// Returns the first action that is due, and when; nil if none is.
    mutating func removeDue(at time: Int64) -> (action: KeypadAction, time: Int64)? {
        guard deadline <= time, let index = held.indices.min(by: { held[$0].due < held[$1].due }) else { return nil }
        let due = held[index].due
        held[index].due = due &+ held[index].every
        setDeadline()
        return (held[index].action, due)
    }

    private mutating func setDeadline() { deadline = held.lazy.map(\.due).min() ?? .max }
}
