/// A field that says what a message is about, for filters: `journalctl PANEL=main-0`. Fields never hold places of fingers, nor what
/// fingers touch in sensitive regions.
public struct LogField: Sendable {
    public enum Name: String, CaseIterable, Sendable {
        /// The panel ID in the configuration.
        case panel = "PANEL"
        /// The screen's id.
        case screen = "SCREEN"
        /// The region's id. For anything in a sensitive region it is the id of that region, never of one inside it.
        case region = "REGION"
        /// The device's event node.
        case device = "DEVICE"
        case clientPID = "CLIENT_PID"
        case clientUID = "CLIENT_UID"
        case clientName = "CLIENT_NAME"
        /// The name of the token that a connection uses.
        case token = "TOKEN"
        /// The name of the person or program on whose behalf a client makes a request, as given by the client.
        case behalf = "BEHALF"
        /// The address of a broker, or of the peer that has connected to a bridge.
        case peer = "PEER"
        /// The reason, as in the text. It may have several lines.
        case reason = "REASON"
        /// The file that the message is about.
        case file = "FILE"
        /// The command that was requested or run.
        case command = "COMMAND"
    }

    public let name: Name
    /// The value; nil if the message has none.
    public let value: String?

    public init(_ name: Name, _ value: String?) { (self.name, self.value) = (name, value) }

    public static func panel(_ id: String?) -> LogField { LogField(.panel, id) }
    public static func screen(_ id: String?) -> LogField { LogField(.screen, id) }
    public static func region(_ id: String?) -> LogField { LogField(.region, id) }
    public static func device(_ node: String?) -> LogField { LogField(.device, node) }
    public static func clientPID(_ pid: Int32) -> LogField { LogField(.clientPID, "\(pid)") }
    public static func clientUID(_ uid: UInt32) -> LogField { LogField(.clientUID, "\(uid)") }
    public static func clientName(_ name: String?) -> LogField { LogField(.clientName, name) }
    public static func token(_ name: String?) -> LogField { LogField(.token, name) }
    public static func behalf(_ name: String?) -> LogField { LogField(.behalf, name) }
    public static func peer(_ address: String?) -> LogField { LogField(.peer, address) }
    public static func reason(_ why: String?) -> LogField { LogField(.reason, why) }
    public static func file(_ path: String?) -> LogField { LogField(.file, path) }
    public static func command(_ name: String?) -> LogField { LogField(.command, name) }
}
