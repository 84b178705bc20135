import ArgumentParser
import Glibc

enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// Whether colours are used. With `auto` they are used on a terminal that has them, unless NO_COLOR is set (no-color.org).
    var isOn: Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
            return isatty(STDOUT_FILENO) == 1 && !isSet("NO_COLOR") && getenv("TERM").map { String(cString: $0) } != "dumb"
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

    enum Color: Int {
        case bold = 1, faint = 2, red = 31, green = 32, yellow = 33, blue = 34, magenta = 35, cyan = 36
    }

    func callAsFunction(_ color: Color?, _ text: String) -> String {
        guard isOn, let color, !text.isEmpty else { return text }
        return "\u{1b}[\(color.rawValue)m\(text)\u{1b}[0m"
    }
}
