import Foundation
import Testing

/// Feeds the corpus of each fuzzer to the same function as libFuzzer does. A failed check ends the process; with `TOUCHD_CASES=1` the last line
/// names the file.
@Suite(.serialized) struct ReplayTests {
    struct Door: Sendable, CustomStringConvertible {
        let name: String
        let enter: @Sendable ([UInt8]) -> Void

        var description: String { name }
    }

    static let doors = [
        Door(name: "recordings", enter: fuzzRecordings), Door(name: "touches", enter: fuzzTouches), Door(name: "lines", enter: fuzzLines),
        Door(name: "requests", enter: fuzzRequests), Door(name: "edits", enter: fuzzEdits), Door(name: "configurations", enter: fuzzConfigurations),
        Door(name: "saved", enter: fuzzSaved), Door(name: "names", enter: fuzzNames), Door(name: "speech", enter: fuzzSpeech),
        Door(name: "reading", enter: fuzzReading), Door(name: "broker", enter: fuzzBroker), Door(name: "cursors", enter: fuzzCursors),
    ]
    /// The fuzzers whose corpus is replayed by others: `bridges/web/Tests` and `Tests/Fuzz/run 0 client`.
    static let others = ["frames", "client"]

    private static let folder = URL(fileURLWithPath: repository + "/Tests/Fuzz")

    @Test(arguments: doors) func `the corpus of a fuzzer passes`(door: Door) throws {
        let corpus = Self.folder.appendingPathComponent("corpus/\(door.name)")
        let files = try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()
        #expect(!files.isEmpty)
        for file in files {
            let path = corpus.appendingPathComponent(file)
            if getenv("TOUCHD_CASES") != nil { print(path.path) }
            door.enter(Array(try Data(contentsOf: path)))
        }
    }

    @Test func `each fuzzer of the script has a corpus that is replayed`() throws {
        let script = try String(contentsOf: Self.folder.appendingPathComponent("run"), encoding: .utf8)
        let list = try #require(script.split(separator: "\nall=(").last?.split(separator: ")").first)
        let all = list.split(separator: " ").map(String.init)
        #expect(Set(all) == Set(Self.doors.map(\.name) + Self.others))
        for name in all {
            let corpus = Self.folder.appendingPathComponent("corpus/\(name)")
            let files = try FileManager.default.contentsOfDirectory(atPath: corpus.path)
            #expect((5...100).contains(files.count), "\(name) has \(files.count) files")
            for file in files {
                let size = try FileManager.default.attributesOfItem(atPath: corpus.appendingPathComponent(file).path)[.size] as? Int
                #expect(size.map { $0 <= 8192 } == true, "\(name)/\(file) is not small")
            }
        }
    }
}
