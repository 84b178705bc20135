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
    /// keep their order. Those before `head` have gone out.
    private var releases: [Release] = []
    private var head = 0
    /// Delayed changes that are earlier than the last of `releases`, in the order of the calls. `close` merges them all at once, because inserting
    /// each of them would take quadratic time after a long hold of several fingers.
    private var unordered: [Release] = []
    #if DEBUG
        /// The number of delayed changes that were examined or moved, for tests of the cost.
        private(set) var steps = 0
    #endif

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
        let new = Release(time: time, change: change)
        if hasReleases, releases[releases.count - 1].time > time { unordered.append(new) } else { insert(new) }
        countSteps(1)
    }

    /// Inserts a change that is not earlier than any other among those of the same time.
    private mutating func insert(_ new: Release) {
        var (start, place) = (releases.count, releases.count)
        var isAfterOwn = false
        while start > head, releases[start - 1].time == new.time {
            start -= 1
            countSteps(1)
            let other = releases[start].change
            // Only the slot's last change counts: a contact that ends and the next one in its slot may share a frame, whatever came before.
            if other.slot == new.change.slot {
                isAfterOwn = Self.precedes(other, new.change)
                if isAfterOwn { place = start + 1 }
                break
            }
        }
        if !isAfterOwn, new.change.phase.isTerminal {
            while start > head, releases[start - 1].time == new.time {
                start -= 1
                countSteps(1)
            }
            place = releases[start...].firstIndex { !$0.change.phase.isTerminal } ?? releases.count
        }
        releases.insert(new, at: place)
    }

    /// Brings the changes that were released out of order to their places.
    private mutating func merge() {
        var all = Array(releases[head...]) + unordered
        // The sort is stable, so changes of one slot keep their order.
        all.sort { before, after in
            countSteps(1)
            return before.time < after.time
        }
        releases.removeAll(keepingCapacity: true)
        unordered.removeAll()
        head = 0
        for release in all { insert(release) }
    }

    private var hasReleases: Bool { head < releases.count }

    @inline(__always)
    private mutating func countSteps(_ count: Int) {
        #if DEBUG
            steps += count
        #endif
    }

    /// True if the two changes, in this order, need separate frames. One frame holds at most one change of a contact; if the change is an ending, the
    /// next contact in the slot may begin in the same frame.
    private static func precedes(_ first: ContactChange, _ second: ContactChange) -> Bool {
        first.slot == second.slot && !(first.phase.isTerminal && second.phase == .began)
    }

    /// Completes the changes. A report makes a frame even if no change is left in it.
    mutating func close(isReport: Bool) {
        if !unordered.isEmpty { merge() }
        hasFramesLeft = isReport || hasMore
    }

    private var hasMore: Bool { hasReleases || !unordered.isEmpty || !changes.isEmpty }

    // MARK: Giving frames

    /// Puts the next frame into `current` and returns its time.
    mutating func next() -> Int64 {
        current.removeAll(keepingCapacity: true)
        guard hasReleases else {
            swap(&current, &changes)
            hasFramesLeft = false
            return self.time
        }
        let time = releases[head].time
        while hasReleases, releases[head].time == time, fits(releases[head].change) {
            current.append(releases[head].change)
            head += 1
            countSteps(1)
        }
        if !hasReleases {
            releases.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, 2 * head >= releases.count {
            releases.removeFirst(head)
            head = 0
        }
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
        let waiting = releases[head...]
        for (before, after) in zip(waiting, waiting.dropFirst()) where before.time > after.time { return "delayed events are not in order of time" }
        return nil
    }
}
