import ArgumentParser
import Glibc

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// Whether standard output has colours.
    var isOn: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Paint.isColoured(STDOUT_FILENO)
        }
    }
}

/// The number of columns of the terminal; nil if the output is not a terminal.
var terminalWidth: Int? {
    var size = winsize()
    return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
}

/// Colours for a terminal, or none.
struct Paint {
    let isOn: Bool

    /// The colours of standard output, and of standard error, for commands without `--color`.
    static let output = Paint(isOn: isColoured(STDOUT_FILENO))
    static let errors = Paint(isOn: isColoured(STDERR_FILENO))

    /// True for a terminal that has colours, unless NO_COLOR is set (no-color.org).
    static func isColoured(_ fd: Int32) -> Bool {
        func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
        return isatty(fd) == 1 && !isSet("NO_COLOR") && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    enum Color: Int {
        case bold = 1, faint = 2, red = 31, green = 32, yellow = 33, blue = 34, magenta = 35, cyan = 36
    }

    func callAsFunction(_ color: Color?, _ text: String) -> String {
        guard isOn, let color, !text.isEmpty else { return text }
        return "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m"
    }
}
