import JSON
import Testing

@testable import touchd_speak

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

    @Test func `a frame with a new finger is a touch of its panel's screen, unless touchd has made the finger`() throws {
        func touch(_ events: String, panel: String = "main-0") throws -> KioskLine? {
            let text = #"{"type":"frame","seq":2,"time":7,"panel":"\#(panel)","events":[\#(events)]}"#
            return KioskLine.touch(inFrame: try JSONReader.parse(Array(text.utf8)), screens: ["main-0": "main"])
        }
        let began = #"{"event":"touch","id":1,"phase":"began","x":1,"y":2}"#
        let moved = #"{"event":"touch","id":2,"phase":"moved"}"#
        #expect(try touch("\(moved),\(began)") == KioskLine(screen: "main", time: 7, .touch))
        #expect(try touch(moved) == nil && touch(began, panel: "side-0") == nil)
        #expect(try touch(#"{"event":"touch","id":1,"phase":"began","by":"accessibility"}"#) == nil)
    }

    @Test func `a snapshot has the profiles of its screens`() throws {
        let text = #"{"type":"snapshot","screens":[{"id":"main","accessibility":{"profiles":["speech"]}},{"id":"side"},7]}"#
        let lines = KioskLine.lines(ofSnapshot: try JSONReader.parse(Array(text.utf8)))
        #expect(lines == [KioskLine(screen: "main", .profiles(["speech"], isPrivate: nil))])
    }
}
