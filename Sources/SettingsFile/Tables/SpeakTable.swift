import Vocabulary

/// The table of touchd-speak's settings.
public enum SpeakTable {
    /// The table of speak.yaml.
    public static let settings = SettingsTable(name: "speak", format: Format([SettingsTable.file: speakFile]))

    /// The cues that may have a sound.
    public static let cuesWithSounds = ["on", "off", "enter", "down", "nothing", "end", "activate", "refuse", "passing", "hold"]

    private static let speakFile = Shape(
        "file", unnamed: "the file", "The settings of touchd-speak, which speaks the accessible glass through speech-dispatcher.",
        keys: [
            Key("language", .string(.name), "The language of elements that name none: a tag such as en or de-AT. Default: en."),
            Key(
                "profiles", .list(.string(.text), isEmptyAllowed: false), "The ids of the profiles that speak while they are on. Default: speech."),
            Key("screen", .string(.text), "The id of the screen that is spoken. Default: all."),
            Key(
                "instructions", .list(.word(["touch", "keys"]), isEmptyAllowed: true),
                "The ways of use that are explained when a profile begins. Default: touch and keys."),
            Key("hints", .boolean, "Whether the hints of elements are spoken. Default: true."),
            Key("rate", .number(.whole(from: -100, to: 100)), "The speed of speech at the beginning of each use. Default: 0."),
            Key("volume", .number(.whole(from: -100, to: 100)), "The loudness of speech at the beginning of each use. Default: 60."),
            Key("rateStep", .number(.whole(from: 1, to: 100)), "The change of the speed for each key press or gesture. Default: 20."),
            Key("volumeStep", .number(.whole(from: 1, to: 100)), "The change of the loudness for each key press or gesture. Default: 20."),
            Key("sounds", .members(sounds), "Sounds for cues. Default: none."),
            Key("texts", .string(.path), "A folder with the administrator's own texts, which replace the shipped ones. Default: none."),
            Key("speech", .members(speech), "speech-dispatcher, and how it speaks."),
            SettingsTable.socket,
        ])

    private static let sounds = Shape(
        "sounds", unnamed: "\"sounds\"",
        "Sounds for cues: the name of an icon of speech-dispatcher, or the absolute path of a file that it can play, without spaces.",
        keys: zip(
            cuesWithSounds,
            [
                "A profile that speaks has begun.", "It has ended.", "Another element has the focus.", "A finger has come down.",
                "There is no element under the finger.", "The focus has gone round.", "The element was activated.",
                "What was asked for is not possible.", "The finger's touch goes through to the element.",
                "A hold that turns a profile on is half over; each half second.",
            ]
        ).map { Key($0, .string(.text), "\($1) Default: none.") })

    private static let speech = Shape(
        "speech", unnamed: "\"speech\"", "speech-dispatcher, and how it speaks.",
        keys: [
            Key("socket", .string(.socketPath), "speech-dispatcher's socket. Default: /run/speech-dispatcher/speechd.sock."),
            Key("module", .string(.name), "The output module, such as espeak-ng. Default: speech-dispatcher's."),
            Key("voice", .string(.text), "The name of a voice, as spd-say -L lists it. Default: that of the language."),
        ])
}
