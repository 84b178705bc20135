import Support
import Testing

@testable import Wire

@Suite struct `Acknowledgements` {
    private func quickly(_ line: String) -> Request? { Request.acknowledgement(Array(("xx" + line + "yy").utf8)[2..<2 + line.utf8.count]) }

    @Test func `a line is read as it is by way of JSON`() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<200 {
            let seq = random.next() % [10, 1000, 1_000_000_000, 1_000_000_000_000_000].randomElement(using: &random)!
            let blank = { (random: inout SeededRandom) in String(repeating: " ", count: Int(random.next() % 3)) }
            let line = #"{"type":\#(blank(&random))"ack",\#(blank(&random))"seq":\#(blank(&random))\#(seq)}"#
            let (quick, usual) = (quickly(line), try Request.parse(Array(line.utf8)))
            guard case .acknowledge(let first)? = quick?.body, case .acknowledge(let second) = usual.body else {
                Issue.record("\(line) is no acknowledgement")
                return
            }
            #expect(first == second && first == seq, "\(line)")
            #expect(quick?.id == usual.id && quick?.requirement == usual.requirement && quick?.isQuery == usual.isQuery)
        }
    }

    @Test(arguments: [
        "", "{", #"{"type":"ack"}"#, #"{"type":"ack","seq":}"#, #"{"type":"ack","seq":01}"#, #"{"type":"ack","seq":-1}"#,
        #"{"type":"ack","seq":1.5}"#, #"{"type":"ack","seq":1e3}"#, #"{"type":"ack","seq":1000000000000000}"#, #"{"type":"ack","seq":1,"id":2}"#,
        #"{"type":"ack","seq":1} "#, #"{"type":"ack","seq":1}{"#, #"{"seq":1,"type":"ack"}"#, #"{"type":"a ck","seq":1}"#, #"{"type":"ping","id":1}"#,
    ]) func `any other line is left to the reader of all lines`(line: String) { #expect(quickly(line) == nil) }
}
