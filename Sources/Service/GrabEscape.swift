import Panels
import Server
import TouchCore

/// The way out of a grab that went wrong: who has only the glass holds five fingers on it for ten seconds.
final class GrabEscape {
    private static let fingers = 5
    private static let time: Int64 = 10_000_000

    private let panels: PanelTable
    private let log: ServiceLog
    private var timer: EventLoop.Timer!
    /// The grabbed panel on which enough fingers are held.
    private var panel: OpenPanel?

    init(_ panels: PanelTable, loop: EventLoop, log: ServiceLog) {
        self.panels = panels
        self.log = log
        timer = loop.timer { [unowned self] in escape() }
    }

    /// A grabbed panel was read.
    ///
    /// - Parameter touches: how many are down on it.
    func watch(_ read: OpenPanel, touches: Int) {
        let holds = touches >= Self.fingers
        if holds == (panel === read) { return }
        if holds, panel == nil {
            panel = read
            timer.set(after: Self.time)
        } else if !holds {
            cancel()
        }
    }

    /// A panel goes.
    func forget(_ gone: OpenPanel) { if panel === gone { cancel() } }

    private func cancel() {
        panel = nil
        timer.clear()
    }

    private func escape() {
        panel = nil
        for panel in panels.all { panel.device?.releaseGrab() }
        log.warning("five fingers for ten seconds: all grabs are released until the panels are opened again")
    }
}
