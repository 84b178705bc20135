import Configuration
import TouchCore
import Wire

/// The panels of the configuration that no device of the list is, and why.
struct AbsentPanels {
    let lines: [String]

    /// The panels of a configuration that was read here.
    init(_ settings: Settings, _ devices: [DeviceEntry]) {
        let present = Set(devices.compactMap(\.panel))
        lines = settings.screens.flatMap(\.panels).filter { !present.contains($0.id) }.map { panel in
            if let recording = panel.match.recording { return "panel \(panel.id): a recording, \(recording)" }
            return "panel \(panel.id): " + (Self.refused(panel, devices) ?? "no device matches its \"match\" (line \(panel.mark.line))")
        }
    }

    /// The text for a panel whose match fits a refused device; nil if it fits none.
    private static func refused(_ panel: PanelSettings, _ devices: [DeviceEntry]) -> String? {
        devices.first(where: panel.isRefused).map { "its \"match\" fits \($0.node), which was refused (see above)" }
    }

    /// The panels of the running touchd; none if this user may not ask for its status.
    init(asking events: EventsSocket, _ devices: [DeviceEntry]) {
        let connection = try? Connection(path: Connection.path(events.path), isQuiet: true)
        let status = (try? connection?.reply(to: #"{"type":"status"}"#, capability: "status"))?.message
        let file = status?["configuration"]?["file"]?.string
        self.init(status, settings: file.flatMap { try? loadConfiguration(file: $0) }?.settings, devices)
    }

    /// - Parameters:
    ///   - status: the answer to `status`.
    ///   - settings: the configuration, if this user may read it.
    init(_ status: JSONValue?, settings: Settings?, _ devices: [DeviceEntry]) {
        let missing = (status?["configuredPanels"]?.array ?? []).filter { $0["open"]?.bool == false }.map { $0.text("panel") }
        let known = (settings?.screens.flatMap(\.panels) ?? []).reduce(into: [String: PanelSettings]()) { $0[$1.id] = $1 }
        lines = missing.map { id in
            guard let panel = known[id] else { return "panel \(id): no device is used for it" }
            if let recording = panel.match.recording { return "panel \(id): for the recording \(recording), which does not play now" }
            return "panel \(id): " + (Self.refused(panel, devices) ?? "no device matches its \"match\" in the configuration")
        }
    }
}
