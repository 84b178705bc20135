import Glibc
import Recordings
import Testing
import TouchCore

/// Recordings of many makers' panels, kept beside the checkout because they belong to other people.
@Suite struct RealRecordingsTests {
    @Test func `all real recordings parse`() throws {
        let folder = Fixtures.realRecordings
        let index: [[String]]
        do {
            index = try Fixtures.lines(folder + "/INDEX.tsv").dropFirst().map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        } catch {
            print("skipped: the recordings of real panels are not beside the checkout (\(folder))")
            return
        }
        var count = 0
        for row in index where row[0].hasSuffix(".evemu") {
            let recording = try Recording.load(folder + "/" + row[0])
            #expect(recording.events.count == Int(row[6]), "\(row[0])")
            // The index's names have their surrounding space trimmed.
            #expect(recording.panel.name.contains(row[3]), "\(row[0])")
            #expect((recording.panel[axis: AbsCode.mtSlot] != nil) == (row[4] == "B"), "\(row[0])")
            if let slots = Int32(row[5]) {
                #expect(recording.panel[axis: AbsCode.mtSlot]?.maximum == slots - 1, "\(row[0])")
            }
            #expect(zip(recording.events, recording.events.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(row[0])")
            count += 1
        }
        #expect(count >= 30)
        let libinput = index.map { $0[0] }.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
        if libinput.isEmpty { print("skipped: there is none of libinput's among them") }
        for file in libinput {
            let recording = try Recording.load(folder + "/" + file)
            #expect(!recording.events.isEmpty, "\(file)")
        }
    }
}
