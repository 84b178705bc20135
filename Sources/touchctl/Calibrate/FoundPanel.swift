import ArgumentParser
import Calibration
import Configuration
import Panels
import TouchCore
import Wire

/// A panel that may be touched, with all known facts about it.
struct FoundPanel {
    var facts = CalibratedPanel()
    var node = ""
    /// Whether touchd has the panel and delivers its contacts.
    var isTaken = false
    var settings: PanelSettings?
    /// The panel's screen, and the screen's size in points.
    var screen: (id: String, size: Size)?

    /// The panel's name for people.
    var name: String { facts.id.isEmpty ? "\"\(facts.name)\" (\(node))" : facts.id }

    /// The panels that are present, whether touchd has them or not. Virtual panels are left out.
    ///
    /// - Parameter isDirect: whether panels are read directly instead of through touchd.
    static func all(_ sockets: DaemonSockets, config: String?, isDirect: Bool) throws -> [FoundPanel] {
        let present = PanelWatcher().present()
        let asked = isDirect ? nil : try? Devices.ask(sockets.events, isQuiet: true)
        let configured = try settings(sockets, config)
        let matcher = configured.map { PanelMatcher($0.settings, file: $0.file) }
        let devices = present.filter { !$0.isVirtualPanel }
        let answers = matcher?.assign(devices.map(\.identity))
        return devices.enumerated().map { index, device in
            var found = FoundPanel()
            found.node = device.node
            found.facts = CalibratedPanel(device)
            var entry: PanelMatcher.Entry?
            if case .matched(let number) = answers?[index] { entry = matcher?.entries[number] }
            if let id = asked?.first(where: { $0["node"]?.string == device.node })?["panel"]?.string {
                found.isTaken = true
                entry = matcher?.entries.first { $0.settings.id == id } ?? entry
                found.facts.id = id
            }
            if let entry, let settings = configured?.settings {
                found.use(entry, settings)
            } else if found.isTaken {
                complain(
                    "touchctl: note: touchd's configuration is unknown, so \(found.name) is assumed to have no rotation, area or calibration; "
                        + "name the file with --config"
                )
            }
            let phys = VirtualPanelLayout.phys(of: found.facts.id, sockets.events.chosen.instance?.name)
            if let virtual = present.first(where: { $0.identity.phys == phys }) {
                found.facts.virtualName = virtual.identity.name
                // With the screen's units, touchd's calibration is the only one.
                if found.settings?.virtual.space != .screen { found.facts.virtualPhys = phys }
            }
            return found
        }
    }

    /// The daemon's configuration if it reports it, otherwise the usual file; nil if there is none, or if it is invalid.
    private static func settings(_ sockets: DaemonSockets, _ config: String?) throws -> (settings: Settings, file: String)? {
        if let config { return (try touchctl.settings(from: config), config) }
        if let connection = try? Connection.admin(sockets, isQuiet: true), let told = try? connection.configuration() { return told }
        let usual = sockets.events.chosen.configuration
        return (try? loadConfiguration(file: usual))?.settings.map { ($0, usual) }
    }

    /// The facts about a panel in a configuration; only the ID if the configuration is missing or invalid.
    static func facts(ofPanel id: String, in configuration: String, on picture: Size) -> CalibratedPanel {
        var found = FoundPanel()
        found.facts.id = id
        if let settings = readConfiguration(Array(configuration.utf8), file: "").settings,
            let entry = PanelMatcher(settings, file: "").entries.first(where: { $0.settings.id == id })
        {
            found.use(entry, settings)
        }
        return found.facts(on: picture)
    }

    mutating func use(_ entry: PanelMatcher.Entry, _ settings: Settings) {
        self.settings = entry.settings
        let spec = settings.screens[entry.screen].spec
        screen = (spec.id, spec.size)
        facts.id = entry.settings.id
        facts.rotation = entry.settings.rotation
        facts.area = entry.settings.area
        facts.configured = entry.settings.calibration
    }

    /// The facts with the panel's part of the screen converted to a picture of another size.
    func facts(on picture: Size) -> CalibratedPanel {
        var facts = facts
        if let area = facts.area, let size = screen?.size {
            let (x, y) = (picture.width / size.width, picture.height / size.height)
            facts.area = Rect(area.minX * x, area.minY * y, area.size.width * x, area.size.height * y)
        }
        return facts
    }
}

extension CalibratedPanel {
    init(_ device: PanelWatcher.Device) {
        self.init()
        name = device.identity.name
        (vendor, product) = (device.identity.vendor, device.identity.product)
        idPath = device.identity.idPath ?? ""
        phys = device.identity.phys ?? ""
        udev = device.calibration
    }

    /// The size of the panel's ranges on the glass.
    static func millimetres(_ profile: PanelProfile) -> Size? {
        guard let x = profile.description[axis: profile.kind.xAxis], let y = profile.description[axis: profile.kind.yAxis],
            x.resolution > 0, y.resolution > 0
        else { return nil }
        func length(_ axis: AxisInfo) -> Double { (Double(axis.maximum) - Double(axis.minimum) + 1) / Double(axis.resolution) }
        return Size(length(x), length(y))
    }
}

extension Connection {
    /// The configuration in force, if touchd reports it.
    func configuration() throws -> (settings: Settings, file: String)? {
        guard try isCapable("configuration") else { return nil }
        let reply = try ask(#"{"type":"configuration","id":1}"#, capability: "configuration").message
        guard let text = reply["text"]?.string, let settings = readConfiguration(Array(text.utf8), file: "").settings else { return nil }
        return (settings, reply["path"]?.string ?? "")
    }

    /// Whether touchd knows a request.
    func isCapable(_ capability: String) throws -> Bool {
        if capabilities.isEmpty { _ = try message() }
        return capabilities.contains(capability)
    }
}
