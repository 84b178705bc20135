import JSON
import Testing

@testable import touchctl

@Suite struct CompletionTests {
    /// Names that the help gives to values which are files; `calibrate`'s "output" is a display.
    private static let files: Set<String> = [
        "config", "recordings", "files", "file", "journal", "path", "output", "folder",
    ]

    @Test func `shells complete file names where a command takes a file`() throws {
        let dump = try JSONReader.parse(Array(Touchctl._dumpHelp().utf8))
        var known: Set<String> = []
        func visit(_ command: JSONValue, _ parents: String) {
            let name = parents + (command["commandName"]?.string ?? "")
            for argument in command["arguments"]?.array ?? [] {
                let value = argument["valueName"]?.string ?? ""
                guard argument["kind"]?.string != "flag", Self.files.contains(value), !(name.hasSuffix(" calibrate") && value == "output") else {
                    continue
                }
                known.insert("\(name) \(value)")
                let kind = argument["completionKind"]
                #expect(kind?["file"] != nil || kind?["directory"] != nil, "\(name): \(value)")
            }
            for one in command["subcommands"]?.array ?? [] { visit(one, name + " ") }
        }
        visit(try #require(dump["command"]), "")
        #expect(known.isSuperset(of: ["touchctl check files", "touchctl replay recordings", "touchctl metrics file", "touchctl report config"]))
    }
}
