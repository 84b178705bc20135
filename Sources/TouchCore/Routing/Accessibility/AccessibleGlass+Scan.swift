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

    /// Moves the focus on if a step is over.
    func stepScan(_ screen: Int, to time: Int64, _ output: inout FrameBuffer) {
        while let scan = screens[screen]!.scan, scan.due <= time {
            let due = scan.due
            screens[screen]!.scan!.heldSince = nil
            screens[screen]!.scan!.due = due &+ scan.rule.step
            if pipeline.context.glasses.mode(screen) != .normal { continue }
            if isLastPlace(screen) { screens[screen]!.scan!.rounds += 1 }
            if screens[screen]!.scan!.rounds >= scan.rule.loops {
                screens[screen]!.scan!.due = .max
                cue(.end, screen, due)
                return
            }
            do throws(AccessibilityRefusal) { try move(.next, screen, .scan, .scan, due, &output) } catch { cue(.nothing, screen, due) }
        }
    }

    /// Whether the focus is on the last place of the order. In a surface only the program that reads the application knows what comes next.
    private func isLastPlace(_ screen: Int) -> Bool {
        guard let region = screens[screen]!.focus?.region, let last = ring(screen, .scan).last else { return false }
        return region == last || tree[region].sensitiveRoot.map { $0 == last } ?? false
    }

    // MARK: The switch

    /// Activates the element that has the focus, or begins to scan again. An adjustable element goes up by a step, and from its end to its begin, so
    /// that one switch reaches each value.
    func pressSwitch(_ screen: Int, _ time: Int64, _ output: inout FrameBuffer) {
        guard let scan = screens[screen]!.scan else { return }
        if scan.isResting || screens[screen]!.focus == nil { return beginScan(screen, time, &output) }
        continueScan(screen, time)
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
        if scan.isResting || scan.heldSince != nil { pressSwitch(screen, time, &output) }
    }
}
