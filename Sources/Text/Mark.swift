/// A place in a file. Both numbers start at 1, except in `ofFile`; columns count characters, not bytes.
public struct Mark: Hashable, Comparable, Sendable {
    public var line: Int
    public var column: Int

    @inlinable
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static let start = Mark(line: 1, column: 1)
    /// The file as a whole, without a place in it.
    public static let ofFile = Mark(line: 0, column: 0)

    public static func < (a: Mark, b: Mark) -> Bool { (a.line, a.column) < (b.line, b.column) }

    /// Advances over UTF-8 text. O(bytes). Inlinable, because it runs for each value of a client's line, and a generic iterator would allocate each
    /// time.
    @inlinable
    public mutating func advance(over text: some Sequence<UInt8>) {
        for byte in text {
            if byte == UInt8(ascii: "\n") {
                self = Mark(line: line + 1, column: 1)
            } else if byte & 0xc0 != 0x80 {
                column += 1
            }
        }
    }
}
