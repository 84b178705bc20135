import TouchCore

/// The lines about the accessible glass (contract 10). They carry no `seq`.
public enum AccessibilityMessages {
    /// Returns the line of a notice; nil for notices that are not for clients.
    public static func line(_ notice: AccessibilityNotice) -> [UInt8]? {
        switch notice.content {
        case .regionsChanged, .claimsEnded, .noReader: nil
        case .profiles(let profiles, let isPrivate, let cause):
            ServerMessages.line("accessibility") {
                head(notice, &$0)
                self.profiles(profiles, &$0)
                $0.key("private")
                $0.bool(isPrivate)
                by(cause, &$0)
            }
        case .focus(let element, let turn, let cause):
            ServerMessages.line("focus") {
                head(notice, turn: turn, &$0)
                by(cause, &$0)
                element.write(into: &$0)
            }
        case .navigate(let surface, let turn, let move):
            ServerMessages.line("navigate") {
                head(notice, turn: turn, &$0)
                $0.key("surface")
                $0.string(surface)
                $0.key("direction")
                $0.string(move.rawValue)
            }
        case .explore(let surface, let turn, let place):
            ServerMessages.line("explore") {
                head(notice, turn: turn, &$0)
                $0.key("surface")
                $0.string(surface)
                $0.key("x")
                $0.number(place.x)
                $0.key("y")
                $0.number(place.y)
            }
        case .gesture(let gesture):
            ServerMessages.line("accessibilityGesture") {
                head(notice, &$0)
                $0.key("fingers")
                $0.integer(Int64(gesture.fingers))
                $0.key("kind")
                $0.string(gesture.direction == nil ? "tap" : "swipe")
                if let direction = gesture.direction {
                    $0.key("direction")
                    $0.string(direction.rawValue)
                }
            }
        case .activate(let region, let turn, let touch):
            ServerMessages.line("activate") {
                head(notice, turn: turn, &$0)
                $0.key("region")
                $0.string(region)
                $0.key("touch")
                if let touch { $0.unsigned(touch.rawValue) } else { $0.null() }
            }
        case .cue(let cue):
            ServerMessages.line("cue") {
                head(notice, &$0)
                $0.key("cue")
                $0.string(cue.rawValue)
            }
        }
    }

    /// Writes the profiles that are on, as in a line and in a screen of a snapshot.
    static func profiles(_ profiles: [String], _ writer: inout JSONWriter) {
        writer.key("profiles")
        writer.beginArray()
        for profile in profiles { writer.string(profile) }
        writer.endArray()
    }

    private static func head(_ notice: AccessibilityNotice, turn: UInt64? = nil, _ writer: inout JSONWriter) {
        writer.key("screen")
        writer.string(notice.screen)
        if let turn {
            writer.key("turn")
            writer.unsigned(turn)
        }
        writer.key("time")
        writer.integer(notice.time)
    }

    private static func by(_ cause: AccessibilityNotice.Cause, _ writer: inout JSONWriter) {
        writer.key("by")
        writer.string(cause.rawValue)
    }
}
