extension Request {
    /// Reads an acknowledgement as clients usually write it: `{"type":"ack","seq":N}` and nothing else, with N of at most 15 digits, with or without
    /// blanks after colons and commas.
    ///
    /// Such a line follows each frame, and parsing it as JSON would cost fifty allocations.
    ///
    /// - Returns: nil for any other line, which `parse` reads.
    public static func acknowledgement(_ line: ArraySlice<UInt8>) -> Request? {
        var at = line.startIndex

        func consume(_ text: StaticString) -> Bool {
            while at < line.endIndex, line[at] == UInt8(ascii: " ") { at += 1 }
            let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            guard line[at...].starts(with: bytes) else { return false }
            at += bytes.count
            return true
        }

        guard consume("{\"type\":"), consume("\"ack\","), consume("\"seq\":"), consume("") else { return nil }
        let first = at
        var seq: UInt64 = 0
        while at < line.endIndex, line[at] >= UInt8(ascii: "0"), line[at] <= UInt8(ascii: "9") {
            seq = seq &* 10 &+ UInt64(line[at] - UInt8(ascii: "0"))
            at += 1
        }
        let digits = at - first
        guard digits >= 1, digits <= 15, digits == 1 || line[first] != UInt8(ascii: "0") else { return nil }
        guard at + 1 == line.endIndex, line[at] == UInt8(ascii: "}") else { return nil }
        return Request(id: nil, body: .acknowledge(seq: seq), requirement: .nothing, isQuery: false)
    }
}
