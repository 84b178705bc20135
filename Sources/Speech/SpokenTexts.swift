import SettingsFile
import StrictYAML

/// The texts of one language.
struct SpokenTexts: Equatable {
    var language: String
    /// The texts by key. Those of a group have the group's name in front: `roles.button`.
    private var texts: [String: String]

    /// Reads a file of texts whose table has accepted it.
    init(_ root: YAMLNode, _ log: DiagnosticLog) {
        language = SettingsReader.language(root, log) ?? ""
        texts = [:]
        for key in SpeakTextsTable.keys { texts[key] = root.text(key) }
        for (group, keys) in SpeakTextsTable.groups {
            for key in keys { texts["\(group).\(key)"] = root[group]?.text(key) }
        }
    }

    /// Returns the text; nil if the language has none, and then nothing is said.
    subscript(key: String) -> String? { texts[key] }

    /// Returns these texts with those of another file in place of the same ones.
    func replaced(by other: SpokenTexts) -> SpokenTexts {
        var all = self
        all.texts.merge(other.texts) { _, new in new }
        return all
    }
}
