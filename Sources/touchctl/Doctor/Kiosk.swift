import Configuration
import JSON
import Panels
import Sockets
import StrictYAML
import TouchCore
import Wire

/// The data for checks: a service of this machine, its configuration and its surroundings.
struct Kiosk {
    var system: any SystemView
    var instance: Instance?
    var eventsSocket = SocketPath.usual
    var daemon = DaemonAnswers(failure: .absent("No such file or directory"))
    var configuration = ConfigurationState(file: Instance.usualConfiguration)
    /// The touchscreens that are present: as reported by touchd, otherwise as seen by this program.
    var devices: [DeviceEntry] = []
    /// The devices that are keypads, or that the match of a keypad is meant for.
    var keypads: [DeviceEntry] = []
    /// The ids of the configured keypads, `SCREEN/KEYPAD`.
    var configuredKeypads: [String] { settings?.screens.flatMap { screen in screen.keypads.map { "\(screen.spec.id)/\($0.id)" } } ?? [] }

    var unit: String { instance?.unit ?? "touchd.service" }
    var settings: Settings? { configuration.settings }
    /// The command that asks again as root.
    var asRoot: String { "sudo touchctl doctor" + option }
    var option: String { instance.map { " --instance \($0.name)" } ?? "" }
    /// The configured panels, except recordings.
    var configuredPanels: [PanelSettings] { settings?.screens.flatMap(\.panels).filter { $0.match.recording == nil } ?? [] }
    /// The IDs of the screens whose applications get touches from a virtual panel.
    var surfaceScreens: [String] = []
    /// The IDs of the screens with a rule for dark displays.
    var wakeScreens: [String] = []
    /// The unit that switches on the display of a screen.
    func wakeUnit(_ screen: String) -> String {
        "touchd-wake@\(ScreenUnitNames.escaped(Substring((instance.map { $0.name + "/" } ?? "") + screen))).service"
    }
    /// The panels in use, as devices.
    var panels: [DeviceEntry] { devices.filter { $0.panel != nil } }
}

/// The configuration file in its current state.
struct ConfigurationState {
    var file: String
    var settings: Settings?
    var diagnostics: [Diagnostic] = []
    /// Why the file cannot be read; nil if it can.
    var unreadable: String?
}

extension Kiosk {
    /// The current state of the kiosk that the options name.
    static func live(_ sockets: DaemonSockets) -> Kiosk {
        let events = Connection.path(sockets.events.path)
        let daemon = DaemonAnswers(events: events, admin: Connection.adminPath(sockets))
        let file = daemon.status?["configuration"]?["file"]?.string ?? sockets.events.chosen.configuration
        var kiosk = Kiosk(system: LiveSystem(), instance: sockets.events.chosen.instance, eventsSocket: events, daemon: daemon)
        kiosk.configuration = ConfigurationState(reading: file)
        let screens = kiosk.settings?.screens.map(\.spec) ?? []
        kiosk.surfaceScreens = screens.filter { $0.windows.contains(where: hasSurface) }.map(\.id)
        kiosk.wakeScreens = screens.filter { $0.kiosk.wake != nil }.map(\.id)
        let devices = daemon.devices.map { $0.map { DeviceEntry($0) } } ?? DeviceEntry.present(kiosk.settings, file: file)
        kiosk.devices = devices.filter { $0.keypad == nil }
        kiosk.keypads = devices.filter { $0.keypad != nil }
        return kiosk
    }

    private static func hasSurface(_ region: RegionSpec) -> Bool { region.kind == .surface || region.children.contains(where: hasSurface) }
}

extension ConfigurationState {
    init(reading file: String) {
        self.init(file: file)
        do throws(ConfigurationFileError) {
            let scales = try? PanelScales(recordings: [])
            let result = try checkConfiguration(file: file) { scales?.scales($0, file: file) ?? [:] }
            (settings, diagnostics) = (result.settings, result.diagnostics)
        } catch { unreadable = error.reason }
    }
}
