@testable import Configuration
import TouchCore

/// The warnings for a screen of 1080 × 1920 points with the window `w` of the same size and these children.
///
/// - Parameter children: Lines of YAML without indentation; the first is line 9 of the file.
func warnings(
    _ children: String, rest: String = "", scales: [String: Size] = [:], panels: String = "[]"
) -> [String] {
    let indented = children.split(separator: "\n", omittingEmptySubsequences: false).map { "          " + $0 }.joined(separator: "\n")
    return check(
        """
        version: 1
        screens:
          - id: main
            size: [1080, 1920]
            windows:
              - id: w
                frame: [0, 0, 1080, 1920]
                children:
        \(indented)
            panels: \(panels)
        \(rest)
        """, scales: scales)
}

/// The diagnostics of a text as `touchctl check` prints them.
func check(_ text: String, scales: [String: Size] = [:]) -> [String] {
    checkConfiguration(Array(text.utf8), file: "f") { _ in scales }.diagnostics.map(\.description)
}

/// The ids of warnings, and other diagnostics in full.
func ids(_ diagnostics: [String]) -> [String] {
    diagnostics.map { line in line.hasSuffix("]") ? String(line.split(separator: "[").last!.dropLast()) : line }
}
