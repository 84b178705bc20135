extension TouchPipeline {
    /// Regions that drag themselves move by what the first of their fingers moved in this frame, in their own coordinates.
    /// After all have been told where the fingers are: whoever comes next sees the new place.
    mutating func dragSelves() {
        for (position, event) in frame.events.enumerated() {
            guard event.phase == .moved, let region = event.receiver, region.isRegion,
                tree.specs[region.slot].behaviour == .dragSelf
            else { continue }
            let isFirst = !frame.events[..<position].contains { $0.receiver == region && $0.phase == .moved }
            if isFirst { tree.move(region, by: event.local - event.previousLocal) }
        }
    }
}
