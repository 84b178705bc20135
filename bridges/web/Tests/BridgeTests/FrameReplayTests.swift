import Files
import Glibc
import Testing

/// Feeds the corpus of the fuzzer of this bridge to the same function as libFuzzer does (Tests/Fuzz/README.md). A failed check ends the process.
@Suite struct FrameReplayTests {
    private static let folder =
        String(#filePath.dropLast("/bridges/web/Tests/BridgeTests/FrameReplayTests.swift".count)) + "/Tests/Fuzz/corpus/frames"

    @Test func `the corpus of the fuzzer passes`() throws {
        let stream = try #require(opendir(Self.folder))
        defer { closedir(stream) }
        var count = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasPrefix(".") { continue }
            count += 1
            fuzzFrames(try readFile(Self.folder + "/" + name, atMost: 1 << 16))
        }
        #expect(count > 20)
    }
}
