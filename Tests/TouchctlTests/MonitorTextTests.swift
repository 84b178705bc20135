import Testing
import Wire

@testable import touchctl

@Suite struct `Monitor's text` {
    private func lines(_ line: String, color: Bool = false, where isWanted: (JSONValue) -> Bool = { _ in true }) throws -> [String] {
        MonitorText(paint: Paint(isOn: color)).lines(try JSONReader.parse(Array(line.utf8)), where: isWanted)
    }

    private func frame(_ events: String, panel: String = "main-0") -> String {
        #"{"type":"frame","seq":1,"time":1234567,"panel":"\#(panel)","events":[\#(events)]}"#
    }

    private let touch = #"{"event":"touch","id":65536,"phase":"cancelled","reason":"palm","region":"ok","target":"ok","x":1.25,"y":2,"tapCount":1}"#

    @Test func `a touch is its id, phase, reason, region and place, and of the rest what is out of the ordinary`() throws {
        #expect(try lines(frame(touch)) == ["1.235        65536 cancelled (palm) ok                    1.3      2.0"])
        let odd = touch.replacing(#""tapCount":1"#, with: #""tapCount":2,"inside":false,"pressure":0.5"#)
        #expect(try lines(frame(odd))[0].hasSuffix("  outside  tap 2  pressure 0.5"))
    }

    @Test func `of a frame only the events that are wanted are shown, and injected ones say so`() throws {
        let scroll = #"{"event":"scroll","region":"list","state":"changed","offset":[0,20]}"#
        let shown = try lines(frame(touch + "," + scroll, panel: "main-injected")) { $0["event"]?.string == "scroll" }
        #expect(shown.count == 1)
        #expect(shown[0].hasSuffix("scroll list changed  offset 0,20  injected"))
    }

    @Test func `a reload is shown with what gave way to it`() throws {
        let config = #"{"type":"config","ok":true,"generation":3,"gaveWay":[{"region":"pop","key":"frame","client":7},{"region":"list"}]}"#
        #expect(
            try lines(config) == [
                "configuration reloaded, generation 3", "gave way: pop frame, of client number 7", "gave way: list as a whole",
            ])
        #expect(try lines(#"{"type":"overridden","region":"pop","key":"frame","generation":3}"#) == ["overridden: pop frame"])
        #expect(try lines(#"{"type":"warning","code":"x","message":"the file is wrong"}"#) == ["warning: the file is wrong"])
    }

    @Test func `a snapshot says which screens are closed`() throws {
        let screens = #"[{"screen":"main","mode":"locked"},{"screen":"side","mode":"normal"},{"screen":"old"}]"#
        #expect(
            try lines(#"{"type":"snapshot","panels":[],"regions":[],"touches":[],"screens":\#(screens)}"#) == [
                "0 panels, 0 regions, 0 touches down", "screen main mode locked: no touch reaches anybody",
            ])
    }

    @Test func `a line of an unknown type is shown key by key`() throws {
        #expect(try lines(#"{"type":"weather","sun":true,"wind":[1,2.5]}"#) == ["weather  sun yes  wind 1,2.5"])
    }

    @Test func `text that would change the terminal is shown without its power`() throws {
        #expect(try lines(#"{"type":"hello","server":"a\u001b[31mb","epoch":"\u202e"}"#) == ["connected to a?[31mb, epoch ?"])
    }

    @Test func `colours end where they are to end`() throws {
        #expect(
            try lines(#"{"type":"panel","panel":"main-0","state":"removed"}"#, color: true) == [
                "\u{1b}[1mpanel main-0 removed\u{1b}[0m: unplugged, closed, or its recording has ended"
            ])
    }
}
