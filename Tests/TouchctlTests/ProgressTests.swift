import Testing

@testable import touchctl

@Suite struct ProgressTests {
    private final class Terminal {
        var now: Int64 = 0
        var lines: [String] = []
    }

    private func progress(_ terminal: Terminal, of total: Int, isOn: Bool = true) -> Progress {
        Progress("replaying", of: total, isOn: isOn, clock: { terminal.now }) { terminal.lines.append($0) }
    }

    @Test func `work of less than two seconds shows nothing`() {
        let terminal = Terminal()
        let progress = progress(terminal, of: 10)
        for step in 1...10 {
            terminal.now = Int64(step) * 190_000
            progress.advance()
        }
        progress.finish()
        #expect(terminal.lines == [])
    }

    @Test func `longer work shows how much is done, and removes the line at the end`() {
        let terminal = Terminal()
        let progress = progress(terminal, of: 10)
        for step in 1...10 {
            terminal.now = Int64(step) * 500_000
            progress.advance()
        }
        progress.finish()
        #expect(terminal.lines.count == 8)
        #expect(terminal.lines.first == "\r\u{1b}[Ktouchctl: replaying, 40 %" && terminal.lines[6] == "\r\u{1b}[Ktouchctl: replaying, 99 %")
        #expect(terminal.lines.last == "\r\u{1b}[K")
    }

    @Test func `the line is redrawn at most five times a second`() {
        let terminal = Terminal()
        let progress = progress(terminal, of: 9_000)
        for step in 1...9_000 {
            terminal.now = 2_000_000 + Int64(step) * 100
            progress.advance()
        }
        #expect(terminal.lines.count == 5)
    }

    @Test func `what is no terminal gets nothing, and no clock is read`() {
        let progress = Progress(
            "replaying", of: 1, isOn: false, clock: { fatalError("the clock is read") }, draw: { _ in fatalError("something is drawn") })
        progress.advance()
        progress.finish()
    }
}
