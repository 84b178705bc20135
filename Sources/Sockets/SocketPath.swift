import Glibc

/// Where touchd's two sockets are, for whoever listens there or connects.
public enum SocketPath {
    /// The events socket when nobody says where.
    public static let usual = "/run/touchd/events.sock"

    /// `$TOUCHD_SOCKET`; nil when it is not set or empty.
    public static var inEnvironment: String? { value(of: "TOUCHD_SOCKET") }

    /// `$TOUCHD_ADMIN_SOCKET`, likewise.
    public static var adminInEnvironment: String? { value(of: "TOUCHD_ADMIN_SOCKET") }

    /// `$TOUCHD_RECOVERY_SOCKET`, likewise: where the service asks for a panel's recovery command to be run.
    public static var recoveryInEnvironment: String? { value(of: "TOUCHD_RECOVERY_SOCKET") }

    /// Where the admin socket is when nobody says where: in the events socket's folder, and never where another daemon has its own.
    public static func admin(besides events: String) -> String {
        let name = "events.sock"
        let isUsual = events.utf8.elementsEqual(name.utf8) || events.hasSuffix("/" + name)
        return isUsual ? events.dropLast(name.utf8.count) + "admin.sock" : events + ".admin"
    }

    private static func value(of name: String) -> String? {
        getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
    }
}
