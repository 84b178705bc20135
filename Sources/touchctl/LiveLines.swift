import Glibc

/// Lines that are redrawn at the bottom of a terminal, below the lines that stay. If the output is not a terminal, there are none.
struct LiveLines {
    private let paint: Paint
    private let isOn = isatty(STDOUT_FILENO) == 1
    private var drawn = 0

    init(paint: Paint) { self.paint = paint }

    /// Prints lines that stay, then redraws the current ones below them.
    mutating func print(_ lines: [String], below moment: () -> [String]) {
        if !isOn { return lines.forEach(printPainted) }
        let width = max((terminalWidth ?? 80) - 1, 20)
        // A wrapped line would take two rows, and moving the cursor up would miss it.
        let moment = moment().suffix(16).map { paint(.faint, String($0.prefix(width))) }
        let up = drawn == 0 ? "" : "\u{1b}[\(drawn)A\u{1b}[J"
        let text = up + (lines + moment).map { $0 + "\n" }.joined()
        drawn = moment.count
        if !text.isEmpty { output(Array(text.utf8)) }
    }
}
