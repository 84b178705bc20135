import Glibc

/// The paths of touchd's two sockets, for servers and clients.
public enum SocketPath {
    /// The default path of the events socket.
    public static let usual = "/run/touchd/events.sock"

    /// `$TOUCHD_SOCKET`; nil if it is not set or empty.
    public static var inEnvironment: String? { value(of: "TOUCHD_SOCKET") }

    /// `$TOUCHD_ADMIN_SOCKET`; nil if it is not set or empty.
    public static var adminInEnvironment: String? { value(of: "TOUCHD_ADMIN_SOCKET") }

    /// `$TOUCHD_RECOVERY_SOCKET`; nil if it is not set or empty. The service sends requests for recovery commands of panels there.
    public static var recoveryInEnvironment: String? { value(of: "TOUCHD_RECOVERY_SOCKET") }

    /// `$TOUCHD_UNITS_SOCKET`; nil if it is not set or empty. The service sends requests for units of screens there.
    public static var unitsInEnvironment: String? { value(of: "TOUCHD_UNITS_SOCKET") }

    /// `$TOUCHD_DEVICES_SOCKET`; nil if it is not set or empty. The service sends requests for devices there, and opens none itself.
    public static var devicesInEnvironment: String? { value(of: "TOUCHD_DEVICES_SOCKET") }

    /// Returns the default path of the admin socket. It is in the folder of the events socket, so that it is never another daemon's path.
    public static func admin(besides events: String) -> String {
        let name = "events.sock"
        let isUsual = events.utf8.elementsEqual(name.utf8) || events.utf8.reversed().starts(with: ("/" + name).utf8.reversed())
        return isUsual ? events.dropLast(name.utf8.count) + "admin.sock" : events + ".admin"
    }

    private static func value(of name: String) -> String? {
        getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
    }
}
