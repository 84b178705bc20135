import CLinux
import Glibc
import Server
import TouchCore

/// Sleep and virtual terminals: what was on the glass before is not there after.
extension Daemon {
    func watchInterruptions() {
        let clock = clinux_clock_watch()
        if clock >= 0 {
            sleptBefore = clinux_suspended_us()
            loop.add(clock) { [unowned self] _ in
                _ = clinux_clock_watch_again(clock)
                resumed(afterSleeping: clinux_suspended_us())
            }
        }
        // Changes when another terminal is shown; readable without rights, and absent where there are no terminals.
        let terminal = open("/sys/class/tty/tty0/active", O_RDONLY | O_CLOEXEC)
        if terminal >= 0 {
            terminalShown = Self.text(of: terminal)
            loop.add(terminal, EventLoop.priority) { [unowned self] _ in
                let shown = Self.text(of: terminal)
                if shown != terminalShown { cancelAll(.outputInactive) }
                terminalShown = shown
            }
        }
    }

    /// The clock on the wall was set: by a resume if the machine slept meanwhile. Panels may have lost their state, and what
    /// the kernel still lists as down was put there in another time: all are opened again, and wait for new contacts.
    private func resumed(afterSleeping slept: Int64) {
        defer { sleptBefore = slept }
        if slept - sleptBefore < 1000 { return }
        Log.info("resumed after \((slept - sleptBefore) / 1000) ms of sleep: the panels are opened again")
        for panel in panels { if case .live = panel.source { remove(panel, reason: .deviceDisabled) } }
        opensAfterSleep = true
        reconsider()
        opensAfterSleep = false
    }

    private func cancelAll(_ reason: CancelReason) {
        for panel in panels {
            pipeline.cancelTouches(ofPanel: panel.panel, reason: reason, time: time(of: panel))
            publishFrame()
        }
    }

    private static func text(of fd: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = pread(fd, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }
}
