import Files
import Glibc
import StrictYAML
import Testing
import Vocabulary

@testable import SettingsFile

/// The table of each bridge, its schema, its page in the documents and its shipped files.
@Suite struct SettingsTableTests {
    private static let here = String(#filePath.dropLast("/SettingsTableTests.swift".count))
    private static let repository = String(here.dropLast("/Tests/SettingsFileTests".count))
    private static let tables: [SettingsTable] = [.tuio, .mqtt, .web, ReadTable.settings, SpeakTable.settings, SpeakTextsTable.settings]

    private static func text(_ path: String) throws -> String { String(decoding: try readFile(path, atMost: 1 << 20), as: UTF8.self) }

    private func mistakes(_ text: String, _ table: SettingsTable) -> [String] {
        SettingsFile.parse(Array(text.utf8), file: "f", table) { _, _ in }.mistakes.map(\.description)
    }

    /// Compares the schema; with UPDATE_SCHEMA set in the environment the file is written instead.
    @Test(arguments: tables) func `the shipped schema is the one that the table gives`(table: SettingsTable) throws {
        let path = "\(Self.repository)/config/\(table.name).schema.json"
        if getenv("UPDATE_SCHEMA") != nil {
            let file = try #require(fopen(path, "w"))
            fputs(table.jsonSchema, file)
            fclose(file)
        }
        #expect(try Self.text(path) == table.jsonSchema)
    }

    @Test(arguments: [
        ("tuio", "tuio"), ("mqtt", "mqtt"), ("web", "web"), ("web-admin", "web"), ("read", "read"), ("speak", "speak"), ("speak/en", "speak-texts"),
        ("speak/de", "speak-texts"),
    ])
    func `a shipped file fits its table, and names its schema`(file: String, table: String) throws {
        let text = try Self.text("\(Self.repository)/config/\(file).yaml")
        let table = try #require(Self.tables.first { $0.name == table })
        #expect(mistakes(text, table) == [])
        #expect(text.split(separator: "\n").contains("# yaml-language-server: $schema=\(table.name).schema.json"))
    }

    @Test func `a file with a mistake is refused as a whole, with its path`() throws {
        let path = "/tmp/touchd-settings-\(getpid()).yaml"
        defer { unlink(path) }
        func load(_ text: String) throws -> String? {
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
            return try SettingsFile.load(path, .tuio) { root, _ in root["socket"]?.string }
        }
        let text = try Self.text("\(Self.repository)/config/tuio.yaml") + "\nsocket: /run/other.sock\n"
        #expect(try load(text) == "/run/other.sock")
        let refused = #expect(throws: SettingsFile.Refused.self) { try load(text + "sokcet: /run/third.sock\n") }
        #expect(refused?.messages.count == 1 && refused?.messages[0].hasPrefix(path + ":") == true, "\(refused?.messages ?? [])")
    }

    @Test(arguments: tables) func `an empty file is told its first key`(table: SettingsTable) {
        #expect(mistakes("# nothing\n", table) == ["f:1:1: error: the file is empty; it must begin with \"\(table.firstKey):\""])
    }

    @Test func `messages name the file, and are counted beyond a hundred`() {
        #expect(throws: SettingsFile.Refused(messages: ["/nowhere/a.yaml: error: No such file or directory"])) {
            try SettingsFile.load("/nowhere/a.yaml", .tuio) { _, _ in }
        }
        let many = mistakes("outputs: [{ screen: a }]\n" + (1...150).map { "key\($0): 1\n" }.joined(), .tuio)
        #expect(many.count == 101 && many.last == "f: error: 50 more")
    }

    @Test func `the table's mistakes and the reader's are in the order of the file`() {
        let (_, found) = SettingsFile.parse(Array("socket: run\noutputs: [{ screen: a, too: b }]\n".utf8), .tuio) { root, log in
            log.error(root["outputs"]!.mark, "from the reader")
        }
        #expect(found.map { "\($0.mark.line):\($0.mark.column)" } == ["1:9", "2:10", "2:24"])
    }

    @Test func `a refused value is read as absent, so that the reader does not refuse it again`() {
        let text = "broker: ''\nkeepalive: x\ntls: { ca: a }\nkiosk: a/b\ncommands: 1\n"
        let (value, found) = SettingsFile.parse(Array(text.utf8), .mqtt) { root, log in
            let broker = log.read(root["broker"], "broker", expected: "a host") { _ in nil as String? }
            return broker == nil && root.whole("keepalive") == nil && root["tls"]?.path("ca") == nil && root.name("kiosk") == nil
                && root.items("commands").isEmpty && root.text("user") == nil
        }
        #expect(value == true && found.count == 5)
    }

    // MARK: The corpus, whose other half is Tests/ConfigurationTests/schema_agrees.py

    private static func files(_ folder: String) throws -> [String] {
        try tables.flatMap { table in try list("\(here)/Corpus/\(table.name)/\(folder)").map { "\(table.name)/\(folder)/\($0)" } }
    }

    private static func list(_ folder: String) throws -> [String] {
        let stream = try #require(opendir(folder))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".yaml") { names.append(name) }
        }
        return names.sorted()
    }

    @Test(arguments: [("valid", 8, true), ("semantic", 12, true), ("invalid", 30, false)])
    func `a table accepts what fits it and refuses everything else`(folder: String, countMin: Int, isAccepted: Bool) throws {
        let files = try Self.files(folder)
        #expect(files.count >= countMin)
        for file in files {
            let table = try #require(Self.tables.first { file.hasPrefix($0.name + "/") })
            let found = mistakes(try Self.text("\(Self.here)/Corpus/\(file)"), table)
            #expect(found.isEmpty == isAccepted, "\(file): \(found)")
        }
    }

    // MARK: The documents

    /// A key with the objects that contain it: `limits.ping`.
    private struct Path {
        var text: String
        var key: Key
    }

    private static func paths(_ table: SettingsTable) -> [Path] { paths(table.format[SettingsTable.file], "", table) }

    private static func paths(_ shape: Shape, _ prefix: String, _ table: SettingsTable) -> [Path] {
        shape.keys.flatMap { key in
            let path = prefix + key.name
            var inner: [Path] = []
            switch key.type {
            case .members(let shape): inner = paths(shape, path + ".", table)
            case .list(.object(let name), _): inner = paths(table.format[name], path + ".", table)
            default: break
            }
            return [Path(text: path, key: key)] + inner
        }
    }

    @Test(arguments: tables) func `the page has a row for each key, with its range and its default`(table: SettingsTable) throws {
        let lines = try Self.text("\(Self.repository)/docs/\(table.name).md").split(separator: "\n", omittingEmptySubsequences: false)
        let head = try #require(lines.firstIndex(of: "| key | value | default |"))
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("| ") }
        func key(_ row: Substring) -> String { String(row.dropFirst(3).prefix { $0 != "`" }) }
        let paths = Self.paths(table)
        #expect(rows.map(key) == paths.map(\.text))
        for (row, path) in zip(rows, paths) {
            let cells = row.split(separator: "|").map { $0.filter { $0 != "`" } }
            #expect(cells.count == 3, "\(path.text)")
            let words = path.key.documentation.split(separator: " ").map { $0.last == "." || $0.last == "," ? $0.dropLast() : $0 }
            if case .number(let range) = path.key.type {
                let bounds = "\(shortest(range.minimum!)) to \(shortest(range.maximum!))"
                #expect(cells[1].contains(bounds), "\(path.text): \(bounds)")
            }
            if path.key.isRequired { #expect(cells[2].contains("required"), "\(path.text)") }
            // Single values; defaults in words are not compared.
            if let place = words.firstIndex(of: "Default:"), place == words.count - 2 {
                #expect(cells[2].contains(words[place + 1]), "\(path.text): \(words[place + 1])")
            } else {
                #expect(path.key.isRequired || cells[2].count > 2, "\(path.text)")
            }
        }
    }
}
