/// Whether a text matches a pattern in which `*` stands for any run of bytes and `?` for one byte. O(pattern × text) at worst.
package func wildcardMatches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var p = 0
    var t = 0
    var retry: (p: Int, t: Int)?
    while t < text.count {
        if p < pattern.count, pattern[p] == star {
            p += 1
            retry = (p, t)
        } else if p < pattern.count, pattern[p] == text[t] || pattern[p] == UInt8(ascii: "?") {
            p += 1
            t += 1
        } else if let (afterStar, from) = retry {
            p = afterStar
            t = from + 1
            retry = (p, t)
        } else {
            return false
        }
    }
    return pattern[p...].allSatisfy { $0 == star }
}
