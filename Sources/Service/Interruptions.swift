import Logging
import Server
import TouchCore

/// Handles sleep and switches of the virtual terminal. Contacts do not continue after such an interruption, so all touches are cancelled.
final class Interruptions {
    private let source: any InterruptionSource
    private let panels: PanelTable
    private let registry: PanelRegistry
    private let dispatcher: TouchDispatcher
    private let log: ServiceLog
    /// The time in µs that the machine had slept in total at the last check.
    private var sleptBefore: ClosedRange<Int64>
    private var terminal: [UInt8]

    init(
        _ source: any InterruptionSource, _ panels: PanelTable, _ registry: PanelRegistry, _ dispatcher: TouchDispatcher, loop: EventLoop,
        log: ServiceLog
    ) {
        self.source = source
        self.panels = panels
        self.registry = registry
        self.dispatcher = dispatcher
        self.log = log
        sleptBefore = source.suspendedTime
        terminal = source.shownTerminal
        source.watch(
            on: loop, clockSet: { [unowned self] in clockSet() }, terminalChanged: { [unowned self] in terminalChanged() })
    }

    /// Handles a change of the wall clock. A resume from sleep causes one, too. If the machine slept, panels may have lost their state, and contacts
    /// that the kernel still lists as down are from before the sleep. So all panels are opened again and wait for new contacts.
    private func clockSet() {
        let slept = source.suspendedTime
        // On a busy machine much time can pass between the readings of two clocks.
        let atLeast = slept.lowerBound - sleptBefore.upperBound
        if atLeast < 1000 { return sleptBefore = slept.clamped(to: sleptBefore) }
        sleptBefore = slept
        log(.resumed, "resumed after \(atLeast / 1000) ms of sleep; reopening all panels")
        registry.removeDevices(.deviceDisabled)
        registry.reconsider(isAfterSleep: true)
    }

    private func terminalChanged() {
        let shown = source.shownTerminal
        if shown != terminal { for panel in panels.all { dispatcher.cancelTouches(of: panel, .outputInactive) } }
        terminal = shown
    }
}
