/// The text in quotes for YAML. Only printable ASCII is written unescaped, because readers of YAML differ in which other characters end a line.
func quotedYAML(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case " "..."~": quoted.unicodeScalars.append(scalar)
        default:
            let digits = String(scalar.value, radix: 16)
            quoted += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
        }
    }
    return quoted + "\""
}
