import TouchCore

/// Several recordings as one stream in order of event time; at equal times in the order of the recordings. A recording's
/// end comes at its last event's time. O(recordings) a step, no allocation.
public struct MergedRecordings {
    public struct Step: Equatable, Sendable {
        public let recording: Int
        /// Nil at the recording's end.
        public let event: InputEvent?
        /// Event time, µs; of an end that of the last event, `Int64.min` when there was none.
        public let time: Int64
    }

    private let recordings: [[InputEvent]]
    /// The next event's index, by recording; past the end once it has ended.
    private var next: [Int]
    private var due: Int?

    public init(_ recordings: [[InputEvent]]) {
        self.recordings = recordings
        next = Array(repeating: 0, count: recordings.count)
        findDue()
    }

    /// What comes next; nil when all have ended.
    public var upcoming: Step? {
        due.map { Step(recording: $0, event: next[$0] < recordings[$0].count ? recordings[$0][next[$0]] : nil, time: time($0)) }
    }

    /// Steps over what comes next, and gives it.
    public mutating func step() -> Step? {
        guard let step = upcoming else { return nil }
        next[step.recording] += 1
        findDue()
        return step
    }

    private mutating func findDue() {
        due = nil
        for index in recordings.indices where next[index] <= recordings[index].count {
            if due == nil || time(index) < time(due!) { due = index }
        }
    }

    private func time(_ index: Int) -> Int64 {
        let events = recordings[index]
        return next[index] < events.count ? events[next[index]].time : events.last?.time ?? .min
    }
}
