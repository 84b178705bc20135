/// What the broker is to have: the present state of each retained topic, and answers. While the broker takes nothing, only the newest state of
/// a topic waits, so that memory stays bounded and nothing old arrives late.
struct Outgoing {
    /// Messages that the broker has yet to take.
    static let underwayMax = 20
    private static let resultsMax = 32

    /// By topic; empty: the broker is to forget it.
    private(set) var state: [String: [UInt8]] = [:]
    private var dirty: [String] = []
    private var results: [Broker.Publication] = []
    private var underway = 0
    private(set) var isConnected = false
    /// Is published after all else when a connection begins: who sees it sees a state that is whole.
    private let last: String

    init(last: String) { self.last = last }

    mutating func set(_ topic: String, _ payload: [UInt8]) {
        if state[topic] == payload { return }
        state[topic] = payload
        if isConnected, !dirty.contains(topic) { dirty.append(topic) }
    }

    /// Publishes a topic once more, as it is.
    mutating func again(_ topic: String) { if isConnected, state[topic] != nil, !dirty.contains(topic) { dirty.append(topic) } }

    /// An answer. Without a connection nobody waits for it.
    mutating func add(_ result: Broker.Publication) { if isConnected, results.count < Self.resultsMax { results.append(result) } }

    mutating func connected() {
        isConnected = true
        underway = 0
        dirty = state.keys.filter { $0 != last }.sorted() + (state[last] == nil ? [] : [last])
    }

    mutating func disconnected() {
        isConnected = false
        (dirty, results, underway) = ([], [], 0)
    }

    mutating func published() { underway = max(0, underway - 1) }

    /// What may go out now.
    mutating func take() -> [Broker.Publication] {
        var taken: [Broker.Publication] = []
        while isConnected, underway < Self.underwayMax {
            if !results.isEmpty {
                taken.append(results.removeFirst())
            } else if !dirty.isEmpty {
                let topic = dirty.removeFirst()
                taken.append(Broker.Publication(topic: topic, payload: state[topic]!, isRetained: true))
            } else {
                break
            }
            underway += 1
        }
        return taken
    }
}

/// The pace of a topic that changes with each touch: at once, then at most every ten seconds.
struct TouchPace {
    static let interval: Int64 = 10_000_000

    private var told: KioskReport.Screen?
    private var toldAt: Int64?

    /// Whether it is to be published now, at this time in µs.
    mutating func admits(_ screen: KioskReport.Screen, at now: Int64) -> Bool {
        guard let told, let toldAt, told.state == screen.state else { return tell(screen, now) }
        if told == screen || now - toldAt < Self.interval { return false }
        return tell(screen, now)
    }

    private mutating func tell(_ screen: KioskReport.Screen, _ now: Int64) -> Bool {
        (told, toldAt) = (screen, now)
        return true
    }
}
