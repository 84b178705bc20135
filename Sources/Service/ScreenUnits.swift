import Glibc
import Logging
import Server
import Sockets

/// An event of a screen for which the service manager starts units.
public enum ScreenEvent: Hashable, Sendable {
    /// A finger has touched a dark display: `touchd-wake@SCREEN.service` lights it.
    case wake
    /// A screen was not touched for this many seconds, a threshold in the configuration: `touchd-idle@SCREEN.target`.
    case idle(String)
    /// A screen is touched again: `touchd-active@SCREEN.target`. Carries all idle thresholds of the screen.
    case active([String])
    /// A gesture with this id was made, for which a unit is to be started: `touchd-gesture@SCREEN:ID.service`.
    case gesture(String)

    /// The event as `touchctl unit` reads it.
    var words: String {
        switch self {
        case .wake: "wake"
        case .idle(let seconds): "idle \(seconds)"
        case .active(let seconds): "active \(seconds.joined(separator: ","))"
        case .gesture(let id): "gesture \(id)"
        }
    }
}

/// Makes the service manager start units for screens.
public protocol ScreenUnits: AnyObject {
    /// Starts the units for an event, without waiting for them.
    func start(for event: ScreenEvent, of screen: String)
}

extension ScreenUnits {
    /// Returns a message for the socket of `touchd-units.service`: `idle 600 main`. The screen's ID comes last, because it may contain spaces, but
    /// no line feed. A gesture's ID may contain spaces too, but no `/`: `gesture main/home`.
    public static func message(_ event: ScreenEvent, _ screen: String) -> String {
        if case .gesture(let id) = event { "gesture \(screen)/\(id)" } else { "\(event.words) \(screen)" }
    }
}

/// Sends the screen and the event to a socket of systemd, whose unit starts the screen's units as root. The daemon itself has no right to start
/// units.
final class ScreenUnitsBySocket: ScreenUnits {
    private let path = SocketPath.unitsInEnvironment
    private let instance: Instance?

    /// - Parameter instance: this daemon's instance, if several run on the machine.
    init(instance: Instance?) { self.instance = instance }

    func start(for event: ScreenEvent, of screen: String) {
        guard let path else { return }
        let name = (instance.map { $0.name + "/" } ?? "") + screen
        let failure = Datagram.send(Self.message(event, name), to: path)
        if failure == 0 { return }
        let why = String(cString: strerror(failure))
        let text = "screen \(screen): cannot ask \(path) to start its units (\(event.words)): \(why); run systemctl start touchd-units.socket"
        Log.write(LogMessage(.unitsNotAsked, text, [.screen(screen), .file(path), .command(event.words), .reason(why)], limits: [.few()]))
    }
}
