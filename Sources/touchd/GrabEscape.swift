import Panels
import Server
import TouchCore

/// The way out of a grab that went wrong: who has only the glass holds five fingers on it for ten seconds.
extension Daemon {
    private static let escapeFingers = 5
    private static let escapeTime: Int64 = 10_000_000

    /// After a grabbed panel was read.
    func watchEscape(_ live: LivePanel, _ panel: OpenPanel) {
        guard live.isGrabbed else { return }
        let holds = pipeline.touchCount(ofPanel: panel.panel) >= Self.escapeFingers
        if holds == (escapingPanel === panel) { return }
        if holds, escapingPanel == nil {
            escapingPanel = panel
            escapeTimer.set(after: Self.escapeTime)
        } else if !holds {
            cancelEscape()
        }
    }

    func cancelEscape() {
        escapingPanel = nil
        escapeTimer.clear()
    }

    func escape() {
        escapingPanel = nil
        for panel in panels { if case .live(let live, _) = panel.source { live.releaseGrab() } }
        Log.warning("five fingers for ten seconds: all grabs are released until the panels are opened again")
    }
}
