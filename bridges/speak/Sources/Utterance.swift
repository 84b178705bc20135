/// A text to speak.
struct Utterance: Equatable {
    var text: String
    /// The language of the text, as a BCP 47 tag such as `de` or `en-GB`.
    var language: String
    /// True if the text may be heard through a headset only.
    var isPrivate = false
}

/// The speed and the loudness of speech, each from -100 to 100, as in SSIP.
struct Prosody: Equatable {
    static let range = -100...100

    var rate: Int
    var volume: Int
}

/// A step of the conversation with the speech server.
enum SpeechAction: Equatable {
    /// Stops speech and sounds at once, and drops what waits.
    case interrupt
    case speak(Utterance)
    /// Plays a sound: the name of an icon, or the path of a file.
    case sound(String)
    case setProsody(Prosody)
    case pause
    case resume
}
