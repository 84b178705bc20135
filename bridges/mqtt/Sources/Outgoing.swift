/// The messages for the broker: the current state of each retained topic, and answers. While the broker accepts nothing, only the newest state of a
/// topic waits, so that memory stays bounded and no old state arrives late.
struct Outgoing {
    /// The most messages that the broker has not accepted yet.
    static let underwayMax = 20
    private static let resultsMax = 32

    /// The payloads by topic; an empty one makes the broker forget the topic.
    private(set) var state: [String: [UInt8]] = [:]
    private var dirty: [String] = []
    private var results: [Broker.Publication] = []
    private var underway = 0
    private(set) var isConnected = false
    /// The topic that is published last after a connection: a subscriber that sees it has the complete state.
    private let last: String

    init(last: String) { self.last = last }

    mutating func set(_ topic: String, _ payload: [UInt8]) {
        if state[topic] == payload { return }
        state[topic] = payload
        if isConnected, !dirty.contains(topic) { dirty.append(topic) }
    }

    /// Publishes the current payload of a topic again.
    mutating func republish(_ topic: String) { if isConnected, state[topic] != nil, !dirty.contains(topic) { dirty.append(topic) } }

    /// Adds an answer. Without a connection it is dropped, because nobody waits for it.
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

    /// The messages that may be sent now.
    mutating func removeNext() -> [Broker.Publication] {
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

/// The rate limit for a topic that changes with each touch: at once, then at most every ten seconds.
struct TouchPace {
    static let interval: Int64 = 10_000_000

    private var lastPublished: KioskReport.Screen?
    private var lastPublishedAt: Int64?

    /// Whether the screen must be published now, at this time in µs.
    mutating func admits(_ screen: KioskReport.Screen, at now: Int64) -> Bool {
        guard let lastPublished, let lastPublishedAt, lastPublished.state == screen.state else { return recordPublished(screen, now) }
        if lastPublished == screen || now - lastPublishedAt < Self.interval { return false }
        return recordPublished(screen, now)
    }

    private mutating func recordPublished(_ screen: KioskReport.Screen, _ now: Int64) -> Bool {
        (lastPublished, lastPublishedAt) = (screen, now)
        return true
    }
}
