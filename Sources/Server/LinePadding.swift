/// Spaces before the end of a line that hide its length, because other users of the machine can read from the kernel how many bytes wait in a socket
/// (sock_diag).
enum LinePadding {
    /// Padded lines have a multiple of this number of bytes, including the line end.
    static let unit = 128

    /// Replaces the content of an array with padded copies of whole lines.
    static func copy(_ lines: UnsafeBufferPointer<UInt8>, to padded: inout [UInt8]) {
        padded.removeAll(keepingCapacity: true)
        var start = 0
        while start < lines.count {
            var end = start
            while end < lines.count, lines[end] != UInt8(ascii: "\n") { end += 1 }
            padded.append(contentsOf: lines[start..<end])
            let count = end - start + 1
            padded.append(contentsOf: repeatElement(UInt8(ascii: " "), count: (unit - count % unit) % unit))
            padded.append(UInt8(ascii: "\n"))
            start = end + 1
        }
    }
}
