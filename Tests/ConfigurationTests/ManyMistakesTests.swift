import StrictYAML
import Testing

@testable import Configuration

/// A file with many mistakes: the first hundred by place, then the number of the others.
@Suite struct ManyMistakesTests {
    @Test func `the first hundred of the file are reported, in whatever order they are found`() {
        for order in [Array(1...1000), Array((1...1000).reversed()), Array(1...1000).map { $0 * 7 % 1009 }] {
            let log = DiagnosticLog(file: "f")
            for line in order { log.error(Mark(line: line, column: 1), "wrong \(line)") }
            let lines = order.sorted().prefix(100)
            #expect(log.inSourceOrder.map(\.description) == lines.map { "f:\($0):1: error: wrong \($0)" } + ["f: error: 900 more"])
            #expect(log.errorCount == 1000)
        }
    }

    @Test func `a hundred are reported without a count`() {
        let log = DiagnosticLog(file: "f")
        for line in 1...100 { log.error(Mark(line: line, column: 1), "wrong") }
        #expect(log.inSourceOrder.count == 100)
        #expect(!log.hasMoreErrors)
    }

    @Test func `warnings are counted by themselves`() {
        let log = DiagnosticLog(file: "f")
        for line in 1...150 {
            log.warning(Mark(line: line, column: 1), .neverHit, "odd")
            log.error(Mark(line: line, column: 1), "wrong")
        }
        let all = log.inSourceOrder.map(\.description)
        #expect(all.count == 202)
        #expect(all.suffix(2) == ["f: error: 50 more", "f: warning: 50 more"])
        #expect(all.prefix(2) == ["f:1:1: warning: odd [never-hit]", "f:1:1: error: wrong"])
    }

    @Test func `more definitions than the limit are one error, and what refers to one of them is none`() {
        let log = DiagnosticLog(file: "f")
        var ids = References(noun: "thing", most: 2)
        for line in 1...2 { ids.define("\(line)", Mark(line: line, column: 1), screen: 0, log: log) }
        #expect(!ids.isFull && !log.hasErrors)
        for line in 3...9 { ids.define("\(line)", Mark(line: line, column: 1), screen: 0, log: log) }
        #expect(ids.isFull)
        #expect(log.inSourceOrder.map(\.description) == ["f:3:1: error: this is thing number 3 of the file, and the limit is 2"])
    }

    @Test func `no message is made that nobody reads`() {
        let log = DiagnosticLog(file: "f")
        var made = 0
        func message() -> String {
            made += 1
            return "wrong"
        }
        for line in 1...100_000 { log.error(Mark(line: line, column: 1), message()) }
        #expect(made <= 200)
    }
}
