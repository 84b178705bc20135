import Testing
import Wire

@testable import touchctl

@Suite struct `Options that fit nothing` {
    private func warnings(_ line: String, panel: String? = nil) throws -> [String] {
        UnfittingOptions(panel: panel).warnings(try JSONReader.parse(Array(line.utf8)))
    }

    @Test func `each pattern without a region is a line, with what was probably meant`() throws {
        let reply = #"{"type":"reply","id":1,"ok":true,"subscription":1,"matched":0,"unmatched":[{"glob":"ok","near":"kiosk/menu/ok"},{"glob":"x"}]}"#
        #expect(
            try warnings(reply) == ["--regions ok matches no region now; did you mean kiosk/menu/ok?", "--regions x matches no region now"])
        #expect(try warnings(#"{"type":"reply","id":1,"ok":true,"subscription":1,"matched":3}"#) == [])
    }

    @Test func `a panel that there is not is a line, with the near one, or with all`() throws {
        let snapshot = #"{"type":"snapshot","panels":[{"id":"main-0"},{"id":"side-0"}]}"#
        #expect(try warnings(snapshot, panel: "main-0") == [])
        #expect(try warnings(snapshot, panel: "main-1") == ["--panel main-1 matches no panel now; did you mean main-0?"])
        #expect(try warnings(snapshot, panel: "nonsense") == ["--panel nonsense matches no panel now; the panels are main-0, side-0"])
        #expect(try warnings(#"{"type":"snapshot","panels":[]}"#, panel: "main-0") == ["--panel main-0 matches no panel now; there is none"])
        #expect(try warnings(snapshot, panel: "main-injected") == [])
        #expect(try warnings(snapshot) == [])
    }
}
