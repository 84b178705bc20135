import Configuration
import Logging
import Panels
import Server

/// Turns panels off while their display is off, because nobody aims at a dark display. Touches that are down when a display goes off are cancelled.
/// Contacts that begin while it is off never become touches, including the one that wakes the display.
final class Outputs {
    /// The time in µs between checks. The kernel sends no event when a display is blanked, so touchd has to ask.
    private static let interval: Int64 = 1_000_000

    private let source: any OutputSource
    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private let log: ServiceLog
    private var timer: EventLoop.Timer!
    private var isWatching = false
    /// The outputs of the configuration's panels, except panels on screens with a `wake` rule.
    private var outputs: [String] = []
    private var wakingScreens: Set<Int> = []
    /// The states of outputs, by their names in the configuration.
    private var states: [String: OutputWatcher.State] = [:]

    init(_ source: any OutputSource, _ panels: PanelTable, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog) {
        self.source = source
        self.panels = panels
        self.dispatcher = dispatcher
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in check() }
    }

    /// Watches the outputs of a configuration's panels. If no panel has an output, nothing is watched or checked. The outputs of a screen with a
    /// `wake` rule are left to `Displays`.
    func use(_ entries: [PanelMatcher.Entry], _ screens: [ScreenSettings]) {
        wakingScreens = Set(screens.indices.filter { screens[$0].spec.kiosk.wake != nil })
        outputs = entries.filter { !wakingScreens.contains($0.screen) }.compactMap(\.settings.output)
        if outputs.isEmpty {
            if isWatching { source.unwatch(on: loop) }
            isWatching = false
            timer.clear()
        } else if !isWatching {
            isWatching = true
            source.watch(on: loop) { [unowned self] in check() }
            timer.set(after: Self.interval, every: Self.interval)
        }
        check()
    }

    /// Turns a panel off and on with its output. Recordings and injected panels have no output.
    func follow(_ panel: OpenPanel) {
        guard panel.device != nil else { return }
        var isOff = false
        if let output = panel.entry.settings.output, !wakingScreens.contains(panel.entry.screen), case .off = states[output] { isOff = true }
        if isOff == panel.isOutputOff { return }
        panel.isOutputOff = isOff
        dispatcher.setOutput(of: panel, isOff: isOff)
    }

    /// Checks all outputs, logs changes, and updates their panels.
    private func check() {
        var new: [String: OutputWatcher.State] = [:]
        for output in outputs where new[output] == nil {
            let state = source.state(of: output)
            new[output] = state
            if state != states[output] { logState(output, state, after: states[output]) }
        }
        states = new
        for panel in panels.all { follow(panel) }
    }

    private func logState(_ output: String, _ state: OutputWatcher.State, after before: OutputWatcher.State?) {
        switch state {
        case .on: if before != nil { log(.outputOn, "output \(output) is on") }
        case .off(let why): log(.outputOff, "output \(output) is \(why); ignoring its panels until it is on", .reason(why))
        case .unknown(let others):
            let list = others.isEmpty ? "this machine has none" : "this machine has \(others.joined(separator: ", "))"
            log(.outputUnknown, "output \(output) does not exist, so it counts as on; \(list)")
        }
    }
}
