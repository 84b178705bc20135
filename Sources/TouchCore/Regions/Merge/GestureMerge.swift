/// The merge of three states of a gesture: as it was configured, as it is configured now, and as clients have changed it. Each property
/// comes from one of them.
struct GestureMerge {
    private(set) var spec: GestureSpec
    /// Whether the file has overruled a change by clients.
    private(set) var hasLost = false
    private let before: GestureSpec
    private let now: GestureSpec

    init(before: GestureSpec, now: GestureSpec, mine: GestureSpec) {
        (spec, self.before, self.now) = (mine, before, now)
        merge(\.isEnabled)
        merge(\.cancelsTouchesInView)
        merge(\.delaysTouchesBegan)
        merge(\.delaysTouchesEnded)
        merge(\.requiresExclusiveTouchType)
        merge(\.requireToFail)
        merge(\.simultaneousWith)
        merge(\.shouldReceiveNot)
        merge(\.shouldBegin)
        merge(\.asks)
        merge(\.answerWithin)
        for name in Set(before.properties.keys).union(now.properties.keys) { merge(\.properties[name]) }
    }

    private mutating func merge<Value: Equatable>(_ path: WritableKeyPath<GestureSpec, Value>) {
        let (old, new) = (before[keyPath: path], now[keyPath: path])
        if old == new || spec[keyPath: path] == new { return }
        if spec[keyPath: path] != old { hasLost = true }
        spec[keyPath: path] = new
    }
}
