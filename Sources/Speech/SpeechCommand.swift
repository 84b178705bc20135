/// A command of the person who listens, made by a key or a gesture.
enum SpeechCommand: Equatable {
    case repeatLast, pause, stop, help, louder, quieter, faster, slower

    /// Returns the command of a line's action or gesture; nil if it has none for speech. Two fingers that tap pause.
    init?(_ name: String, fingers: Int = 1) {
        switch name {
        case "repeat": self = .repeatLast
        case "pause", "resume": self = .pause
        case "stop": self = .stop
        case "help": self = .help
        case "volumeUp": self = .louder
        case "volumeDown": self = .quieter
        case "rateUp": self = .faster
        case "rateDown": self = .slower
        case "tap" where fingers == 2, "twoFingerTap": self = .pause
        default: return nil
        }
    }

    /// The key of the text that confirms the command; nil if it has none.
    var confirmation: String? {
        switch self {
        case .louder: "louder"
        case .quieter: "quieter"
        case .faster: "faster"
        case .slower: "slower"
        case .repeatLast, .pause, .stop, .help: nil
        }
    }
}
