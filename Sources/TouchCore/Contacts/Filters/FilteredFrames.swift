/// The frames that the filters pass on. Delayed changes go out first, in separate frames with the time when they happened; the current
/// changes follow. So one report may make several frames. No allocation in steady state.
struct FilteredFrames: Sendable {
    private struct Release {
        var time: Int64
        var change: ContactChange
    }

    /// The changes of the frame given by `next`: endings first.
    private(set) var current: [ContactChange] = []
    /// Whether `next` has frames left to give.
    private(set) var hasFramesLeft = false
    /// Event time of the current changes.
    var time: Int64 = 0

    /// The current changes.
    private var changes: [ContactChange] = []
    /// The delayed changes that are ready to go out, in order of time. Among changes of the same time, endings come first, but changes of one slot
    /// keep their order.
    private var releases: [Release] = []

    init(slots: Int) {
        current.reserveCapacity(2 * slots)
        releases.reserveCapacity(2 * slots)
        changes.reserveCapacity(2 * slots)
    }

    // MARK: Making frames

    /// Starts a new list of current changes, with the given time. Keeps delayed changes that have not gone out.
    mutating func open(at time: Int64) {
        changes.removeAll(keepingCapacity: true)
        self.time = time
    }

    mutating func append(_ change: ContactChange) { changes.append(change) }

    /// Adds a change that was delayed until now to the current changes. An ending is inserted before the first change that is not one, so that its
    /// slot is free for the next contact.
    mutating func join(_ change: ContactChange) {
        let place = change.phase.isTerminal ? changes.firstIndex { !$0.phase.isTerminal } : nil
        changes.insert(change, at: place ?? changes.count)
    }

    /// Adds a delayed change that goes out with the time when it happened. Changes of one slot stay in the order of the calls.
    mutating func release(_ change: ContactChange, at time: Int64) {
        // Only the slot's last change counts: a contact that ends and the next one in its slot may share a frame, whatever came before.
        let place =
            if let last = releases.lastIndex(where: { $0.time == time && $0.change.slot == change.slot }),
                Self.precedes(releases[last].change, change)
            {
                last + 1
            } else {
                releases.firstIndex { $0.time > time || $0.time == time && change.phase.isTerminal && !$0.change.phase.isTerminal }
            }
        releases.insert(Release(time: time, change: change), at: place ?? releases.count)
    }

    /// True if the two changes, in this order, need separate frames. One frame holds at most one change of a contact; if the change is an ending, the
    /// next contact in the slot may begin in the same frame.
    private static func precedes(_ first: ContactChange, _ second: ContactChange) -> Bool {
        first.slot == second.slot && !(first.phase.isTerminal && second.phase == .began)
    }

    /// Completes the changes. A report makes a frame even if no change is left in it.
    mutating func close(isReport: Bool) { hasFramesLeft = isReport || hasMore }

    private var hasMore: Bool { !releases.isEmpty || !changes.isEmpty }

    // MARK: Giving frames

    /// Puts the next frame into `current` and returns its time.
    mutating func next() -> Int64 {
        current.removeAll(keepingCapacity: true)
        guard let time = releases.first?.time else {
            swap(&current, &changes)
            hasFramesLeft = false
            return self.time
        }
        var count = 0
        while count < releases.count, releases[count].time == time, fits(releases[count].change) {
            current.append(releases[count].change)
            count += 1
        }
        releases.removeFirst(count)
        hasFramesLeft = hasMore
        return time
    }

    /// Whether the change can still be added to the frame being made. An ending cannot follow other kinds of changes. Two changes that need separate
    /// frames (`precedes`) cannot share one either.
    private func fits(_ change: ContactChange) -> Bool {
        if change.phase.isTerminal, let last = current.last, !last.phase.isTerminal { return false }
        return !current.contains { Self.precedes($0, change) }
    }

    /// A description of the first violated invariant between two reports; nil if all hold.
    var fault: String? {
        if hasMore && !hasFramesLeft { return "the filter has more frames, but hasFramesLeft is false" }
        for (before, after) in zip(releases, releases.dropFirst()) where before.time > after.time { return "delayed events are not in order of time" }
        return nil
    }
}
