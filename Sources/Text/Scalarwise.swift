/// Searches and splits text by Unicode scalars. String's own functions compare Characters, and do not find a scalar that a combining mark follows
/// (`Tests/Documents/escaping`).
extension StringProtocol {
    public func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    public func ends(with end: String) -> Bool { utf8.reversed().starts(with: end.utf8.reversed()) }

    /// Whether the text contains this part.
    public func has(_ part: String) -> Bool { cut(at: part) != nil }

    /// Returns the text before and after the first occurrence of a part; nil if there is none.
    public func cut(at part: String) -> (before: Substring, after: Substring)? {
        let whole = Substring(self)
        var rest = whole.utf8
        while true {
            if rest.starts(with: part.utf8) {
                return (whole[..<rest.startIndex], Substring(rest.dropFirst(part.utf8.count)))
            }
            if rest.popFirst() == nil { return nil }
        }
    }

    public func split(
        at separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        Substring(self).unicodeScalars.split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences)
            .map { Substring($0) }
    }
}
