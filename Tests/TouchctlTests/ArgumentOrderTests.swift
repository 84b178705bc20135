import Testing

@testable import touchctl

@Suite struct ArgumentOrderTests {
    private func ordered(_ line: String) -> String {
        ArgumentOrder.commandFirst(line.split(separator: " ").map(String.init), of: Touchctl.self).joined(separator: " ")
    }

    @Test(arguments: [
        ("--socket /tmp/s status", "status --socket /tmp/s"), ("--socket=/tmp/s --json status", "status --socket=/tmp/s --json"),
        ("--instance left inject tap 1 2 --json", "inject tap --instance left 1 2 --json"), ("--json stauts", "stauts --json"),
        ("--config a.yaml hit 1 2", "hit --config a.yaml 1 2"), ("-V", "--version"),
    ])
    func `options before the command come after it`(line: String, expected: String) { #expect(ordered(line) == expected) }

    @Test(arguments: [
        "", "status --socket /tmp/s", "--help", "--version", "--json", "--socket /tmp/s", "--nonsense status", "--help chek", "--json help",
    ])
    func `everything else stays`(line: String) { #expect(ordered(line) == line) }

    @Test func `options of most commands are read before the command, too`() throws {
        let status = try Touchctl.parseAsRoot(Touchctl.prepared(["--socket", "/tmp/s", "--json", "status"])) as? Status
        #expect(status?.sockets.events.path == "/tmp/s" && status?.json.isOn == true)
        let hit = try Touchctl.parseAsRoot(Touchctl.prepared(["--config", "a.yaml", "hit", "-5", "1"])) as? Hit
        #expect(hit?.x == -5 && hit?.config == "a.yaml")
    }

    @Test(arguments: ["--show all", "--show=all"])
    func `show takes the word all, and no file`(option: String) throws {
        let words = option.split(separator: " ").map(String.init)
        let all = try Touchctl.parseAsRoot(Touchctl.prepared(["test"] + words + ["a.json"])) as? touchctl.Test
        #expect(all?.files == ["a.json"] && all?.showsAll == true)
        let some = try Touchctl.parseAsRoot(Touchctl.prepared(["test", "--show", "a.json"])) as? touchctl.Test
        #expect(some?.files == ["a.json"] && some?.show == true && some?.showsAll == false)
    }
}
