import Glibc
import Logging
import Panels
import Server
import TouchCore
import Wire

/// The other nodes of the panels' USB devices, such as a "mouse" beside a touchscreen: touchd grabs them with the panel, so that no touch reaches other
/// programs a second time, and releases them with it (contract 8).
final class Siblings {
    private enum State {
        case asked
        /// The object holds the grab.
        case taken(AnyObject)
        case failed(String)
    }

    private let panels: PanelTable
    private let registry: PanelRegistry
    private let source: any PanelSource
    private let loop: EventLoop
    private let log: ServiceLog
    /// The siblings of grabbed panels, by panel and node.
    private var states: [PanelID: [String: State]] = [:]
    private var timer: EventLoop.Timer!
    /// The time in µs between attempts to grab a node of which a button is down.
    private static let retryInterval: Int64 = 500_000

    init(_ panels: PanelTable, _ registry: PanelRegistry, source: any PanelSource, loop: EventLoop, log: ServiceLog) {
        (self.panels, self.registry, self.source, self.loop, self.log) = (panels, registry, source, loop, log)
        timer = loop.timer { [unowned self] in update() }
    }

    /// Updates the siblings of all panels, after devices have come or gone and after a reload.
    func update() { for panel in panels.all { update(panel) } }

    /// Grabs the siblings of a panel that is grabbed, and releases those of any other.
    func update(_ panel: OpenPanel) {
        guard panel.device != nil, panel.grab == .held || panel.grab == .releasing, panel.entry.settings.takesSiblings else {
            states[panel.panelID] = nil
            return
        }
        let present = siblings(of: panel)
        var known = states[panel.panelID] ?? [:]
        known = known.filter { node, _ in present.contains { $0.node == node } }
        states[panel.panelID] = known
        for device in present where known[device.node] == nil {
            states[panel.panelID]![device.node] = .asked
            source.grabSibling(device.node, of: panel.identity.source) { [weak self, weak panel] in
                if let self, let panel { grabbed(device, of: panel, $0) }
            }
        }
    }

    /// Releases the siblings of a panel that is about to be removed.
    func willRemove(_ panel: OpenPanel) { states[panel.panelID] = nil }

    private func grabbed(_ device: PanelWatcher.Device, of panel: OpenPanel, _ result: Result<AnyObject, PanelError>) {
        // The panel may have been released meanwhile. The grab then ends with the result.
        guard case .asked? = states[panel.panelID]?[device.node] else { return }
        switch result {
        case .success(let grab):
            states[panel.panelID]![device.node] = .taken(grab)
            log(
                .siblingTaken, "panel \(panel.id): grabbed \(device.identity.summary) too, because it belongs to the same USB device",
                .panel(panel.id), .device(device.node))
        case .failure(let error) where error.code == EAGAIN:
            states[panel.panelID]![device.node] = nil
            timer.set(after: Self.retryInterval)
        case .failure(let error):
            states[panel.panelID]![device.node] = .failed(error.message)
            log(
                .siblingNotTaken,
                "panel \(panel.id): \(device.identity.summary) belongs to the same USB device, but stays with other programs: \(error.message)",
                .panel(panel.id), .device(device.node), .reason(error.message))
        }
    }

    /// The siblings of a panel that are no panels themselves.
    private func siblings(of panel: OpenPanel) -> [PanelWatcher.Device] {
        source.siblings(of: panel.identity.source).filter { device in
            panels.panel(atNode: device.node) == nil && !device.isVirtualPanel && !registry.matcher.hasMatch(device.identity)
        }
    }

    /// Returns the siblings of all live panels, grabbed or not.
    var entries: [DeviceEntry] {
        panels.all.filter(\.isLive).flatMap { panel in
            siblings(of: panel).map { device in
                let identity = device.identity
                return DeviceEntry(
                    node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product,
                    idPath: identity.idPath ?? "", phys: identity.phys ?? "", panel: nil, reason: reason(device, panel))
            }
        }
    }

    private func reason(_ device: PanelWatcher.Device, _ panel: OpenPanel) -> String {
        let what = "belongs to the same USB device as \(panel.id)"
        switch states[panel.panelID]?[device.node] {
        case .taken: return "grabbed with \(panel.id): it \(what)"
        case .asked: return "it \(what), and is being grabbed"
        case .failed(let why): return "it \(what), but stays with other programs: \(why)"
        case nil: return "it \(what), and stays with other programs"
        }
    }
}
