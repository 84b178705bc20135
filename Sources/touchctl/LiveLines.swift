import Glibc

/// Lines at the bottom of a terminal that are drawn anew, below those that stay. Elsewhere than on a terminal there are none.
struct LiveLines {
    private let paint: Paint
    private let isOn = isatty(STDOUT_FILENO) == 1
    private var drawn = 0

    init(paint: Paint) { self.paint = paint }

    /// Prints lines that stay, then those of the moment.
    mutating func print(_ lines: [String], below moment: () -> [String]) {
        if !isOn { return lines.forEach(printPainted) }
        let width = max((terminalWidth ?? 80) - 1, 20)
        // A line that is wrapped would not be found again.
        let moment = moment().suffix(16).map { paint(.faint, String($0.prefix(width))) }
        let up = drawn == 0 ? "" : "\u{1b}[\(drawn)A\u{1b}[J"
        let text = up + (lines + moment).map { $0 + "\n" }.joined()
        drawn = moment.count
        if !text.isEmpty { output(Array(text.utf8)) }
    }
}
