import JSON
import Testing

@testable import touchd_read

@Suite struct `Lines for the reader` {
    private func lines(_ text: String) throws -> [KioskLine] { KioskLine.lines(try JSONReader.parse(Array(text.utf8))) }

    @Test(arguments: [
        "{}", "[]", #"{"type":"explore"}"#, #"{"type":"explore","screen":"main","surface":"a","turn":1}"#,
        #"{"type":"explore","screen":"main","surface":"a","turn":1.5,"x":1,"y":1}"#,
        #"{"type":"navigate","screen":"main","surface":"a","turn":1,"direction":"up"}"#,
        #"{"type":"activate","screen":"main","region":"a","turn":1}"#, #"{"type":"focus","screen":"main","turn":1}"#,
        #"{"type":"cue","screen":"main","cue":"end"}"#, #"{"type":"accessibility","screen":"main"}"#, #"{"type":"reply","id":1,"ok":true}"#,
    ])
    func `a line without its keys is no line`(text: String) throws { #expect(try lines(text) == []) }

    @Test func `an activation says whether touchd has made a touch`() throws {
        #expect(
            try lines(#"{"type":"activate","screen":"main","region":"a","turn":3,"touch":null}"#)
                == [.activate(screen: "main", region: "a", turn: 3, isTouched: false)])
        #expect(
            try lines(#"{"type":"activate","screen":"main","region":"a","turn":3,"touch":70000}"#)
                == [.activate(screen: "main", region: "a", turn: 3, isTouched: true)])
    }

    @Test func `a snapshot has profiles and the boxes of surfaces, turned or not`() throws {
        let text = """
            {"type":"snapshot","screens":[{"screen":"main","accessibility":{"profiles":["speech"]}},{"screen":"side"}],"regions":[
            {"id":"app","kind":"surface","screen":"main","bounds":[0,0,100,50],"toScreen":[0,1,-1,0,200,10]},
            {"id":"ok","kind":"button","screen":"main","bounds":[0,0,1,1],"toScreen":[1,0,0,1,0,0]},{"id":"x"},7]}
            """
        #expect(
            try lines(text) == [
                .profiles(screen: "main", isOn: true),
                .regions(
                    [
                        KioskLine.Region(id: "app", surface: "main", box: Box(x: 150, y: 10, width: 50, height: 100)),
                        KioskLine.Region(id: "ok", surface: nil, box: Box(x: 0, y: 0, width: 1, height: 1)),
                    ], removed: [], isAll: true),
            ])
    }

    @Test func `a reload replaces all regions, and a refused one none`() throws {
        let text = """
            {"type":"config","ok":true,"regions":[
            {"id":"app","kind":"surface","screen":"main","bounds":[0,0,9,9],"toScreen":[1,0,0,1,0,0]}]}
            """
        let app = KioskLine.Region(id: "app", surface: "main", box: Box(x: 0, y: 0, width: 9, height: 9))
        #expect(try lines(text) == [.regions([app], removed: [], isAll: true)])
        #expect(try lines(#"{"type":"config","ok":false,"diagnostics":[]}"#) == [])
    }
}
