import SettingsFile
import Testing

@testable import touchd_read

@Suite struct `Settings of touchd-read` {
    private func parse(_ text: String) -> (settings: ReadSettings?, mistakes: [String]) {
        let (settings, mistakes) = SettingsFile.parse(Array(text.utf8), ReadTable.settings, SettingsReader.read)
        return (settings, mistakes.map { "\($0.mark.line):\($0.mark.column): \($0.message)" })
    }

    @Test func `the defaults are those of the table`() {
        #expect(parse("window: surface\n").settings == ReadSettings())
        #expect(ReadSettings().patterns == ["**"])
    }

    @Test func `each key is read`() {
        let (settings, mistakes) = parse("window: screen\nsurfaces: [{ id: app, application: Chromium }, { id: map }]\nsocket: /run/x.sock\n")
        #expect(mistakes.isEmpty)
        let surfaces = [ReadSettings.Surface(id: "app", application: "Chromium"), ReadSettings.Surface(id: "map")]
        #expect(settings == ReadSettings(window: .screen, surfaces: surfaces, socket: "/run/x.sock"))
        #expect(settings?.patterns == ["app", "**/app", "map", "**/map"])
    }

    @Test(arguments: [
        ("surfaces: [{ id: a }, { id: a }]\n", "1:23: the surface \"a\" is there twice"),
        ("surfaces: [{ id: \"*\" }]\n", "1:18: \"id\": expected the id of a surface, without \"*\" and \"/\", found string \"*\""),
        ("windows: screen\n", "1:1: unknown key \"windows\" in the file; did you mean \"window\"?"),
    ])
    func `what cannot be is refused at its place`(text: String, message: String) { #expect(parse(text).mistakes == [message]) }

    @Test func `there are at most sixteen surfaces`() {
        let text = "surfaces: [" + (0..<17).map { "{ id: x\($0) }" }.joined(separator: ", ") + "]\n"
        #expect(parse(text).mistakes == ["1:11: \"surfaces\": expected at most 16 surfaces, found 17"])
    }
}
