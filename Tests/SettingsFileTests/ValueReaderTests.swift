import Testing
import Text

@testable import SettingsFile

@Suite struct `Settings' values` {
    private enum Level: String, CaseIterable { case low, high }

    private enum Key: String, CaseIterable { case socket, name }
    private enum Letter: String, CaseIterable { case a, b }

    /// The value that is read from the text, and the diagnostics.
    private func read<Value>(_ text: String, _ body: (YAMLValue, inout ValueReader) -> Value) -> (Value?, [String]) {
        let (value, mistakes) = SettingsFile.parse(Array(text.utf8), beginsWith: "a", body)
        return (value, mistakes.map { "\($0.mark.line):\($0.mark.column): \($0.message)" })
    }

    @Test func `an unknown key is a mistake with a hint, and the known ones are read`() {
        let (keys, mistakes) = read("sokcet: 1\nname: 2\n") { $1.entries($0, "the file", Key.self).map(\.key) }
        #expect(keys == [.name] && mistakes == ["1:1: unknown key \"sokcet\" in the file; did you mean \"socket\"?"])
    }

    @Test func `a mapping is expected where keys are`() {
        let (_, mistakes) = read("[a]") { $1.entries($0, "the file", Key.self).count }
        #expect(mistakes == ["1:1: the file: expected keys, found a list"])
    }

    @Test func `booleans are plain words`() {
        #expect(read("true") { $1.flag($0, "on") }.0 == true)
        #expect(read("false") { $1.flag($0, "on") }.0 == false)
        for text in ["yes", "\"true\"", "1"] {
            let (flag, mistakes) = read(text) { $1.flag($0, "on") }
            #expect(flag == .some(nil) && mistakes.count == 1)
        }
    }

    @Test func `numbers are plain, finite and in their range`() {
        #expect(read("0.5") { $1.number($0, "n", in: 0.1...2) }.0 == 0.5)
        #expect(read("3") { $1.whole($0, "n", in: 1...3) }.0 == 3)
        for text in ["nan", "inf", "\"1\"", "3", "x"] { #expect(read(text) { $1.number($0, "n", in: 0.1...2) }.1.count == 1) }
        for text in ["0", "4", "1.5", "\"2\"", "[2]"] { #expect(read(text) { $1.whole($0, "n", in: 1...3) }.1.count == 1) }
    }

    @Test func `a path begins at the root, and a text can be printed`() {
        #expect(read("/run/a") { $1.path($0, "p") }.0 == "/run/a")
        for text in ["run/a", "\"\"", "\"/a\\x07\""] { #expect(read(text) { $1.path($0, "p") }.1.count == 1) }
    }

    @Test func `one of a few words is expected`() {
        #expect(read("high") { value, reader in reader.word(value, "level") as Level? }.0 == .high)
        #expect(
            read("mid") { value, reader in reader.word(value, "level") as Level? }.1
                == ["1:1: \"level\": expected one of \"low\", \"high\", found \"mid\""])
    }

    @Test func `all mistakes are said in the order of the file`() {
        let (_, mistakes) = read("a: 1\na: 2\nb: x\nc: y\n") { root, reader in
            for (key, value) in reader.entries(root, "the file", Letter.self).reversed() { _ = reader.whole(value, key.rawValue, in: 5...6) }
        }
        #expect(mistakes.map { $0.prefix(4) } == ["1:4:", "2:1:", "3:4:", "4:1:"])
    }

    @Test func `messages name the file, the line and the column`() {
        #expect(throws: SettingsFile.Refused(messages: ["/nowhere/a.yaml: error: No such file or directory"])) {
            try SettingsFile.load("/nowhere/a.yaml", beginsWith: "a") { _, _ in 0 }
        }
    }
}
