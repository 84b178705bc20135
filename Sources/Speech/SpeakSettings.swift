/// The settings in speak.yaml.
public struct SpeakSettings: Equatable, Sendable {
    /// The settings of an empty file.
    public static let usual = SpeakSettings()

    /// A way to use the screen that the instructions explain.
    public enum Way: String, CaseIterable, Sendable { case touch, keys }

    /// The language of elements that do not name theirs.
    public var language = "en"
    /// The ids of the profiles that speak.
    public var profiles = ["speech"]
    /// The id of the screen that is spoken; nil: every screen.
    public var screen: String?
    /// The ways to use the screen that are explained when a profile begins.
    public var instructions = Way.allCases
    /// True if the hints of elements are spoken.
    public var saysHints = true
    /// The speed and loudness at the beginning of each use.
    public var prosody = Prosody(rate: 0, volume: 60)
    /// The change for each key press or gesture.
    public var rateStep = 20
    public var volumeStep = 20
    /// The sounds by cue: the name of an icon, or the path of a file.
    public var sounds: [String: String] = [:]
    /// The folder of the administrator's own texts; nil: only the shipped ones.
    public var texts: String?
    public var speech = SpeechServerSettings()
    public var socket = "/run/touchd/events.sock"
}

/// The part of the settings about speech-dispatcher.
public struct SpeechServerSettings: Equatable, Sendable {
    /// The socket of the system-wide service of Debian's package.
    public var socket = "/run/speech-dispatcher/speechd.sock"
    /// The output module, such as `espeak-ng`; nil: speech-dispatcher's default.
    public var module: String?
    /// The name of the voice; nil: the default of the language.
    public var voice: String?
}
