import Testing

@testable import Text

@Suite struct `Places in a text` {
    private func mark(after text: String) -> Mark {
        var mark = Mark.start
        mark.advance(over: text.utf8)
        return mark
    }

    @Test func `lines and columns count from one`() {
        #expect(mark(after: "") == Mark(line: 1, column: 1))
        #expect(mark(after: "ab") == Mark(line: 1, column: 3))
        #expect(mark(after: "ab\n") == Mark(line: 2, column: 1))
        #expect(mark(after: "\n\nx") == Mark(line: 3, column: 2))
    }

    @Test func `a column is a character, however many bytes it has`() {
        #expect(mark(after: "é€😀").column == 4)
    }

    @Test func `to go on in steps is to go on at once`() {
        let text = "a: é\n  - 😀\n"
        let stepwise = text.utf8.reduce(into: Mark.start) { $0.advance(over: [$1]) }
        #expect(stepwise == mark(after: text))
    }

    @Test func `the file as a whole comes before each place in it`() {
        #expect([Mark(line: 2, column: 1), Mark.start, Mark(line: 1, column: 9), Mark.ofFile].sorted().map(\.column) == [0, 1, 9, 1])
    }
}
