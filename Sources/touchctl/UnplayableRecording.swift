import ArgumentParser
import Panels
import Text

/// A recording that cannot be played. A command with several recordings goes on with the others.
struct UnplayableRecording: Error, CustomStringConvertible {
    let file: String
    /// The reason, for a text that names the file.
    let reason: String
    /// The exit status at the end.
    let status: ExitCode

    var description: String { reason.has(file) ? reason : "\(file): \(reason)" }

    init(file: String, reason: String, status: ExitCode) { (self.file, self.reason, self.status) = (file, reason, status) }

    /// The error for a recording that matches no panel.
    init(file: String, _ answer: PanelMatcher.Answer, status: ExitCode) {
        var reason = "it matches no panel"
        if case .refused(let why) = answer { reason = why }
        self.init(file: file, reason: reason, status: status)
    }
}
