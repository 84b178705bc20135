/// Fingers that move together, as a pan and all that is made like one have them: begins when enough of them have moved far
/// enough, ends when all are up. What the movement is, and when it is far enough, a subclass says.
class MovementRecognizer: Recognizer {
    static let least = GestureProperty("minimumNumberOfTouches", .count(from: 1), 1, "Fingers at least.")
    static let most = GestureProperty(
        "maximumNumberOfTouches", .count(from: 1), .infinity, notBelow: "minimumNumberOfTouches", "Fingers at most.")

    private let least: Int
    private let most: Int

    override init(_ spec: GestureSpec) {
        least = spec.count(Self.least)
        most = spec.count(Self.most)
        super.init(spec)
    }

    // MARK: What a subclass says

    /// Takes what the fingers that were down before this event have done in it.
    func advance() {}
    /// Takes where it is, for its speed: fingers have come.
    func sample() {}
    /// Whether it has moved far enough to begin.
    var isFar: Bool { false }
    /// It has moved far enough.
    func goesFarEnough() { begin() }

    // MARK: Its fingers

    override func touchesBegan() {
        if down >= least { sample() }
        if down <= most { return }
        if state == .possible { fail() } else { ignoreNew() }
    }

    override func touchesMoved() {
        if down < least { return }
        advance()
        if state != .possible { return change() }
        if isFar { goesFarEnough() }
    }

    override func touchesEnded() {
        // Unless it has advanced by what others moved in this event.
        let hasAdvanced = down >= least && hasMoved
        if state != .possible && held >= least && !hasAdvanced { advance() }
        if down == 0 { end() }
    }

    /// The others, if there are any, go on.
    override func touchesCancelled() { if down == 0 || state == .possible { cancel() } }
}
