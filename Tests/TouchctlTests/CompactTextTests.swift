import Testing
import Wire

@testable import touchctl

@Suite struct `Monitor's compact text` {
    private var text = CompactText(paint: Paint(isOn: false))

    private mutating func lines(_ time: Double, _ events: String..., panel: String = "main-0") -> [String] {
        let line = #"{"type":"frame","seq":1,"time":\#(Int(time * 1_000_000)),"panel":"\#(panel)","events":[\#(events.joined(separator: ","))]}"#
        return text.lines(try! JSONReader.parse(Array(line.utf8))) { _ in true }
    }

    private func touch(_ phase: String, _ x: Double, id: Int = 65536, region: String = "map", _ more: String = "") -> String {
        #"{"event":"touch","id":\#(id),"phase":"\#(phase)","region":"\#(region)","target":"\#(region)","x":\#(x),"y":20,"tapCount":1\#(more)}"#
    }

    @Test mutating func `a touch is one line at its end, with where it began and ended, for how long, and how many moves`() {
        #expect(lines(1, touch("began", 10)) == [])
        for index in 1...3 { #expect(lines(1 + Double(index) / 10, touch("moved", 10 + Double(index))) == []) }
        #expect(text.inProgress == ["1.3          65536 moved      map                  10.0     20.0 ->    13.0     20.0  0.3 s, 3 moves"])
        #expect(
            lines(1.5, touch("ended", 13)) == ["1.5          65536 ended      map                  10.0     20.0 ->    13.0     20.0  0.5 s, 3 moves"]
        )
        #expect(text.inProgress == [])
    }

    @Test mutating func `each receiver of a touch has its line, and a cancel its reason`() {
        _ = lines(1, touch("began", 10), touch("began", 10, region: "eye"), touch("began", 50, id: 65537))
        let ended = lines(2, touch("cancelled", 10, region: "eye", #","reason":"gesture""#), touch("ended", 10, #","inside":false"#))
        #expect(
            ended.map { String($0.dropFirst(13)) } == [
                "65536 cancelled (gesture) eye                  10.0     20.0 ->    10.0     20.0  1.0 s, 0 moves",
                "65536 ended      map                  10.0     20.0 ->    10.0     20.0  1.0 s, 0 moves  outside",
            ])
        #expect(text.inProgress.count == 1)
    }

    @Test mutating func `gestures, controls and scrolls are a line each, discrete gestures as they come`() {
        let pan = #"{"event":"gesture","gesture":"slide","kind":"pan","region":"map","touches":[1],"local":[%,0],"translation":[%,0],"state":"#
        func slide(_ state: String, _ x: Int) -> String { pan.replacing("%", with: "\(x)") + "\"\(state)\"}" }
        func control(_ action: String, _ more: String = "") -> String {
            #"{"event":"control","region":"volume","action":"\#(action)","id":7\#(more)}"#
        }
        func scroll(_ state: String, _ y: Int) -> String {
            #"{"event":"scroll","region":"list","offset":[0,\#(y)],"zoomScale":1,"state":"\#(state)"}"#
        }
        #expect(lines(1, slide("began", 10), control("touchDown"), scroll("began", 0)) == [])
        #expect(lines(2, slide("changed", 20), control("touchDragExit"), control("valueChanged", #","value":4"#), scroll("changed", 90)) == [])
        let ended = lines(3, slide("ended", 30), control("touchUpOutside"), scroll("ended", 120))
        #expect(
            ended == [
                "3.0          gesture slide (pan) ended on map  2.0 s, 1 change  local 10,0 -> 30,0  translation 30,0",
                "3.0          control volume touchUpOutside  touch 7  2.0 s  after touchDragExit  1 value",
                "3.0          scroll list ended  2.0 s, 1 change  offset 0,0 -> 0,120  zoomScale 1",
            ])
        let tap = #"{"event":"gesture","gesture":"twice","kind":"tap","region":"map","state":"recognized","taps":2}"#
        #expect(lines(4, tap) == ["4.0          gesture twice (tap) recognized on map  taps 2"])
    }

    @Test mutating func `what has no begin stands alone`() {
        #expect(lines(1, #"{"event":"control","region":"light","action":"valueChanged","id":7,"isOn":true}"#).count == 1)
        #expect(text.inProgress == [])
    }

    @Test mutating func `a touch in a sensitive region has no places`() {
        func event(_ phase: String) -> String { #"{"event":"sensitive","id":9,"phase":"\#(phase)","region":"pin","target":"pin"}"# }
        _ = lines(1, event("began"))
        #expect(lines(1.25, event("ended")) == ["1.25         9 ended      pin              sensitive  0.25 s, 0 moves"])
    }

    @Test mutating func `who lagged, and who hears nothing more, is told what has not ended`() throws {
        _ = lines(1, touch("began", 10))
        let lagged = text.lines(try JSONReader.parse(Array(#"{"type":"lagged","seq":2,"merged":3,"cancelled":[65536]}"#.utf8))) { _ in true }
        #expect(lagged.count == 2 && lagged[0].hasSuffix("0.0 s, 0 moves  lagged") && lagged[1].hasPrefix("lagged: "))
        _ = lines(2, touch("began", 10))
        #expect(text.finish().map { $0.hasSuffix("  not ended") } == [true])
        #expect(text.inProgress == [])
    }
}
