import Text
import Wire

/// Warnings about `monitor` options that match nothing now: they may be misspelt, or name something that comes later.
struct UnfittingOptions {
    let panel: String?

    /// The warnings: one for each pattern of `--regions` that matches no region, and one if there is no panel of `--panel`.
    func warnings(_ message: JSONValue) -> [String] {
        switch message["type"]?.string {
        case "reply":
            return (message["unmatched"]?.array ?? []).map { pattern in
                "--regions \(pattern.text("glob")) matches no region now" + didYouMean(pattern["near"]?.string)
            }
        case "snapshot":
            // The panel of injected fingers comes with the first of them.
            guard let panel, !panel.ends(with: "-injected") else { return [] }
            let present = (message["panels"]?.array ?? []).compactMap { $0["id"]?.string }
            if present.contains(panel) { return [] }
            let near = suggestion(for: panel, among: present)
            let rest = present.isEmpty ? "; there is none" : "; the panels are \(present.joined(separator: ", "))"
            return ["--panel \(panel) matches no panel now" + (near == nil ? rest : didYouMean(near))]
        default: return []
        }
    }

    private func didYouMean(_ near: String?) -> String { near.map { "; did you mean \($0)?" } ?? "" }
}
