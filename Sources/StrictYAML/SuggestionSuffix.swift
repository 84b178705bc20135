import Text

/// Returns `; did you mean "…"?`, or an empty text.
package func suggestionSuffix(for word: String, among candidates: some Sequence<String>) -> String {
    suggestion(for: word, among: candidates).map { "; did you mean \(quoted($0))?" } ?? ""
}
