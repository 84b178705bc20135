/// Scanning: the focus goes from element to element by itself, and one switch, or a finger anywhere, activates the element that has it (contract 10).
///
/// A sensitive region is one place, and cannot be operated so: the time between the focus and a press would tell others which element was chosen.
extension AccessibleGlass {
    /// The time for which a finger that is down stops the scan, in µs. A finger that rests longer is no press.
    private static let longestPress: Int64 = 10_000_000

    /// Starts scanning when a profile with it goes on, and ends it with the profile.
    func updateScan(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        let rule = screens[screen]!.scanRule
        if screens[screen]!.scan?.rule == rule { return }
        screens[screen]!.scan = rule.map { AccessibleScreen.Scan(rule: $0, due: .max) }
        pipeline.context.glasses.setScanning(rule != nil, screen)
        if rule != nil { beginScan(screen, time, &output) }
    }

    /// Puts the focus on the first element, and counts anew.
    private func beginScan(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        continueScan(screen, time)
        guard let first = ring(screen, .scan).first else { return cue(.nothing, screen, time) }
        setFocus(first, .next, screen, .scan, .scan, time, &output)
    }

    /// Lets the focus stay on its element for a whole step, and counts the rounds anew.
    func continueScan(_ screen: Int, _ time: Int64) {
        guard let rule = screens[screen]!.scan?.rule else { return }
        screens[screen]!.scan = AccessibleScreen.Scan(rule: rule, due: time &+ rule.step)
    }

    /// Moves the focus on, because a step is over.
    func stepScan(_ screen: Int, at time: Int64, _ output: inout FrameBuffer) {
        guard let scan = screens[screen]!.scan else { return }
        screens[screen]!.scan!.heldSince = nil
        screens[screen]!.scan!.due = time &+ scan.rule.step
        if pipeline.context.glasses.mode(screen) != .normal { return }
        do throws(AccessibilityRefusal) { try move(.next, screen, .scan, .scan, time, &output) } catch { cue(.nothing, screen, time) }
    }

    /// Counts a round when the focus would pass the end of the order. Returns true if it was the last one: scanning then rests, and the focus stays. In
    /// a surface the program that reads the application says when the end is reached.
    func countRound(_ screen: Int, _ time: Int64) -> Bool {
        guard let scan = screens[screen]!.scan else { return false }
        screens[screen]!.scan!.rounds += 1
        if scan.rounds + 1 < scan.rule.loops { return false }
        screens[screen]!.scan!.due = .max
        screens[screen]!.navigation = nil
        cue(.end, screen, time)
        return true
    }

    // MARK: The switch

    /// Activates the element that has the focus, or begins to scan again. An adjustable element goes up by a step, and from its end to its begin, so
    /// that one switch reaches each value.
    func pressSwitch(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        guard let scan = screens[screen]!.scan else { return }
        if scan.isResting || screens[screen]!.focus == nil { return beginScan(screen, time, &output) }
        // In a sensitive region a key does not restart the step, because others would see when it was pressed. A finger they see anyway.
        if focusRoot(screen) == nil || scan.heldSince != nil { continueScan(screen, time) }
        do throws(AccessibilityRefusal) {
            if let region = screens[screen]!.focus?.region, tree[region].kind == .slider {
                try cycle(screen, .scan, time, &output)
            } else {
                try activateFocus(screen, .scan, time, &output)
            }
        } catch { cue(.refuse, screen, time) }
    }

    /// Stops the scan while a finger is down, so that the element that had the focus then is the one that is chosen.
    func holdScan(_ screen: Int, _ time: Int64) {
        guard let scan = screens[screen]!.scan, !scan.isResting else { return }
        screens[screen]!.scan!.heldSince = time
        screens[screen]!.scan!.due = time &+ max(Self.longestPress, scan.rule.step)
    }

    /// Takes a finger that lifts as a press of the switch, unless it has rested so long that the scan went on.
    func releaseScan(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        guard let scan = screens[screen]!.scan else { return }
        // The finger may have come down before the lock, or have been waiting in a filter.
        if pipeline.context.glasses.mode(screen) != .normal { return cancelSwitch(screen, time) }
        if scan.isResting || scan.heldSince != nil { pressSwitch(screen, time, &output) }
    }

    /// Lets the scan go on after a whole step, because the finger that stopped it chooses nothing.
    func cancelSwitch(_ screen: Int, _ time: Int64) {
        guard let scan = screens[screen]!.scan, scan.heldSince != nil else { return }
        screens[screen]!.scan!.heldSince = nil
        screens[screen]!.scan!.due = time &+ scan.rule.step
    }
}
