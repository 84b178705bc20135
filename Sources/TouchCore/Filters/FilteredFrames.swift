/// What the filters give on, frame by frame: what was withheld goes out as a frame of its own, at the time when it happened, and
/// after that what happens now. So one report may make several frames. No allocation in steady state.
struct FilteredFrames: Sendable {
    private struct Release {
        var time: Int64
        var change: ContactChange
    }

    /// What the frame given by `next` does: endings first.
    private(set) var current: [ContactChange] = []
    /// Whether frames are left that `next` gives.
    private(set) var isBehind = false
    /// Event time of what happens now.
    var time: Int64 = 0

    /// What happens now.
    private var changes: [ContactChange] = []
    /// What was withheld, in order of times; at equal times endings first, but of one slot each thing in its place.
    private var releases: [Release] = []

    init(slots: Int) {
        current.reserveCapacity(2 * slots)
        releases.reserveCapacity(2 * slots)
        changes.reserveCapacity(2 * slots)
    }

    // MARK: Making frames

    /// Begins with what happens at a time; what was withheld and not given yet stays.
    mutating func open(at time: Int64) {
        changes.removeAll(keepingCapacity: true)
        self.time = time
    }

    mutating func append(_ change: ContactChange) { changes.append(change) }

    /// What was withheld until now is a part of what happens now: an ending before all else, so that its slot is free.
    mutating func join(_ change: ContactChange) {
        let place = change.phase.isTerminal ? changes.firstIndex { !$0.phase.isTerminal } : nil
        changes.insert(change, at: place ?? changes.count)
    }

    /// What was withheld goes out, at the time when it happened: of contacts of one slot in the order of the calls.
    mutating func release(_ change: ContactChange, at time: Int64) {
        let place =
            if let last = releases.lastIndex(where: { $0.time == time && Self.precedes($0.change, change) }) {
                last + 1
            } else {
                releases.firstIndex { $0.time > time || $0.time == time && change.phase.isTerminal && !$0.change.phase.isTerminal }
            }
        releases.insert(Release(time: time, change: change), at: place ?? releases.count)
    }

    /// Whether no frame can have both, in this order: in a frame a contact does one thing, and the next one of its slot may begin.
    private static func precedes(_ first: ContactChange, _ second: ContactChange) -> Bool {
        first.slot == second.slot && !(first.phase.isTerminal && second.phase == .began)
    }

    /// All has happened. A report makes a frame even when nothing is left of it.
    mutating func close(isReport: Bool) { isBehind = isReport || hasMore }

    private var hasMore: Bool { !releases.isEmpty || !changes.isEmpty }

    // MARK: Giving frames

    /// Puts the next frame into `current` and returns its time.
    mutating func next() -> Int64 {
        current.removeAll(keepingCapacity: true)
        guard let time = releases.first?.time else {
            swap(&current, &changes)
            isBehind = false
            return self.time
        }
        var count = 0
        while count < releases.count, releases[count].time == time, fits(releases[count].change) {
            current.append(releases[count].change)
            count += 1
        }
        releases.removeFirst(count)
        isBehind = hasMore
        return time
    }

    /// Whether the frame that is made has room for it: endings are first.
    private func fits(_ change: ContactChange) -> Bool {
        if change.phase.isTerminal, let last = current.last, !last.phase.isTerminal { return false }
        return !current.contains { Self.precedes($0, change) }
    }

    /// What contradicts itself between two reports; nil if nothing does.
    var fault: String? {
        if hasMore && !isBehind { return "the filter has frames that nobody will ask for" }
        for (before, after) in zip(releases, releases.dropFirst()) where before.time > after.time { return "what was withheld is not in order" }
        return nil
    }
}
