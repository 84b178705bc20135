import Configuration
import Logging
import Panels
import Server

/// Displays that are off: nobody aims at what is not shown. What is down when one goes off is cancelled, and what comes
/// meanwhile is nothing for its whole life, the touch that wakes the display included.
final class Outputs {
    /// µs. The kernel tells nobody when a display is blanked, so it is asked.
    private static let interval: Int64 = 1_000_000

    private let source: any OutputSource
    private let panels: PanelTable
    private let dispatcher: TouchDispatcher
    private let loop: EventLoop
    private let log: ServiceLog
    private var timer: EventLoop.Timer!
    private var isWatching = false
    /// Those that the configuration's panels have.
    private var outputs: [String] = []
    private var wakingScreens: Set<Int> = []
    /// By what the configuration calls them.
    private var states: [String: OutputWatcher.State] = [:]

    init(_ source: any OutputSource, _ panels: PanelTable, _ dispatcher: TouchDispatcher, loop: EventLoop, log: ServiceLog) {
        self.source = source
        self.panels = panels
        self.dispatcher = dispatcher
        self.loop = loop
        self.log = log
        timer = loop.timer { [unowned self] in check() }
    }

    /// Watches the outputs of a configuration's panels: nothing is watched, and nothing asked, if no panel has one. A screen with a `wake`
    /// rule makes something else of its panels' outputs (`Displays`).
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

    /// A panel goes off and on with its output. A recording has none.
    func follow(_ panel: OpenPanel) {
        guard panel.device != nil else { return }
        var isOff = false
        if let output = panel.entry.settings.output, !wakingScreens.contains(panel.entry.screen), case .off = states[output] { isOff = true }
        if isOff == panel.isOutputOff { return }
        panel.isOutputOff = isOff
        dispatcher.setOutput(of: panel, isOff: isOff)
    }

    /// Asks how the outputs are, says what is new, and has their panels follow.
    private func check() {
        var new: [String: OutputWatcher.State] = [:]
        for output in outputs where new[output] == nil {
            let state = source.state(of: output)
            new[output] = state
            if state != states[output] { say(output, state, after: states[output]) }
        }
        states = new
        for panel in panels.all { follow(panel) }
    }

    private func say(_ output: String, _ state: OutputWatcher.State, after before: OutputWatcher.State?) {
        switch state {
        case .on: if before != nil { log(.outputOn, "output \(output) is on") }
        case .off(let why): log(.outputOff, "output \(output) is \(why): its panels are ignored until it is on", .reason(why))
        case .unknown(let others):
            let list = others.isEmpty ? "there is none" : "there are \(others.joined(separator: ", "))"
            log(.outputUnknown, "there is no output \(output), so it counts as on; \(list)")
        }
    }
}
