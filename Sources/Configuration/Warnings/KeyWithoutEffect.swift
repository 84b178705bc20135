import StrictYAML

/// A key of a profile that this version reads and checks, but does nothing with. Remove a word here when touchd does what it says.
enum KeyWithoutEffect: WarningRule {
    static let id = WarningID.noEffect

    private static let profileKeys = ["explore", "scan"]
    private static let events = ["corner", "fingers"]

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for profile in configuration.root.items("screens").flatMap({ $0["accessibility"]?.items("profiles") ?? [] }) {
            for key in profileKeys {
                guard let entry = profile.entry(key) else { continue }
                warn(entry.mark, "\"\(key)\" has no effect: this version of touchd does not do it yet; allow this warning, or remove the key")
            }
            for list in ["start", "stop"] {
                for event in profile.items(list) {
                    for key in events {
                        guard let entry = event.entry(key) else { continue }
                        warn(
                            entry.mark,
                            "\"\(key)\" in \"\(list)\" has no effect: this version of touchd does not notice it yet; use a region, a key or a jack")
                    }
                }
            }
        }
    }
}
