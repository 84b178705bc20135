/// A text to speak.
public struct Utterance: Equatable {
    public var text: String
    /// The language of the text, as a BCP 47 tag such as `de` or `en-GB`.
    public var language: String
    /// True if the text may be heard through a headset only.
    public var isPrivate = false

    public init(text: String, language: String, isPrivate: Bool = false) {
        (self.text, self.language, self.isPrivate) = (text, language, isPrivate)
    }
}

/// The speed and the loudness of speech, each from -100 to 100, as in SSIP.
public struct Prosody: Equatable, Sendable {
    public static let range = -100...100

    public var rate: Int
    public var volume: Int

    public init(rate: Int, volume: Int) { (self.rate, self.volume) = (rate, volume) }
}

/// A step of the conversation with the speech server.
public enum SpeechAction: Equatable {
    /// Stops speech and sounds at once, and drops what waits.
    case interrupt
    case speak(Utterance)
    /// Plays a sound: the name of an icon, or the path of a file.
    case sound(String)
    case setProsody(Prosody)
    case pause
    case resume
}
