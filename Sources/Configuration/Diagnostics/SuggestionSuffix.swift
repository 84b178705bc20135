import Text

/// `; did you mean "…"?`, or nothing.
package func suggestionSuffix(for word: String, among candidates: some Sequence<String>) -> String {
    suggestion(for: word, among: candidates).map { "; did you mean \(quoted($0))?" } ?? ""
}
