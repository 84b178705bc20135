import JSON
import Testing

@testable import touchd_mqtt

@Suite struct CountsTests {
    private func stats(_ regions: [String: (Int, Int)], missed: Int = 0) -> JSONValue {
        [
            "statistics": [
                "missed": .whole(missed),
                "regions": .array(
                    regions.map { ["region": .string($0.key), "touches": .whole($0.value.0), "taps": .whole($0.value.1), "dwell": 5] }),
            ]
        ]
    }

    @Test func `counts are of the last minute`() {
        var counts = RegionCountsByMinute()
        #expect(counts.payload(stats(["a": (100, 90)]), epoch: "e", at: 1 * 60_000_000, end: "t1") == nil)
        let told = counts.payload(stats(["a": (103, 91), "b": (1, 0), "c": (0, 0)], missed: 2), epoch: "e", at: 2 * 60_000_000, end: "t2")
        #expect(told?["regions"] == ["a": ["touches": 3, "taps": 1], "b": ["touches": 1, "taps": 0]])
        #expect(told?["missed"] == 2 && told?["until"] == "t2" && told?["seconds"] == 60)
    }

    @Test func `counts that cannot be are no counts`() {
        var counts = RegionCountsByMinute()
        _ = counts.payload(stats(["a": (.min, .min)], missed: .min), epoch: "e", at: 1 * 60_000_000, end: "1")
        let told = counts.payload(stats(["a": (.max, 2)], missed: 3), epoch: "e", at: 2 * 60_000_000, end: "2")
        #expect(told?["regions"] == ["a": ["touches": .whole(Int.max), "taps": 2]] && told?["missed"] == 3)
    }

    @Test func `a kiosk that nobody touches says so once`() {
        var counts = RegionCountsByMinute()
        _ = counts.payload(stats(["a": (1, 1)]), epoch: "e", at: 1 * 60_000_000, end: "1")
        #expect(counts.payload(stats(["a": (1, 1)]), epoch: "e", at: 2 * 60_000_000, end: "2") == nil)
        #expect(counts.payload(stats(["a": (2, 1)]), epoch: "e", at: 3 * 60_000_000, end: "3") != nil)
        #expect(counts.payload(stats(["a": (2, 1)]), epoch: "e", at: 4 * 60_000_000, end: "4")?["regions"] == .object([:]))
        #expect(counts.payload(stats(["a": (2, 1)]), epoch: "e", at: 5 * 60_000_000, end: "5") == nil)
    }

    @Test func `sums that somebody has begun anew are taken as they are`() {
        var counts = RegionCountsByMinute()
        _ = counts.payload(stats(["a": (100, 90)]), epoch: "e", at: 60_000_000, end: "1")
        #expect(counts.payload(stats(["a": (3, 2)]), epoch: "e", at: 120_000_000, end: "2")?["regions"] == ["a": ["touches": 3, "taps": 2]])
    }

    @Test(arguments: [0, 95, 150]) func `what another run of touchd begins with was never touched`(kept: Int) {
        var counts = RegionCountsByMinute()
        _ = counts.payload(stats(["a": (100, 90)]), epoch: "e", at: 60_000_000, end: "1")
        #expect(counts.payload(stats(["a": (kept, kept)], missed: 7), epoch: "f", at: 70_000_000, end: "2") == nil)
        let told = counts.payload(stats(["a": (kept + 2, kept + 1)], missed: 7), epoch: "f", at: 120_400_000, end: "3")
        #expect(told?["regions"] == ["a": ["touches": 2, "taps": 1]] && told?["missed"] == 0)
        #expect(told?["seconds"] == 50, "of the time since the restart alone")
    }

    @Test func `of very many regions those are told that were touched most`() {
        var counts = RegionCountsByMinute()
        _ = counts.payload(stats([:]), epoch: "e", at: 1 * 60_000_000, end: "1")
        let many = Dictionary(uniqueKeysWithValues: (1...500).map { ("r\($0)", ($0, 0)) })
        let told = counts.payload(stats(many), epoch: "e", at: 2 * 60_000_000, end: "2")
        #expect(told?["leftOut"] == 300)
        #expect(told?["regions"]?["r500"] != nil && told?["regions"]?["r300"] == nil)
    }
}
