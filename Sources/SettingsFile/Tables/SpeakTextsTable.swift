import Vocabulary

/// The table of touchd-speak's texts.
public enum SpeakTextsTable {
    /// The table of the texts of a language.
    public static let settings = SettingsTable(name: "speak-texts", format: Format([SettingsTable.file: speakTextsFile]))

    /// The keys of texts that are not in a group.
    public static let keys = texts.map(\.key)

    /// The keys of each group of texts.
    public static let groups: [String: [String]] = [
        "roles": roles, "states": states, "cues": cues,
    ]

    private static let texts: [(key: String, documentation: String)] = [
        ("welcome", "The first text when a profile begins."),
        ("touch", "How the screen is used by touch."),
        ("keys", "How the screen is used by keys."),
        ("off", "The text when the last profile that speaks has ended."),
        ("private", "The text in place of a private one while no headset is in."),
        ("louder", "The answer to a louder voice."),
        ("quieter", "The answer to a quieter voice."),
        ("faster", "The answer to a faster voice."),
        ("slower", "The answer to a slower voice."),
    ]
    private static let roles = ["button", "adjustable", "switch", "list", "text", "header", "link", "image", "key"]
    private static let states = ["disabled", "selected", "checked", "expanded", "collapsed", "on", "off"]
    private static let cues = ["nothing", "end", "refuse", "passing"]

    private static let speakTextsFile = Shape(
        "file", unnamed: "the file", "The texts of touchd-speak in one language.",
        keys: [Key("language", .string(.name), required: true, "The language of the texts: a tag such as en or de-AT.")]
            + texts.map { Key($0.key, .string(.text), "\($0.documentation) Default: nothing is said.") } + [
                Key("roles", .members(group("roles", "The names of roles, spoken after the label.", roles)), "The names of roles."),
                Key("states", .members(group("states", "The names of states, spoken after the value.", states)), "The names of states."),
                Key("cues", .members(group("cues", "The texts of cues.", cues)), "The texts of cues."),
            ])

    private static func group(_ name: String, _ documentation: String, _ keys: [String]) -> Shape {
        Shape(
            name, unnamed: "\"\(name)\"", documentation,
            keys: keys.map { Key($0, .string(.text), "The text for \"\($0)\". Default: nothing is said.") })
    }
}
