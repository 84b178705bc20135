import JSON

/// An element that got the focus.
public struct FocusedElement: Equatable {
    /// The value of an element.
    enum Value: Equatable {
        case text(String)
        case flag(Bool)
    }

    /// The cause of the focus, such as `explore`, `next` or `increment`.
    var cause: String?
    /// The path of the region; nil for an element of an application.
    var path: String?
    var role: String?
    var label: String?
    var hint: String?
    var value: Value?
    var states: [String] = []
    /// The language of the texts; nil: the kiosk's.
    var language: String?
    /// True if the texts may be heard through a headset only.
    var isPrivate = false

    init(_ line: JSONValue) {
        (cause, path, role) = (line["by"]?.string, line["path"]?.string ?? line["region"]?.string, line["role"]?.string)
        (label, hint) = (line["label"]?.string, line["hint"]?.string)
        value =
            switch line["value"] {
            case .string(let text): .text(text)
            case .number(_, let text): .text(text)
            case .bool(let flag): .flag(flag)
            default: nil
            }
        states = (line["states"]?.array ?? []).compactMap(\.string)
        if let tag = line["language"]?.string, Self.isLanguage(tag) { language = tag }
        isPrivate = line["private"]?.bool ?? states.contains("private")
    }

    init(label: String) { self.label = label }

    /// True for a language tag that SSIP can carry as one word.
    static func isLanguage(_ text: String) -> Bool {
        (2...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }
}
