/// The settings in speak.yaml.
struct SpeakSettings: Equatable {
    /// A way to use the screen that the instructions explain.
    enum Way: String, CaseIterable { case touch, keys }

    /// The language of elements that do not name theirs.
    var language = "en"
    /// The ids of the profiles that speak.
    var profiles = ["speech"]
    /// The id of the screen that is spoken; nil: every screen.
    var screen: String?
    /// The ways to use the screen that are explained when a profile begins.
    var instructions = Way.allCases
    /// True if the hints of elements are spoken.
    var saysHints = true
    /// The speed and loudness at the beginning of each use.
    var prosody = Prosody(rate: 0, volume: 60)
    /// The change for each key press or gesture.
    var rateStep = 20
    var volumeStep = 20
    /// The sounds by cue: the name of an icon, or the path of a file.
    var sounds: [String: String] = [:]
    /// The folder of the administrator's own texts; nil: only the shipped ones.
    var texts: String?
    var speech = SpeechServerSettings()
    var socket = "/run/touchd/events.sock"
}

/// The part of the settings about speech-dispatcher.
struct SpeechServerSettings: Equatable {
    /// The socket of the system-wide service of Debian's package.
    var socket = "/run/speech-dispatcher/speechd.sock"
    /// The output module, such as `espeak-ng`; nil: speech-dispatcher's default.
    var module: String?
    /// The name of the voice; nil: the default of the language.
    var voice: String?
}
