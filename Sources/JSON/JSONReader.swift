/// Reads one JSON text strictly (RFC 8259), with a bound on its depth and, if wanted, on how much is in it. Bytes come from clients that nobody trusts.
///
/// All JSON is read here: lines of the socket, and files. Of a key that comes twice in an object the last value counts, unless who reads
/// nodes refuses it.
public enum JSONReader {
    /// How deep lines may be nested.
    static let depthOfLines = 32

    /// - Parameter most: how many values there may be, those inside lists and objects included.
    public static func parse(_ bytes: [UInt8], atMost most: Int = .max) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes, atMost: most, depth: depthOfLines, JSONValueMaker())
        return try parser.parse()
    }

    /// As `parse`, for who has to know where values stand.
    ///
    /// - Parameter start: where in the bytes the text begins: behind a byte order mark.
    /// - Parameter countsKeys: whether keys count as values.
    public static func nodes(
        _ bytes: [UInt8], from start: Int = 0, atMost most: Int = .max, countsKeys: Bool = false, depth: Int? = nil
    ) throws(JSONError) -> JSONNode {
        var parser = JSONParser(bytes, from: start, atMost: most, countsKeys: countsKeys, depth: depth ?? depthOfLines, JSONNodeMaker(from: start))
        return try parser.parse()
    }

    /// What the text is as a number of JSON's; nil if it is none. Infinite when it is too large for a Double.
    public static func number(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = NumberScanner(bytes)
            let number = scanner.number()
            return scanner.isAtEnd ? number : nil
        }
    }
}
