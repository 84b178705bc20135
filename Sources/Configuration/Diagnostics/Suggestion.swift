/// The candidate that was probably meant, or nil when none is close.
///
/// Close is one slip in words of up to four letters, two in longer ones, and letters in the wrong case.
func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    let given = Array(word.utf8)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let wanted = Array(candidate.utf8)
        let slipsMax = min(given.count, wanted.count) <= 4 ? 1 : 2
        if lowercase(given) == lowercase(wanted) { return candidate }
        guard abs(given.count - wanted.count) <= slipsMax else { continue }
        let distance = editDistance(given, wanted)
        if distance <= slipsMax, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
}

/// `; did you mean "…"?`, or nothing.
package func suggestionSuffix(for word: String, among candidates: some Sequence<String>) -> String {
    suggestion(for: word, among: candidates).map { "; did you mean \(quoted($0))?" } ?? ""
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one into the other
/// (optimal string alignment distance). O(a·b).
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}

private func lowercase(_ word: [UInt8]) -> [UInt8] {
    word.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
}
