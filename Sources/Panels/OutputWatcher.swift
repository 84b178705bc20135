internal import CLibudev
import Glibc
import Text

/// The connectors of displays in /sys/class/drm (`card0-HDMI-A-1`), and notices of their changes.
public final class OutputWatcher {
    public enum State: Equatable, Sendable {
        case on
        /// The display shows nothing; the text gives the reason, for people.
        case off(String)
        /// The connector does not exist; the list has the names of all connectors.
        case unknown([String])
    }

    private static let folder = "/sys/class/drm"

    private let monitor = UdevMonitor(subsystem: "drm")
    /// A descriptor that is readable when a connector was plugged in or out; -1 if there is no netlink connection to udev. The kernel sends no
    /// notice when a display is turned off or blanked.
    public var fd: Int32 { monitor.fd }

    public init() {}

    /// Reads the notices that have come. Does not block.
    public func drain() {
        while let notice = monitor.next() { if case .device(let device) = notice { udev_device_unref(device) } }
    }

    /// Returns the state of a connector, named with or without its card.
    public static func state(of name: String) -> State {
        state(of: name, among: connectors()) { connector, attribute in Sysfs.contents("\(folder)/\(connector)/\(attribute)") }
    }

    /// Returns the state of a connector. If several cards have one of this name, one that is on decides.
    ///
    /// - Parameters:
    ///   - connectors: the names of all connectors, with their cards.
    ///   - value: returns a connector's attribute; empty if it has none, or it cannot be read.
    static func state(
        of name: String, among connectors: [String], attribute value: (_ connector: String, _ attribute: String) -> String
    ) -> State {
        let named = connectors.filter { $0 == name || withoutCard($0) == name }
        if named.isEmpty { return .unknown(connectors.map(withoutCard)) }
        let states = named.map { connector in state { value(connector, $0) } }
        return states.contains(.on) ? .on : states[0]
    }

    /// Returns the state that a connector's attributes report. An attribute that cannot be read counts as on, because not every driver has every
    /// attribute.
    private static func state(_ attribute: (String) -> String) -> State {
        if attribute("status") == "disconnected" { return .off("unplugged") }
        if attribute("enabled") == "disabled" { return .off("not in use") }
        let power = attribute("dpms")
        return power.isEmpty || power == "On" ? .on : .off("turned off")
    }

    private static func connectors() -> [String] { Sysfs.names(in: folder).filter { $0.begins(with: "card") && $0.has("-") } }

    /// Returns a connector's name without the card's: `HDMI-A-1` for `card0-HDMI-A-1`.
    public static func withoutCard(_ connector: String) -> String {
        connector.cut(at: "-").map { String($0.after) } ?? ""
    }
}
