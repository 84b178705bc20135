import Glibc
import Logging
import Server
import Sockets

/// What units of the service manager follow.
public enum ScreenEvent: Hashable, Sendable {
    /// A finger has touched a dark display: `touchd-wake@SCREEN.service` lights it.
    case wake
    /// Nobody has touched for so many seconds, a threshold of the configuration's: `touchd-idle@SCREEN.target`.
    case idle(String)
    /// Somebody touches: `touchd-active@SCREEN.target`. With all thresholds.
    case active([String])

    /// As `touchctl unit` reads it.
    var words: String {
        switch self {
        case .wake: "wake"
        case .idle(let seconds): "idle \(seconds)"
        case .active(let seconds): "active \(seconds.joined(separator: ","))"
        }
    }
}

/// Who has the service manager start units for screens.
public protocol ScreenUnits: AnyObject {
    /// Does not wait for the unit.
    func start(for event: ScreenEvent, of screen: String)
}

extension ScreenUnits {
    /// A message to the socket of `touchd-units.service`: `idle 600 main`. An id has no line feed, but maybe spaces: it comes last.
    public static func message(_ event: ScreenEvent, _ screen: String) -> String { "\(event.words) \(screen)" }
}

/// Names a screen, and what happens there, to a socket of systemd's, whose unit has the screen's units started as root: the daemon has no
/// right to start any.
final class ScreenUnitsBySocket: ScreenUnits {
    private let path = SocketPath.unitsInEnvironment
    private let instance: Instance?

    /// - Parameter instance: of a daemon that is one of several on the machine.
    init(instance: Instance?) { self.instance = instance }

    func start(for event: ScreenEvent, of screen: String) {
        guard let path else { return }
        let name = (instance.map { $0.name + "/" } ?? "") + screen
        let failure = Datagram.send(Self.message(event, name), to: path)
        if failure == 0 { return }
        let why = String(cString: strerror(failure))
        let text = "screen \(screen): cannot ask \(path) to start its units (\(event.words)): \(why); systemctl start touchd-units.socket"
        Log.write(LogMessage(.unitsNotAsked, text, [.screen(screen), .file(path), .command(event.words), .reason(why)], limits: [.few()]))
    }
}
