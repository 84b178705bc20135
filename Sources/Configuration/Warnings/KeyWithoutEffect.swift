import StrictYAML

/// A key of a profile that this version reads and checks, but does nothing with.
enum KeyWithoutEffect: WarningRule {
    static let id = WarningID.noEffect

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for profile in configuration.root.items("screens").flatMap({ $0["accessibility"]?.items("profiles") ?? [] }) {
            guard let entry = profile.entry("explore") else { continue }
            warn(entry.mark, "\"explore\" has no effect: this version of touchd does not do it yet; allow this warning, or remove the key")
        }
    }
}
