internal import CLibudev
import Glibc
import Text

/// The connectors of displays in /sys/class/drm (`card0-HDMI-A-1`), and notices of their changes.
public final class OutputWatcher {
    public enum State: Equatable, Sendable {
        case on
        /// Shows nothing; the text says why, for people.
        case off(String)
        /// There is no such connector; the list has those that exist.
        case unknown([String])
    }

    private static let folder = "/sys/class/drm"

    private let monitor = UdevMonitor(subsystem: "drm")
    /// Readable when a connector was plugged in or out; -1 if udev's netlink cannot be had. There is no notice of a display that is
    /// turned off or blanked: the kernel sends none.
    public var fd: Int32 { monitor.fd }

    public init() {}

    /// Reads the notices that have come. Does not wait.
    public func drain() {
        while let device = monitor.next() { udev_device_unref(device) }
    }

    /// The state of a connector; `name` with or without its card.
    public static func state(of name: String) -> State {
        state(of: name, among: connectors()) { connector, attribute in Sysfs.contents("\(folder)/\(connector)/\(attribute)") }
    }

    /// If several cards have the name, one that is on counts.
    ///
    /// - Parameters:
    ///   - connectors: with their cards.
    ///   - value: a connector's attribute; empty when it has none, or it cannot be read.
    static func state(
        of name: String, among connectors: [String], attribute value: (_ connector: String, _ attribute: String) -> String
    ) -> State {
        let named = connectors.filter { $0 == name || withoutCard($0) == name }
        if named.isEmpty { return .unknown(connectors.map(withoutCard)) }
        let states = named.map { connector in state { value(connector, $0) } }
        return states.contains(.on) ? .on : states[0]
    }

    /// An attribute that cannot be read counts as on: not every driver has every attribute.
    private static func state(_ attribute: (String) -> String) -> State {
        if attribute("status") == "disconnected" { return .off("unplugged") }
        if attribute("enabled") == "disabled" { return .off("not in use") }
        let power = attribute("dpms")
        return power.isEmpty || power == "On" ? .on : .off("turned off")
    }

    private static func connectors() -> [String] { Sysfs.names(in: folder).filter { $0.begins(with: "card") && $0.has("-") } }

    /// A connector's name without the card's: `HDMI-A-1` of `card0-HDMI-A-1`.
    public static func withoutCard(_ connector: String) -> String {
        connector.cut(at: "-").map { String($0.after) } ?? ""
    }
}
