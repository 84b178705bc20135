import Text

/// The topics of a kiosk.
struct Topics: Equatable {
    let base: String

    init(prefix: String, kiosk: String) { base = "\(prefix)/\(kiosk)" }

    var availability: String { base + "/availability" }
    var status: String { base + "/status" }
    var health: String { base + "/health" }
    var counts: String { base + "/counts" }
    var alarm: String { base + "/alarm" }
    /// The filter for commands.
    var commands: String { base + "/command/+" }

    func screen(_ id: String) -> String { base + "/screen/" + Self.escaped(id) }
    func gesture(_ id: String) -> String { base + "/gesture/" + Self.escaped(id) }
    func command(_ name: String) -> String { base + "/command/" + name }
    func result(_ name: String) -> String { command(name) + "/result" }

    /// The command's name; nil if the topic is not one for commands.
    func commandName(_ topic: String) -> String? {
        let start = base + "/command/"
        guard topic.begins(with: start) else { return nil }
        return String(Substring(topic.utf8.dropFirst(start.utf8.count)))
    }

    /// The ID as one topic level, with special characters escaped.
    private static func escaped(_ id: String) -> String {
        var text = ""
        for scalar in id.unicodeScalars {
            switch scalar {
            case "/": text += "%2F"
            case "+": text += "%2B"
            case "#": text += "%23"
            case "%": text += "%25"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
