/// The stage between assembly and hit test, on panels that have filters: one report may lead to several frames, or to one later.
extension TouchPipeline {
    /// Takes a report, and the first frame that the filters make of it, on its way.
    mutating func filter(_ panel: PanelState) {
        let isBehind = panel.filter!.isBehind
        takeRest(panel)
        panel.filter!.process(panel.assembler.changes, at: panel.time, panel.mapping)
        if isBehind { takeRest(panel) } else { takeNext(panel) }
    }

    /// Takes the next frame that a panel's filters give on its way.
    mutating func takeNext(_ panel: PanelState) {
        setFrameTime(max(panel.filter!.next(), panel.lineTime))
        panel.time = max(panel.time, frame.time)
        take(panel.filter!.current, panel)
    }

    /// Takes all that a panel's filters have left into the frame there is. Nothing, unless `advance` was not called in time.
    mutating func takeRest(_ panel: PanelState) {
        while panel.filter!.isBehind {
            _ = panel.filter!.next()
            take(panel.filter!.current, panel)
        }
    }

    /// Ends what might have come back but is in the way of a new touch; false when there is nothing such.
    mutating func endLost(_ panel: PanelState) -> Bool {
        guard panel.filter?.hasLost == true else { return false }
        panel.filter!.endLost()
        for change in panel.filter!.ends {
            panel.isWaitingForEntry[change.slot] = false
            update(change, panel)
        }
        return true
    }
}
