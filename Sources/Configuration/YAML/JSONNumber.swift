/// Whether text is a number as RFC 8259 section 6 writes it: no `+`, no leading zero, no `.5`, no hex, no infinity.
func isJSONNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        var position = 0
        func skip(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: a) || bytes[position] == UInt8(ascii: b)
            else {
                return false
            }
            position += 1
            return true
        }
        func skipDigits() -> Bool {
            let start = position
            while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
            return position > start
        }
        _ = skip("-", "-")
        if !skip("0", "0"), !skipDigits() { return false }
        if skip(".", "."), !skipDigits() { return false }
        if skip("e", "E") {
            _ = skip("+", "-")
            if !skipDigits() { return false }
        }
        return position == bytes.count
    }
}
