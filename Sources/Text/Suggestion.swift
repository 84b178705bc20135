/// Returns the candidate that was probably meant; nil if none is close.
///
/// Close means one slip in words of up to four letters, two slips in longer ones, or letters in the wrong case.
public func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let given = Array(word.utf8)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where abs(candidate.utf8.count - given.count) <= 2 {
        let wanted = Array(candidate.utf8)
        if given.count == wanted.count, lowercase(given) == lowercase(wanted) { return candidate }
        let slipsMax = min(given.count, wanted.count) <= 4 ? 1 : 2
        guard let distance = editDistance(given, wanted, atMost: slipsMax), distance < best?.distance ?? .max else { continue }
        best = (candidate, distance)
    }
    return best?.candidate
}

/// Returns the word of a short list that was probably meant: a close one, or the only one that begins with the given letters, of which there must be
/// at least three.
public func probableWord(_ word: String, among words: [String]) -> String? {
    if let close = suggestion(for: word, among: words) { return close }
    let begun = word.utf8.count < 3 ? [] : words.filter { $0.begins(with: word) }
    return begun.count == 1 ? begun[0] : nil
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the other (optimal string alignment
/// distance); nil if it is more than `most`. O(a · most).
package func editDistance(_ a: [UInt8], _ b: [UInt8], atMost most: Int = .max) -> Int? {
    if abs(a.count - b.count) > most { return nil }
    // The common beginning and end are skipped, because paths often begin alike.
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a[start...].reversed(), b[start...].reversed()).prefix { $0 == $1 }.count
    return distance(Array(a[start..<(a.count - end)]), Array(b[start..<(b.count - end)]), atMost: most)
}

private func distance(_ a: [UInt8], _ b: [UInt8], atMost most: Int) -> Int? {
    let most = min(most, max(a.count, b.count))
    // Values outside the band cost too much in any case.
    let tooMuch = most + 1
    var beforeLast: [Int] = []
    var last = (0...b.count).map { min($0, tooMuch) }
    for i in a.indices {
        // No value of a row is less than the least of the row before, even though a swap reaches across one row.
        if last.allSatisfy({ $0 > most }) { return nil }
        var row = Array(repeating: tooMuch, count: b.count + 1)
        row[0] = min(i + 1, tooMuch)
        for j in b.indices.clamped(to: max(i - most, 0)..<(i + most + 1)) {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row[j + 1] = min(cost, tooMuch)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count] > most ? nil : last[b.count]
}

private func lowercase(_ word: [UInt8]) -> [UInt8] {
    word.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
}
