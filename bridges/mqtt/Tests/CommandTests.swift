import JSON
import Support
import Testing

@testable import touchd_mqtt

@Suite struct CommandTests {
    private func request(_ kind: Command.Kind, _ payload: String) throws(Command.Refusal) -> JSONValue {
        .object(try Command(kind, Array(payload.utf8)).request)
    }

    @Test func `a command is one request to touchd`() throws {
        #expect(try request(.reload, "{}") == ["type": "reload"])
        #expect(try request(.clean, "{}") == ["type": "screen", "mode": "cleaning", "seconds": .number(60)])
        #expect(
            try request(.clean, #"{"screen":"left","seconds":5}"#) == ["type": "screen", "screen": "left", "mode": "cleaning", "seconds": .number(5)])
        #expect(try request(.clean, #"{"on":false}"#) == ["type": "screen", "mode": "normal"])
        #expect(try request(.display, "ON") == ["type": "screen", "display": "on"])
        #expect(try request(.display, #"{"display":"off"}"#) == ["type": "screen", "display": "off"])
    }

    @Test func `a command for cleaning is never done where the glass is locked`() throws {
        #expect(try Command(.clean, Array(#"{"on":false}"#.utf8)).modes == ["cleaning", "normal"])
        #expect(try Command(.clean, Array("{}".utf8)).modes == ["normal", "cleaning"])
        #expect(try Command(.display, Array("on".utf8)).modes.isEmpty && Command(.reload, Array("{}".utf8)).modes.isEmpty)
    }

    @Test(arguments: [
        (Command.Kind.reload, #"{"reset":true}"#), (.reload, #"{"type":"inject"}"#), (.reload, "on"), (.clean, #"{"seconds":0}"#),
        (.clean, #"{"seconds":3601}"#), (.clean, #"{"seconds":"5"}"#), (.clean, #"{"on":1}"#), (.clean, #"{"mode":"locked"}"#), (.display, ""),
        (.reload, ""), (.clean, ""),
        (.display, "maybe"), (.display, #"{"display":"on","screen":7}"#), (.display, #"{"display":"on","by":""}"#), (.clean, "[1]"), (.clean, "{"),
    ]) func `what is not known is refused, and nothing of it reaches touchd`(kind: Command.Kind, payload: String) {
        #expect(throws: Command.Refusal.self) { try request(kind, payload) }
    }

    @Test func `no mark beside a quotation mark lets whoever it is by end the bridge's own words`() throws {
        for text in HostileText("\"'\\:", random: 200) where (1...64).contains(text.utf8.count) {
            var payload: [UInt8] = []
            JSONValue.object(["by": .string(text), "id": .string(text)]).write(into: &payload)
            let command = try Command(.reload, payload)
            let by = try #require(command.by)
            #expect(!by.utf8.contains(UInt8(ascii: "\"")) && by.unicodeScalars.allSatisfy { $0.isPrintable }, "\(text.debugDescription)")
            #expect(by.unicodeScalars.count == text.unicodeScalars.count)
            #expect(command.id?.string.map { Array($0.utf8) } == Array(text.utf8), "\(text.debugDescription)")
        }
    }

    @Test func `whoever it is by is one line of a log, and does not end the bridge's own words`() throws {
        let by = try Command(.reload, Array(#"{"by":"a\nb\u001b[2J\u202e\": done"}"#.utf8)).by
        #expect(by == "a?b?[2J?': done")
    }

    @Test func `a payload has a limit`() {
        let payload = #"{"by":""# + String(repeating: "x", count: Command.payloadMax) + #""}"#
        #expect(throws: Command.Refusal.self) { try request(.reload, payload) }
    }

    @Test func `an id comes back as it was written, also from a payload that is wrong otherwise`() throws {
        #expect(try Command(.reload, Array(#"{"id":"a7"}"#.utf8)).id == "a7")
        #expect(Command.id(in: Array(#"{"id":1.50,"nonsense":1}"#.utf8))?.numberText == "1.50")
        #expect(Command.id(in: Array(#"{"id":{"a":1}}"#.utf8)) == nil)
    }

    @Test func `five commands at once, then one in two seconds`() {
        var pace = CommandPace()
        let admitted = (0..<100).count { _ in pace.admits(at: 1) }
        #expect(admitted == 5)
        #expect([1_900_000, 2_100_000].map { pace.admits(at: $0) } == [false, true])
    }
}
