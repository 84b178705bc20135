import ArgumentParser
import Text

/// The error text for wrong arguments, in the form of the other messages.
struct WrongArguments: CustomStringConvertible {
    /// The message of ArgumentParser, or of a command's own check.
    let message: String
    let arguments: [String]

    /// The command as typed, for messages.
    private var command: String {
        let words = ArgumentOrder.words(arguments, of: Touchctl.self)
        return words.isEmpty ? "touchctl without a command" : "\"" + (["touchctl"] + words).joined(separator: " ") + "\""
    }

    var description: String {
        let help = (["touchctl", "help"] + ArgumentOrder.words(arguments, of: Touchctl.self)).joined(separator: " ")
        return "touchctl: wrong arguments (see \(help)): \(text)"
    }

    /// The message without quotation marks around options, and as a part of a sentence.
    private var text: String {
        var text = message
        while let (before, after) = text.cut(at: "'-").flatMap({ before, after in after.cut(at: "'").map { (before, "-" + $0.before + $0.after) } }) {
            text = before + after
        }
        if let (before, after) = text.cut(at: ". Did you mean ") { text = before + "; did you mean " + after }
        if let (before, after) = text.cut(at: ". Please provide ") {
            // The library joins the last two choices with "and".
            let choices = after.cut(at: "' and '").map { $0.before + "' or '" + $0.after } ?? String(after)
            text = before + "; give " + choices
        }
        while text.utf8.last == UInt8(ascii: ".") || text.utf8.last == UInt8(ascii: "\n") { text.unicodeScalars.removeLast() }
        let first = text.utf8.prefix(1).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
        text = String(decoding: first, as: UTF8.self) + String(Substring(text.utf8.dropFirst()))
        if let option = text.cut(at: "unknown option "), option.before.isEmpty, !text.has("did you mean") {
            let (word, known) = (String(option.after), ArgumentOrder.valued + ArgumentOrder.flags)
            if known.contains(word) { return "\(word) is no option of \(command)" }
            if word == "-v" { return text + "; did you mean -V?" }
            text += suggestion(for: word, among: known).map { "; did you mean \($0)?" } ?? ""
        }
        return text
    }
}
