import Support
import Testing

@testable import Sockets

@Suite struct `Line buffer` {
    private func lines(_ buffer: inout LineBuffer) -> [String] {
        var lines: [String] = []
        while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }

    @Test func `a line comes when its end has come`() {
        var buffer = LineBuffer()
        buffer.append("on".utf8)
        #expect(lines(&buffer) == [])
        #expect(buffer.count == 2)
        buffer.append("e\ntwo\nthr".utf8)
        #expect(lines(&buffer) == ["one", "two"])
        #expect(buffer.count == 3)
        buffer.append("\n".utf8)
        #expect(lines(&buffer) == ["thr"])
        #expect(buffer.count == 0)
    }

    @Test func `an empty line is a line`() {
        var buffer = LineBuffer()
        buffer.append("\n\na\n".utf8)
        #expect(lines(&buffer) == ["", "", "a"])
    }

    @Test func `the cuts between reads change nothing`() {
        var random = SeededRandom()
        for _ in 0..<rounds(200) {
            let expected = (0..<random(8)).map { _ in String(repeating: "x", count: random(12)) }
            let bytes = Array(expected.map { $0 + "\n" }.joined().utf8)
            var buffer = LineBuffer()
            var found: [String] = []
            var at = 0
            while at < bytes.count {
                let end = min(bytes.count, at + 1 + random(9))
                buffer.append(bytes[at..<end])
                at = end
                // Not every time, because lines that were not taken stay in the buffer.
                if random(2) == 0, let line = buffer.next() { found.append(String(decoding: line, as: UTF8.self)) }
            }
            found += lines(&buffer)
            #expect(found == expected)
            #expect(buffer.count == 0)
        }
    }
}
