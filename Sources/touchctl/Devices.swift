import ArgumentParser
import Configuration
import Glibc
import Panels
import Sockets
import Text
import TouchCore
import Wire

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the touchscreens and keypads that are present: which panel or keypad each one is, or why it is not used.",
        usage: "touchctl devices [<options>]",
        discussion: """
            Asks touchd. If touchd does not run, or with --config, touchctl looks for touchscreens and keypads itself.

              touchctl devices                       as touchd sees them
              touchctl devices --config touchd.yaml  as it would see them with this file
            """)

    @OptionGroup var json: JSONOutput
    @OptionGroup var events: EventsSocket
    @Option(help: "Match the touchscreens against this configuration instead of asking touchd.", completion: .file()) var config: String?

    func run() throws {
        if config == nil, let devices = try Devices.ask(events) {
            let entries = devices.map { DeviceEntry($0) }
            for entry in entries { show(entry) }
            if json.isOn { return }
            if devices.isEmpty { printLine("no touchscreen found: \(InputFolder.summary)") }
            for line in AbsentPanels(asking: events, entries).lines { printLine(line) }
            return
        }
        try showPresentDevices()
    }

    /// The daemon's answer; nil, with a message, if the daemon does not run.
    static func ask(_ events: EventsSocket, isQuiet: Bool = false) throws -> [JSONValue]? {
        let connection: Connection
        do {
            connection = try Connection(path: Connection.path(events.path), isQuiet: isQuiet)
        } catch let error as Connection.NotReachable {
            if !isQuiet { complain("touchctl: \(error); looking for touchscreens without it") }
            return nil
        }
        return try connection.ask(#"{"type":"devices"}"#, capability: "devices").message["devices"]?.array ?? []
    }

    private func showPresentDevices() throws {
        let present = PanelWatcher().present()
        let file = config ?? events.chosen.configuration
        let settings = present.isEmpty && config == nil && access(file, F_OK) != 0 ? nil : try settings(from: file)
        if present.isEmpty && !json.isOn { printLine("no touchscreen found: \(InputFolder.summary)") }
        guard let settings else { return }
        let entries = DeviceEntry.all(present, settings, file: file)
        for entry in entries { show(entry) }
        if json.isOn { return }
        for line in AbsentPanels(settings, entries).lines { printLine(line) }
    }

    private func show(_ device: DeviceEntry) {
        if json.isOn {
            var writer = JSONWriter()
            device.write(into: &writer)
            writer.endLine()
            output(writer.bytes)
            return
        }
        printLine("\(device.node)  \"\(device.name)\"  \(DeviceEntry.hex(device.vendor)):\(DeviceEntry.hex(device.product))")
        let facts = [
            ("idPath", device.idPath), ("phys", device.phys), ("panel", device.panel ?? ""), ("keypad", device.keypad ?? ""), ("why", device.reason),
        ]
        for (label, text) in facts where !text.isEmpty { printLine("    \(label): \(text)") }
        if let scale = device.pointsPerMillimetre {
            printLine("    points per mm: \(hundredths(scale.width)) across, \(hundredths(scale.height)) down")
        } else if device.panel != nil {
            printLine("    points per mm: unknown, because the panel does not report its size")
        }
        if device.isVirtualPanel { showReaders(of: device.node) }
        if !device.quirks.isEmpty { printLine("    quirks corrected: " + device.quirks.joined(separator: ", ")) }
        let health = device.health.compactMap { Self.health($0.name, $0.value, device) }
        if !health.isEmpty { printLine("    health: " + health.joined(separator: ", ")) }
    }

    /// Prints the programs that read a virtual panel, and what fits them.
    private func showReaders(of node: String) {
        let system = LiveSystem()
        let holders = Processes(system).holders(of: node)
        for reader in holders.known where reader.name != "touchd" {
            if let compositor = Compositor(named: reader.name, system) {
                printLine("    read by: \(compositor.summary) (pid \(reader.number)); fitting: cancel: \(compositor.cancel.rawValue)")
            } else {
                printLine("    read by: \(reader.name) (pid \(reader.number))")
            }
        }
    }

    /// A count, or how long ago the last report was; nil for that of a recording, which has its own clock.
    private static func health(_ name: String, _ value: Int64, _ device: DeviceEntry) -> String? {
        if name != "lastReport" { return "\(name) \(value)" }
        return device.node.begins(with: "/dev/") ? "last report \(duration(MonotonicClock.now - value)) ago" : nil
    }

    private func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

extension DeviceEntry {
    /// Whether the device is a virtual panel of any touchd.
    var isVirtualPanel: Bool { phys.begins(with: VirtualPanelLayout.physPrefix) }

    /// The devices that are present, for a machine that may have no configuration.
    static func present(_ settings: Settings?, file: String) -> [DeviceEntry] {
        let present = PanelWatcher().present()
        if let settings { return all(present, settings, file: file) }
        return present.map { DeviceEntry($0, "there is no configuration") }
    }

    /// The devices that are present, each with the configured panel that matches it.
    static func all(_ present: [PanelWatcher.Device], _ settings: Settings, file: String) -> [DeviceEntry] {
        let matcher = PanelMatcher(settings, file: file)
        let panels = present.filter { !$0.isVirtualPanel }
        return zip(panels, matcher.assign(panels.map(\.identity))).map { device, answer in
            var entry = DeviceEntry(device, "")
            switch answer {
            case .refused(let why): entry.reason = "refused: \(why)"
            case .matched(let index): entry.open(device, as: matcher.entries[index], settings)
            }
            return entry
        }
            + present.filter(\.isVirtualPanel).map { device in
                let panel = device.identity.phys!.dropFirst(VirtualPanelLayout.physPrefix.count)
                return DeviceEntry(device, reason(ofVirtualPanel: String(panel)))
            }
            + keypads(settings, file: file)
    }

    /// The devices that are configured keypads, or that the match of a keypad is meant for.
    private static func keypads(_ settings: Settings, file: String) -> [DeviceEntry] {
        let matcher = PanelMatcher(keypadsOf: settings, file: file)
        if matcher.entries.isEmpty { return [] }
        let present = PanelWatcher.keypads()
        return zip(present, matcher.assign(present.map(\.identity))).compactMap { device, answer -> DeviceEntry? in
            var entry = DeviceEntry(device, "")
            switch answer {
            case .refused(let why):
                if !matcher.isMeant(for: device.identity) { return nil }
                (entry.keypad, entry.reason) = ("", "refused: \(why)")
            case .matched(let index):
                entry.keypad = matcher.entries[index].settings.id
                do throws(PanelError) {
                    _ = try LiveKeypad(DeviceAccess().openNode(device.node), node: device.node, isOwned: false)
                    entry.reason = "matched"
                } catch { entry.reason = "refused: \(error.message)" }
            }
            return entry
        }
    }

    private init(_ device: PanelWatcher.Device, _ reason: String) {
        self.init(
            node: device.node, name: device.identity.name, vendor: device.identity.vendor, product: device.identity.product,
            idPath: device.identity.idPath ?? "", phys: device.identity.phys ?? "", panel: nil, reason: reason)
    }

    private mutating func open(_ device: PanelWatcher.Device, as configured: PanelMatcher.Entry, _ settings: Settings) {
        do {
            let opened = try LivePanel(node: device.node, quirks: configured.settings.quirks, isOwned: false)
            let mapping = PanelMapping(
                opened.profile, udevCalibration: device.calibration, settings: configured.settings,
                screen: settings.screens[configured.screen].spec.size)
            panel = configured.settings.id
            pointsPerMillimetre = mapping.pointsPerMillimetre
            quirks = opened.profile.quirkNames
            reason = "matched"
        } catch {
            reason = "refused: \(error.message)"
        }
    }

    init(_ value: JSONValue) {
        func text(_ key: String) -> String { value[key]?.string ?? "" }
        self.init(
            node: text("node"), name: text("name"), vendor: UInt16(text("vendor"), radix: 16) ?? 0,
            product: UInt16(text("product"), radix: 16) ?? 0, idPath: text("idPath"), phys: text("phys"),
            panel: value["panel"]?.string, reason: text("reason"))
        keypad = value["keypad"]?.string
        let scale = value["pointsPerMillimetre"]?.array?.compactMap(\.number) ?? []
        if scale.count == 2 { pointsPerMillimetre = Size(scale[0], scale[1]) }
        quirks = value["quirks"]?.array?.compactMap(\.string) ?? []
        guard case .object(let members)? = value["health"] else { return }
        health = members.sorted { $0.key < $1.key }.compactMap { name, value in
            value.number.flatMap { Int64(exactly: $0.rounded()) }.map { (name, $0) }
        }
    }
}
