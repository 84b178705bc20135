import Logging
import Panels
import Server
import TouchCore

/// Releases all grabs when five fingers are held on a grabbed panel for ten seconds, or for the time in the panel's `grabEscape`. Panels without an
/// escape stay grabbed. A person who has only the touchscreen can thus undo a wrong grab. All contacts of the panel count, because filters and rules
/// for touches must not disable the escape. While a screen is locked or being cleaned it has no escape: only staff end these modes.
final class GrabEscape {
    private static let fingers = 5

    private let panels: PanelTable
    private let registry: PanelRegistry
    private let virtualPanels: VirtualPanels
    private let dispatcher: TouchDispatcher
    private let log: ServiceLog
    private var timer: EventLoop.Timer!
    /// The grabbed panel on which enough fingers are down.
    private var panel: OpenPanel?

    init(
        _ panels: PanelTable, _ registry: PanelRegistry, _ virtualPanels: VirtualPanels, _ dispatcher: TouchDispatcher, loop: EventLoop,
        log: ServiceLog
    ) {
        self.panels = panels
        self.registry = registry
        self.virtualPanels = virtualPanels
        self.dispatcher = dispatcher
        self.log = log
        timer = loop.timer { [unowned self] in escape() }
    }

    /// Starts or stops the timer after a grabbed panel was read.
    ///
    /// - Parameter contacts: the number of contacts that are down on the panel, whether or not rules and filters make touches of them.
    func watch(_ read: OpenPanel, contacts: Int) {
        guard contacts >= Self.fingers, let time = time(of: read) else { return forget(read) }
        if panel != nil { return }
        panel = read
        timer.set(after: time)
    }

    /// Stops the timer if this is the panel on which the fingers are held.
    func forget(_ gone: OpenPanel) { if panel === gone { cancel() } }

    /// Returns the time in µs that the fingers must be held; nil if the panel has no escape now.
    private func time(of panel: OpenPanel) -> Int64? {
        if dispatcher.mode(ofScreen: panel.entry.screen) != .normal { return nil }
        return panel.entry.settings.grabEscape.time(hasSurface: virtualPanels.hasSurface(screen: panel.entry.screen))
    }

    private func cancel() {
        panel = nil
        timer.clear()
    }

    private func escape() {
        guard let held = panel, let time = time(of: held) else { return cancel() }
        panel = nil
        for panel in panels.all where panel.grab == .held && self.time(of: panel) != nil {
            if panel.virtual == nil {
                registry.releaseGrab(panel)
            } else {
                // The applications see all fingers lift on the virtual panel now. The grab ends only after the fingers have lifted, because the
                // applications never saw these fingers come down on the panel itself.
                panel.grab = .releasing
                virtualPanels.liftAll(of: panel)
            }
        }
        let seconds = time == 10_000_000 ? "ten seconds" : "\(Double(time) / 1e6) s"
        log(.grabsReleased, "five fingers held for \(seconds): released all grabs until the panels are reopened", .panel(held.id))
    }
}
