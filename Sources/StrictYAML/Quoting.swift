import Text

/// Returns text from a file for a message: in double quotes, on one line, shortened if it is long.
package func quoted(_ text: String) -> String {
    let shownMax = 60
    var shown = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
        if index == shownMax {
            shown += "…"
            break
        }
        switch scalar {
        case "\"", "\\": shown += "\\" + String(scalar)
        case "\n": shown += "\\n"
        case "\t": shown += "\\t"
        case _ where !scalar.isPrintable || scalar != " " && scalar.properties.generalCategory == .spaceSeparator:
            shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return shown + "\""
}
