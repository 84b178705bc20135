import SettingsFile
import StrictYAML
import Text

/// Reads speak.yaml, and finds the mistakes that its table cannot express.
public enum SettingsReader {
    public static func read(_ root: YAMLNode, _ log: DiagnosticLog) -> SpeakSettings {
        var settings = SpeakSettings()
        settings.language = language(root, log) ?? settings.language
        if let list = root["profiles"]?.items { settings.profiles = list.compactMap(\.text) }
        settings.screen = root.text("screen")
        if let list = root["instructions"]?.items { settings.instructions = list.compactMap { $0.text.flatMap(SpeakSettings.Way.init) } }
        settings.saysHints = root.flag("hints") ?? settings.saysHints
        settings.prosody.rate = root.whole("rate") ?? settings.prosody.rate
        settings.prosody.volume = root.whole("volume") ?? settings.prosody.volume
        settings.rateStep = root.whole("rateStep") ?? settings.rateStep
        settings.volumeStep = root.whole("volumeStep") ?? settings.volumeStep
        if let sounds = root["sounds"] {
            for cue in SpeakTable.cuesWithSounds {
                let sound = log.read(sounds[cue], cue, expected: "the name of an icon, or an absolute path, without spaces") {
                    isSound($0) ? $0 : nil
                }
                settings.sounds[cue] = sound
            }
        }
        settings.texts = root.path("texts")
        if let speech = root["speech"] {
            settings.speech.socket = speech.path("socket") ?? settings.speech.socket
            settings.speech.module = speech.name("module")
            settings.speech.voice = speech.text("voice")
        }
        settings.socket = root.path("socket") ?? settings.socket
        return settings
    }

    /// Returns the language of settings or of texts; nil if there is none that could be one.
    static func language(_ root: YAMLNode, _ log: DiagnosticLog) -> String? {
        log.read(root["language"], "language", expected: "a language tag such as en or de-AT") {
            FocusedElement.isLanguage($0) ? $0 : nil
        }
    }

    /// True if SSIP can carry the sound as one word. A name with a slash would be a path relative to a folder that the administrator does not see.
    private static func isSound(_ text: String) -> Bool {
        !text.has(" ") && (text.begins(with: "/") || !text.has("/"))
    }
}
