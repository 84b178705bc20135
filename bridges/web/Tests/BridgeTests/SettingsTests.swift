import SettingsFile
import StrictYAML
import Testing

@testable import Bridge

@Suite struct SettingsTests {
    private func parse(_ text: String) -> (settings: Settings?, mistakes: [Diagnostic]) {
        SettingsFile.parse(Array(text.utf8), .web, SettingsReader.read)
    }
    private func mistakes(_ text: String) -> [String] {
        parse(text).mistakes.map { "\($0.mark.line):\($0.mark.column): \($0.message)" }
    }
    private let tokens = "tokens: [{ name: kiosk, file: /t }]\n"

    @Test func `what is not said has a default`() throws {
        let (parsed, mistakes) = parse(tokens)
        let settings = try #require(parsed)
        #expect(mistakes.isEmpty && settings.socket == "/run/touchd/events.sock" && !settings.isAdmin)
        #expect(settings.listen.map(\.text) == ["127.0.0.1:8137"])
    }

    @Test func `all mistakes have their places`() {
        let found = mistakes(tokens + "listn: x\norigins: [\"*\"]\n")
        #expect(found.count == 2 && found[0] == "2:1: unknown key \"listn\" in the file; did you mean \"listen\"?" && found[1].hasPrefix("3:11: "))
    }

    @Test func `the origin of pages from files needs no quotation marks, and no other word stands for it`() {
        #expect(parse(tokens + "origins: [null, \"null\", \"http://a\"]\n").settings?.origins == ["null", "null", "http://a"])
        #expect(mistakes(tokens + "origins: [null]\n").isEmpty)
        for word in ["~", "Null", ""] { #expect(mistakes(tokens + "origins: [\(word.isEmpty ? "\"\"" : word)]\n").count == 1, "\(word)") }
        #expect(mistakes(tokens + "origins:\n  -\n").count == 1)
    }

    @Test func `a token's name is one that touchd takes`() {
        func found(_ name: String) -> [String] { mistakes("tokens: [{ name: \"\(name)\", file: /t }]\n") }
        #expect(found("kiosk-1.a_B").isEmpty && found(String(repeating: "k", count: 64)).isEmpty)
        for name in ["kiosk page", "kiosk*", "kiösk", String(repeating: "k", count: 65)] {
            #expect(found(name).count == 1 && found(name)[0].hasPrefix("1:18: "))
        }
    }

    @Test func `limits are numbers in their range`() throws {
        let settings = try #require(parse(tokens + "limits: { connections: 7, ping: 0.5, message: 2048 }\n").settings)
        #expect(settings.limits.connections == 7 && settings.limits.ping == 0.5 && settings.limits.message == 2048 && settings.limits.tool == 60)
        for limit in ["connections: 0", "connections: 1.5", "message: 100", "ping: 0", "ping: nan", "tool: \"5\"", "request: 4000"] {
            #expect(mistakes(tokens + "limits: { \(limit) }\n").count == 1)
        }
    }

    @Test func `four keys count at the start alone`() {
        let old = Settings()
        #expect(old.keysOfStart(changedIn: Settings(hosts: ["a:1"], origins: ["null"], tools: Settings.Tools(touchctl: "/t"), speech: "/s")).isEmpty)
        let new = Settings(listen: [], socket: "/s", isAdmin: true, pages: "/p")
        #expect(old.keysOfStart(changedIn: new) == ["listen", "socket", "admin", "pages"])
    }

    @Test func `pages do not get the admin socket by accident`() {
        #expect(mistakes(tokens + "socket: /run/touchd/admin.sock\nadmin: false\n").count == 1)
    }
}
