import Glibc
import Recordings
import Support
import Testing

/// Damaged files are read, or refused with a line number.
@Suite struct MutatedRecordingTests {
    /// The seed of a run, which is printed; `RECORDINGS_SEED` repeats it.
    static let seed: UInt64 = getenv("RECORDINGS_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 1 ... .max)

    @Test func `random edits never crash`() throws {
        print("RECORDINGS_SEED=\(Self.seed)")
        var random = SeededRandom(seed: Self.seed)
        let originals = try [
            "tap.evemu", "pressure-and-size.evemu", "protocol-a.evemu", "old-format.evemu", "single-touch.evemu",
            "two-fingers.yml", "several-devices.yml",
        ].map { try Fixtures.bytes("\(Fixtures.recordings)/\($0)") }
        var read = 0
        var refused = 0
        for _ in 0..<2000 {
            var bytes = originals.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) { edit(&bytes, using: &random) }
            do throws(RecordingError) {
                let recording = try Recording.parse(bytes, file: "f")
                #expect(recording.events.count <= bytes.count)
                read += 1
            } catch {
                let lines = bytes.count { $0 == 0x0a } + 1
                #expect(error.line.map { (1...lines).contains($0) } ?? bytes.isEmpty, "seed \(Self.seed): \(error)")
                refused += 1
            }
        }
        // Both outcomes occurred, so the test is meaningful.
        #expect(read > 0 && refused > 0)
    }

    private func edit(_ bytes: inout [UInt8], using random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: bytes.indices, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
        switch Int.random(in: 0...5, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: .random(in: bytes.indices, using: &random))
        case 4: bytes.insert(Array("0123456789abcdefx-+.: \t\r\n#EABNIPLS[]{},\"&*!".utf8).randomElement(using: &random)!, at: place)
        default: if Bool.random(using: &random), Bool.random(using: &random) { bytes.removeSubrange(place...) }
        }
    }
}
