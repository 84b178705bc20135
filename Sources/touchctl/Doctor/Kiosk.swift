import Configuration
import JSON
import Panels
import Sockets
import TouchCore
import Wire

/// What checks look at: a service of this machine, its configuration and its surroundings.
struct Kiosk {
    var system: any SystemView
    var instance: Instance?
    var eventsSocket = SocketPath.usual
    var daemon = DaemonAnswers(silence: .absent("No such file or directory"))
    var configuration = ConfigurationState(file: Instance.usualConfiguration)
    /// The touchscreens that are there: as touchd has them, or else as this program sees them.
    var devices: [DeviceEntry] = []

    var unit: String { instance?.unit ?? "touchd.service" }
    var settings: Settings? { configuration.settings }
    /// How to ask again with all rights.
    var asRoot: String { "sudo touchctl doctor" + option }
    var option: String { instance.map { " --instance \($0.name)" } ?? "" }
    /// Panels that stand in the configuration, but for recordings.
    var configuredPanels: [PanelSettings] { settings?.screens.flatMap(\.panels).filter { $0.match.recording == nil } ?? [] }
    /// Ids of the screens whose applications get touches by a virtual panel.
    var surfaceScreens: [String] = []
    /// Ids of the screens with a rule for dark displays.
    var wakeScreens: [String] = []
    /// What lights the display of a screen.
    func wakeUnit(_ screen: String) -> String {
        "touchd-wake@\(ScreenUnitNames.escaped(Substring((instance.map { $0.name + "/" } ?? "") + screen))).service"
    }
    /// Panels in use, as devices.
    var panels: [DeviceEntry] { devices.filter { $0.panel != nil } }
}

/// The file of the configuration, as it is now.
struct ConfigurationState {
    var file: String
    var settings: Settings?
    var diagnostics: [Diagnostic] = []
    /// Why the file cannot be read; nil: it can.
    var unreadable: String?
}

extension Kiosk {
    /// The kiosk that the options name, as it is.
    static func live(_ sockets: DaemonSockets) -> Kiosk {
        let events = Connection.path(sockets.events.path)
        let daemon = DaemonAnswers(events: events, admin: Connection.adminPath(sockets))
        let file = daemon.status?["configuration"]?["file"]?.string ?? sockets.events.chosen.configuration
        var kiosk = Kiosk(system: LiveSystem(), instance: sockets.events.chosen.instance, eventsSocket: events, daemon: daemon)
        kiosk.configuration = ConfigurationState(reading: file)
        let screens = kiosk.settings?.screens.map(\.spec) ?? []
        kiosk.surfaceScreens = screens.filter { $0.windows.contains(where: hasSurface) }.map(\.id)
        kiosk.wakeScreens = screens.filter { $0.kiosk.wake != nil }.map(\.id)
        kiosk.devices = daemon.devices.map { $0.map { DeviceEntry($0) } } ?? DeviceEntry.present(kiosk.settings, file: file)
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
