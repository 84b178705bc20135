import Text
import Wire

/// Warns of options of `monitor` that fit nothing which there is: they may be misspelt, or what they name may come later.
struct UnfittingOptions {
    let panel: String?

    /// One for each pattern of `--regions` that touchd has no region for, and for a `--panel` that there is not.
    func warnings(_ message: JSONValue) -> [String] {
        switch message["type"]?.string {
        case "reply":
            return (message["unmatched"]?.array ?? []).map { pattern in
                "--regions \(pattern.text("glob")) matches no region now" + didYouMean(pattern["near"]?.string)
            }
        case "snapshot":
            // Panels of injected fingers are in no snapshot.
            guard let panel, !panel.ends(with: "-injected") else { return [] }
            let present = (message["panels"]?.array ?? []).compactMap { $0["id"]?.string }
            if present.contains(panel) { return [] }
            let near = suggestion(for: panel, among: present)
            let rest = present.isEmpty ? "; there is none" : "; there is \(present.joined(separator: ", "))"
            return ["--panel \(panel) fits no panel now" + (near == nil ? rest : didYouMean(near))]
        default: return []
        }
    }

    private func didYouMean(_ near: String?) -> String { near.map { "; did you mean \($0)?" } ?? "" }
}
