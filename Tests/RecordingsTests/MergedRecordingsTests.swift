import Recordings
import Testing
import TouchCore

@Suite struct MergedRecordingsTests {
    /// Steps as text: `0@10` is recording 0's event at time 10, `0.` its end.
    private func steps(_ times: [Int64]...) -> [String] {
        var merged = MergedRecordings(times.map { $0.map { InputEvent(time: $0, type: 0, code: 0, value: 0) } })
        var steps: [String] = []
        while let upcoming = merged.upcoming {
            #expect(merged.step() == upcoming)
            steps.append(upcoming.event.map { "\(upcoming.recording)@\($0.time)" } ?? "\(upcoming.recording).")
        }
        #expect(merged.step() == nil)
        return steps
    }

    @Test func `events come in the order of their times`() {
        #expect(steps([1, 5, 6], [2, 3, 9]) == ["0@1", "1@2", "1@3", "0@5", "0@6", "0.", "1@9", "1."])
    }

    @Test func `events of equal times come in the order of the recordings`() {
        #expect(steps([1, 1, 2], [1, 2], [2]) == ["0@1", "0@1", "1@1", "0@2", "0.", "1@2", "1.", "2@2", "2."])
        #expect(steps([2], [1, 2]) == ["1@1", "0@2", "0.", "1@2", "1."], "an end has its last event's time")
    }

    @Test func `a recording without events ends first`() {
        #expect(steps([3], [], [4]) == ["1.", "0@3", "0.", "2@4", "2."])
        #expect(steps() == [])
    }

    @Test func `times that run back keep the file's order`() {
        #expect(steps([5, 2, 6], [4]) == ["1@4", "1.", "0@5", "0@2", "0@6", "0."])
    }
}
