import JSON
import Testing

@testable import touchd_mqtt

/// Commands without a touchd: a command that would be passed on to touchd is answered with `touchdDown`.
@Suite struct CommandDeskTests {
    private let link = TouchdLink("/nowhere") {}

    private func code(_ name: String, _ payload: String, isRetained: Bool = false, modes: [String] = ["normal"]) -> String? {
        var settings = BridgeSettings()
        settings.commands = Set(Command.Kind.allCases)
        var desk = CommandDesk(settings, Topics(prefix: "touchd", kiosk: "k"))
        let screens = modes.enumerated().map { KioskReport.Screen(id: "s\($0)", state: ["mode": .string($1)], lastTouch: .null) }
        var code: String?
        desk.handle(name, Array(payload.utf8), isRetained: isRetained, screens, link) { answer in
            code = (try? JSONReader.parse(answer.payload))?["error"]?["code"]?.string
        }
        return code
    }

    @Test func `a message that takes a retained one off its topic asks for nothing`() {
        for name in Command.Kind.allCases.map(\.rawValue) {
            #expect(code(name, "") == nil)
            #expect(code(name, "", isRetained: true) == nil)
        }
        #expect(code("reload", "{}") == "touchdDown")
    }

    @Test func `a retained command is refused`() { #expect(code("reload", "{}", isRetained: true) == "retained") }

    @Test func `cleaning opens no glass that is locked`() {
        #expect(code("clean", "{}", modes: ["locked"]) == "locked")
        #expect(code("clean", #"{"on":false}"#, modes: ["locked", "normal"]) == "locked")
        #expect(code("clean", #"{"screen":"s1"}"#, modes: ["normal", "locked"]) == "locked")
        #expect(code("clean", #"{"screen":"s1"}"#, modes: ["locked", "cleaning"]) == "touchdDown")
        #expect(code("display", "on", modes: ["locked"]) == "touchdDown")
    }
}
