import TouchCore

/// Several recordings as one stream, in the order of event time, and at equal times in the order of the recordings. A recording ends at the time of
/// its last event. A step costs O(recordings) and allocates nothing.
public struct MergedRecordings {
    public struct Step: Equatable, Sendable {
        public let recording: Int
        /// The event; nil at the end of the recording.
        public let event: InputEvent?
        /// The event time, µs. At the end of a recording it is the last event's time, or `Int64.min` without events.
        public let time: Int64
    }

    private let recordings: [[InputEvent]]
    /// The index of the next event, by recording. It is past the end after the recording has ended.
    private var next: [Int]
    private var due: Int?

    public init(_ recordings: [[InputEvent]]) {
        self.recordings = recordings
        next = Array(repeating: 0, count: recordings.count)
        findDue()
    }

    /// The next step; nil if all recordings have ended.
    public var upcoming: Step? {
        due.map { Step(recording: $0, event: next[$0] < recordings[$0].count ? recordings[$0][next[$0]] : nil, time: time($0)) }
    }

    /// Removes the next step and returns it.
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
