import Glibc
import Testing

@testable import Configuration

/// The parser's half of the corpus test; `schema_agrees.py` tests the JSON Schema with the same files.
@Suite struct CorpusTests {
    @Test(arguments: Fixtures.files(in: Fixtures.here + "/Corpus/valid"))
    func `valid documents are accepted`(file: String) throws {
        let result = try loadConfiguration(file: file)
        #expect(errors(result) == [])
        #expect(result.settings != nil)
    }

    @Test(arguments: ["invalid", "semantic"].flatMap { Fixtures.files(in: "\(Fixtures.here)/Corpus/\($0)") })
    func `invalid documents are refused`(file: String) throws {
        let result = try loadConfiguration(file: file)
        #expect(errors(result) != [])
        #expect(result.settings == nil)
    }

    @Test func `the corpus is there`() {
        for (directory, atLeast) in [("valid", 30), ("invalid", 60), ("semantic", 15)] {
            #expect(Fixtures.files(in: "\(Fixtures.here)/Corpus/\(directory)").count >= atLeast)
        }
    }

    /// Compares each file's diagnostics word for word. With UPDATE_GOLDEN set in the environment the list is written instead, to be reviewed like
    /// code.
    @Test func `what is said of each refused document`() throws {
        let golden = Fixtures.here + "/Corpus/diagnostics.txt"
        let corpus = Fixtures.here + "/Corpus/"
        let lines = try ["invalid", "semantic"].flatMap { Fixtures.files(in: corpus + $0) }.flatMap { file in
            let text = try Fixtures.read(file)
            return readConfiguration(text, file: String(file.dropFirst(corpus.count))).diagnostics.map(\.description)
        }
        if getenv("UPDATE_GOLDEN") != nil {
            let file = try #require(fopen(golden, "w"))
            fputs(lines.map { $0 + "\n" }.joined(), file)
            fclose(file)
        }
        let expected = try String(decoding: Fixtures.read(golden), as: UTF8.self).split(separator: "\n").map(
            String.init)
        #expect(lines == expected)
    }
}
