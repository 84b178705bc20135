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
        /// The node is tried again once its buttons are up.
        case waiting
        case failed(String)
    }

    private struct Sibling {
        var state = State.asked
        /// The pace of further attempts, which is that of panels that cannot be opened.
        var schedule = RecoverySchedule()
        /// The time on the loop's clock of the next attempt; nil if none is due.
        var due: Int64?
        /// The reason in the last message of the log; nil if none was logged.
        var loggedReason: String?
    }

    private let panels: PanelTable
    private let registry: PanelRegistry
    private let source: any PanelSource
    private let loop: EventLoop
    private let log: ServiceLog
    /// The siblings of grabbed panels, by panel and node.
    private var siblings: [PanelID: [String: Sibling]] = [:]
    private var timer: EventLoop.Timer!
    /// The time in µs between attempts to grab a node of which a button is down.
    private static let retryInterval: Int64 = 500_000

    init(_ panels: PanelTable, _ registry: PanelRegistry, source: any PanelSource, loop: EventLoop, log: ServiceLog) {
        (self.panels, self.registry, self.source, self.loop, self.log) = (panels, registry, source, loop, log)
        timer = loop.timer { [unowned self] in for panel in panels.all { update(panel) } }
    }

    /// Updates the siblings of all panels, after devices have come, gone or changed, and after a reload. Tries those again that could not be grabbed.
    func update() {
        for panel in siblings.keys {
            for (node, sibling) in siblings[panel]! { if case .failed = sibling.state { siblings[panel]![node]!.due = loop.now() } }
        }
        for panel in panels.all { update(panel) }
    }

    /// Grabs the siblings of a panel that is grabbed, and releases those of any other.
    func update(_ panel: OpenPanel) {
        defer { setTimer() }
        guard panel.device != nil, panel.grab == .held || panel.grab == .releasing, panel.entry.settings.takesSiblings else {
            siblings[panel.panelID] = nil
            return
        }
        let present = present(with: panel)
        let known = (siblings[panel.panelID] ?? [:]).filter { node, _ in present.contains { $0.node == node } }
        siblings[panel.panelID] = known
        let now = loop.now()
        for device in present where known[device.node].map({ $0.due ?? .max <= now }) ?? true {
            var sibling = known[device.node] ?? Sibling()
            (sibling.state, sibling.due) = (.asked, nil)
            siblings[panel.panelID]![device.node] = sibling
            source.grabSibling(device.node, of: panel.identity.source) { [weak self, weak panel] in
                if let self, let panel { grabbed(device, of: panel, $0) }
            }
        }
    }

    /// Forgets a node that was unplugged. A device that gets the same node later is new.
    func unplugged(_ node: String) { for panel in siblings.keys { siblings[panel]![node] = nil } }

    /// Releases the siblings of a panel that is about to be removed.
    func willRemove(_ panel: OpenPanel) { siblings[panel.panelID] = nil }

    private func setTimer() {
        let due = siblings.values.lazy.flatMap(\.values).compactMap(\.due).min()
        if let due { timer.set(after: max(0, due - loop.now())) } else { timer.clear() }
    }

    private func grabbed(_ device: PanelWatcher.Device, of panel: OpenPanel, _ result: Result<AnyObject, PanelError>) {
        // The panel may have been released meanwhile. The grab then ends with the result.
        guard var sibling = siblings[panel.panelID]?[device.node], case .asked = sibling.state else { return }
        let now = loop.now()
        switch result {
        case .success(let grab):
            sibling = Sibling(state: .taken(grab))
            log(
                .siblingTaken, "panel \(panel.id): grabbed \(device.identity.summary) too, because it belongs to the same USB device",
                .panel(panel.id), .device(device.node))
        case .failure(let error) where error.code == EAGAIN:
            (sibling.state, sibling.due) = (.waiting, now + Self.retryInterval)
        case .failure(let error):
            sibling.state = .failed(error.message)
            _ = sibling.schedule.failed(at: now, hasCommand: false)
            sibling.due = sibling.schedule.due
            if sibling.loggedReason == error.message { break }
            sibling.loggedReason = error.message
            log(
                .siblingNotTaken,
                "panel \(panel.id): \(device.identity.summary) belongs to the same USB device, but stays with other programs: \(error.message)",
                .panel(panel.id), .device(device.node), .reason(error.message))
        }
        siblings[panel.panelID]![device.node] = sibling
        setTimer()
    }

    /// The siblings of a panel that belong to no other entry. A node that the panel's own match fits as well is a sibling, because one entry is one
    /// panel.
    private func present(with panel: OpenPanel) -> [PanelWatcher.Device] {
        source.siblings(of: panel.identity.source).filter { device in
            panels.panel(atNode: device.node) == nil && !device.isVirtualPanel
                && registry.matcher.entry(fitting: device.identity).map { $0.settings.id == panel.id } ?? true
        }
    }

    /// Returns the siblings of all live panels, grabbed or not.
    var entries: [DeviceEntry] {
        panels.all.filter(\.isLive).flatMap { panel in
            present(with: panel).map { device in
                let identity = device.identity
                return DeviceEntry(
                    node: identity.source, name: identity.name, vendor: identity.vendor, product: identity.product,
                    idPath: identity.idPath ?? "", phys: identity.phys ?? "", panel: nil, reason: reason(device, panel))
            }
        }
    }

    private func reason(_ device: PanelWatcher.Device, _ panel: OpenPanel) -> String {
        let what = "belongs to the same USB device as \(panel.id)"
        switch siblings[panel.panelID]?[device.node]?.state {
        case .taken: return "grabbed with \(panel.id): it \(what)"
        case .asked: return "it \(what), and is being grabbed"
        case .waiting: return "it \(what), and is grabbed once its buttons are up"
        case .failed(let why): return "it \(what), but stays with other programs: \(why)"
        case nil: return "it \(what), and stays with other programs"
        }
    }
}
