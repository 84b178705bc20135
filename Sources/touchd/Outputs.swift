import Panels
import Server

/// Displays that are off: nobody aims at what is not shown. What is down when one goes off is cancelled, and what comes
/// meanwhile is nothing for its whole life, the touch that wakes the display included.
extension Daemon {
    /// µs. The kernel tells nobody when a display is blanked, so it is asked.
    private static let outputInterval: Int64 = 1_000_000

    /// For the configuration there is now: nothing is watched, and nothing asked, if no panel has an output.
    func watchOutputs() {
        if matcher.entries.allSatisfy({ $0.settings.output == nil }) {
            if let outputWatcher, outputWatcher.fd >= 0 { loop.remove(outputWatcher.fd) }
            outputWatcher = nil
            outputTimer.clear()
        } else if outputWatcher == nil {
            let watcher = OutputWatcher()
            if watcher.fd >= 0 {
                loop.add(watcher.fd) { [unowned self] _ in
                    watcher.drain()
                    checkOutputs()
                }
            }
            outputWatcher = watcher
            outputTimer.set(after: Self.outputInterval, every: Self.outputInterval)
        }
        checkOutputs()
    }

    /// Asks how the outputs are, says what is new, and has their panels follow.
    func checkOutputs() {
        var states: [String: OutputWatcher.State] = [:]
        for output in matcher.entries.compactMap(\.settings.output) where states[output] == nil {
            states[output] = OutputWatcher.state(of: output)
            if states[output] != outputStates[output] { say(output, states[output]!, after: outputStates[output]) }
        }
        outputStates = states
        for panel in panels { follow(panel) }
    }

    /// A panel goes off and on with its output. A recording has none.
    func follow(_ panel: OpenPanel) {
        guard case .live = panel.source else { return }
        var isOff = false
        if let output = panel.entry.settings.output, case .off = outputStates[output] { isOff = true }
        if isOff == panel.isOutputOff { return }
        panel.isOutputOff = isOff
        pipeline.setOutput(ofPanel: panel.panel, isOff: isOff, time: time(of: panel))
        publishFrame()
    }

    private func say(_ output: String, _ state: OutputWatcher.State, after before: OutputWatcher.State?) {
        switch state {
        case .on: if before != nil { Log.info("output \(output) is on") }
        case .off(let why): Log.info("output \(output) is \(why): its panels are ignored until it is on")
        case .unknown(let others):
            let list = others.isEmpty ? "there is none" : "there are \(others.joined(separator: ", "))"
            Log.warning("there is no output \(output), so it counts as on; \(list)")
        }
    }
}
