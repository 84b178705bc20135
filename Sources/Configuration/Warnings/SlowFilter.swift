import StrictYAML
import Vocabulary

/// A filter that delays touches by more than people wait, because its time is not in seconds.
enum SlowFilter: WarningRule {
    static let id = WarningID.slowFilter

    /// The longest time that is meant, in µs. The filters are for noise, which is shorter than a tenth of this.
    private static let longest: Int64 = 1_000_000

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for (screen, node) in zip(configuration.settings.screens, configuration.root.items("screens")) {
            for (panel, entry) in zip(screen.panels, node.items("panels")) {
                guard let rules = panel.rules.filters else { continue }
                let times = [("bridge", rules.bridge?.time), ("bounce", rules.bounce?.time), ("minimumTap", rules.minimumTap)]
                for case (let name, let time?) in times where time > longest {
                    warn(
                        entry["filters"]?.entry(name)?.mark ?? entry.mark,
                        "the filter \(name) of panel \(quoted(panel.id)) waits for \(shortest(Double(time) / 1_000_000)) s, longer than a tap; write "
                            + "times in seconds: 20 ms are 0.02")
                }
            }
        }
    }
}
