/// Whether text is a number as RFC 8259 section 6 writes it: no `+`, no leading zero, no `.5`, no hex, no infinity.
func isJSONNumber(_ text: some Collection<UInt8>) -> Bool {
    var rest = text[...]
    func digits() -> Int {
        let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        rest = rest.dropFirst(count)
        return count
    }
    func skip(_ choices: Unicode.Scalar...) -> Bool {
        guard let byte = rest.first, choices.contains(Unicode.Scalar(byte)) else { return false }
        rest = rest.dropFirst()
        return true
    }
    _ = skip("-")
    if !skip("0"), digits() == 0 { return false }
    if skip("."), digits() == 0 { return false }
    if skip("e", "E") {
        _ = skip("+", "-")
        if digits() == 0 { return false }
    }
    return rest.isEmpty
}
