/// Reads one JSON text strictly (RFC 8259), with a limit on its depth and optionally on its number of values. The bytes may come from untrusted
/// clients.
///
/// All JSON is read here: lines of the socket, and files. If an object has a key twice, the last value counts, unless a reader of nodes refuses it.
public enum JSONReader {
    /// The maximum nesting of lines.
    static let depthOfLines = 32

    /// Reads a text.
    ///
    /// - Parameter most: the maximum number of values, including those inside lists and objects.
    public static func parse(_ bytes: [UInt8], atMost most: Int = .max) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, atMost: most, depth: depthOfLines, JSONValueMaker())
        return try parser.parse()
    }

    /// Reads a text into nodes, for readers that need the places of values.
    ///
    /// - Parameter start: the offset at which the text begins, behind a byte order mark.
    /// - Parameter countsKeys: whether keys count as values.
    public static func nodes(
        _ bytes: [UInt8], from start: Int = 0, atMost most: Int = .max, countsKeys: Bool = false, depth: Int? = nil
    ) throws(JSONError) -> JSONNode {
        var parser = JSONParser(bytes, from: start, atMost: most, countsKeys: countsKeys, depth: depth ?? depthOfLines, JSONNodeMaker(from: start))
        return try parser.parse()
    }

    /// Returns the number if the whole text is a JSON number; otherwise nil. A number that is too large for a Double becomes infinity.
    public static func number(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = NumberScanner(bytes)
            let number = scanner.number()
            return scanner.isAtEnd ? number : nil
        }
    }
}
