import JSON
import Testing

@testable import Speech

@Suite struct `Lines of touchd` {
    @Test(arguments: [
        "{}", #"{"type":"focus"}"#, #"{"type":"focus","screen":7}"#, #"{"type":"cue","screen":"main"}"#, #"{"type":"accessibility","screen":"main"}"#,
        #"{"type":"accessibilityGesture","screen":"main"}"#, #"{"type":"screen","screen":"main"}"#, #"[]"#, #"{"type":["focus"],"screen":"main"}"#,
    ])
    func `a line without its keys is no line`(text: String) throws { #expect(try Fixtures.line(text) == nil) }

    @Test func `values of another type are absent`() throws {
        let line =
            #"{"type":"focus","screen":"main","turn":1.5,"time":"x","role":3,"label":[],"hint":{},"value":[],"states":[1,"on"],"private":"yes"}"#
        let read = try #require(try Fixtures.line(line))
        guard case .focus(let element) = read.content else { return #expect(Bool(false)) }
        #expect(
            read.turn == nil && read.time == nil && element.label == nil && element.value == nil && element.states == ["on"] && !element.isPrivate)
    }

    @Test func `a snapshot has the profiles of its screens`() throws {
        let text = #"{"type":"snapshot","screens":[{"id":"main","accessibility":{"profiles":["speech"]}},{"id":"side"},7]}"#
        let lines = KioskLine.lines(ofSnapshot: try JSONReader.parse(Array(text.utf8)))
        #expect(lines == [KioskLine(screen: "main", .profiles(["speech"], isPrivate: nil))])
    }
}
