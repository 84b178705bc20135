import Speech
import Testing
import Wire

@testable import touchctl

@Suite struct `The accessible glass as text` {
    private static let repository = String(#filePath.dropLast("/Tests/TouchctlTests/FocusTextTests.swift".count))

    private func text(speaks: Bool = true) throws -> FocusText {
        let languages = try SpokenLanguages(.usual, file: "", shipped: Self.repository + "/config/speak")
        return FocusText(paint: Paint(isOn: false), speaks ? Speaker(.usual, languages) : nil)
    }

    private func lines(_ line: String, _ text: inout FocusText) throws -> [String] { text.lines(try JSONReader.parse(Array(line.utf8))) }

    private let profile = #"{"type":"accessibility","screen":"main","profiles":["speech"],"private":false,"by":"jack","time":1000000}"#
    private let focus =
        #"{"type":"focus","screen":"main","turn":17,"time":1234567,"by":"explore","region":"buy","path":"kiosk/buy","#
        + #""role":"button","label":"Buy a ticket","states":["disabled"],"frame":[0,200,200,200]}"#

    @Test func `the focus comes with what is said of it`() throws {
        var text = try text()
        let start = try lines(profile, &text)
        #expect(start[0] == "1.0          speech is on  by jack  private no")
        #expect(start[1].hasPrefix("  says Speech is on. "))
        #expect(
            try lines(focus, &text) == [
                "1.235        focus kiosk/buy  by explore  frame 0,200,200,200  label Buy a ticket  role button  disabled",
                "  says Buy a ticket, button. not available.",
            ])
        #expect(try lines(#"{"type":"cue","screen":"main","cue":"end","time":1300000}"#, &text).first == "1.3          cue end")
        #expect(
            try lines(#"{"type":"explore","screen":"main","turn":18,"time":1400000,"surface":"app","x":10,"y":20.5}"#, &text)
                == ["1.4          explore app  x 10  y 20.5"])
        #expect(
            try lines(#"{"type":"accessibilityGesture","screen":"main","time":1500000,"fingers":3,"kind":"swipe","direction":"up"}"#, &text).first
                == "1.5          gesture  direction up  fingers 3  kind swipe")
    }

    @Test func `without texts nothing is said, and without a profile neither`() throws {
        var silent = try text(speaks: false)
        #expect(try lines(profile, &silent).count == 1)
        #expect(try lines(focus, &silent).count == 1)
        var text = try text()
        #expect(try lines(focus, &text).count == 1)
    }

    @Test func `a snapshot says which profiles are on, and what is said then needs no further line`() throws {
        var text = try text()
        let snapshot = #"{"type":"snapshot","screens":[{"id":"main","accessibility":{"profiles":["speech"]}},{"id":"other"}]}"#
        #expect(try lines(snapshot, &text).first == "screen main: speech is on")
        #expect(try lines(focus, &text).count == 2)
    }

    @Test func `other lines are not shown`() throws {
        func shows(_ line: String) throws -> Bool { FocusText.shows(try JSONReader.parse(Array(line.utf8))) }
        #expect(try shows(focus) && shows(profile))
        #expect(try !shows(#"{"type":"frame","events":[]}"#) && !shows(#"{"type":"screen"}"#))
    }

    @Test func `control characters of a label do not reach the terminal`() throws {
        var text = try text()
        _ = try lines(profile, &text)
        let hostile = focus.replacing("Buy a ticket", with: #"Buy\u001b[2J"#)
        #expect(try lines(hostile, &text).allSatisfy { !$0.unicodeScalars.contains("\u{1b}") })
    }
}
