import JSON

/// The edits to redo on each new connection: what is left of each request, in the order of the requests. A later edit replaces an earlier one of the
/// same property, and regions that were added and removed again are dropped.
struct Edits {
    typealias Line = [String: JSONValue]

    struct Request {
        var id: UInt64
        var line: Line
        /// The edits of the line that still have an effect.
        var edits: [Edit]
        /// Whether touchd has done the request.
        var isDone = false
        /// Whether the request was sent, and whether its reply is due.
        var isSent = false
        var isUnanswered = true
    }

    /// The requests in the order in which they were made.
    private(set) var requests: [Request] = []
    private var epoch: String?

    mutating func ask(_ id: UInt64, _ line: Line, isSent: Bool) {
        requests.append(Request(id: id, line: line, edits: (line["edits"]?.array ?? []).map(Edit.init), isSent: isSent))
    }

    mutating func answered(_ id: UInt64, isOK: Bool) {
        guard let index = requests.firstIndex(where: { $0.id == id && $0.isUnanswered }) else { return }
        requests[index].isUnanswered = false
        if !isOK {
            requests.remove(at: index)
        } else if !requests[index].isDone {
            requests[index].isDone = true
            let edits = requests[index].edits
            requests[index].edits = []
            for edit in edits { append(edit, to: index) }
            prune()
        }
    }

    /// The requests to redo on a new connection. If touchd has kept running, it has removed only the regions that the old connection had added, so
    /// only edits of these regions are redone.
    mutating func lines(epoch: String) -> [(id: UInt64, line: Line)] {
        let isSame = epoch == self.epoch
        self.epoch = epoch
        let parents = self.parents
        let lost = Set(
            requests.filter { $0.isDone && $0.line["keep"] != true }.flatMap { $0.edits.flatMap(\.addedNames) })
        var lines: [(id: UInt64, line: Line)] = []
        for index in requests.indices {
            var line = requests[index].line
            if requests[index].isDone {
                let edits = requests[index].edits.filter {
                    !isSame || Self.isIn(subject(of: $0), lost, parents)
                }
                requests[index].isUnanswered = !edits.isEmpty
                if edits.isEmpty { continue }
                line["edits"] = .array(edits.map(\.fields))
            }
            requests[index].isSent = true
            lines.append((requests[index].id, line))
        }
        return lines
    }

    /// Removes a request that is too long for this server.
    mutating func drop(_ id: UInt64) { requests.removeAll { $0.id == id } }

    /// Drops edits that the configuration file has overridden, so that the next connection does not redo them.
    mutating func overridden(_ region: String, _ key: String?) {
        let inside = self.inside(region)
        let done = self.done
        forget(
            Set(
                done.indices.filter { index in
                    let edit = done[index]
                    guard let key else { return subject(of: edit).map(inside.contains) ?? false }
                    return edit.op != "add" && edit.region == region && edit.isAbout(key)
                }))
        prune()
    }

    /// Removes and returns the requests without a reply, and whether they were sent.
    mutating func giveUp() -> [(id: UInt64, isSent: Bool)] {
        defer { requests.removeAll { !$0.isDone } }
        return requests.filter { !$0.isDone }.map { ($0.id, $0.isSent) }
    }

    // MARK: Replaced edits

    private var done: [Edit] { requests.filter(\.isDone).flatMap(\.edits) }

    private mutating func append(_ edit: Edit, to index: Int) {
        if edit.op == "remove", let region = edit.region, cancels(region) { return }
        let done = self.done
        let lastRemove = done.lastIndex { $0.op == "remove" } ?? -1
        // An earlier move stays, because it may have moved the region out of one that was removed later.
        forget(Set(done.indices.filter { edit.replaces(done[$0]) && (done[$0].op != "move" || $0 > lastRemove) }))
        requests[index].edits.append(edit)
    }

    /// Handles the removal of a region: drops the edits of it and of its descendants. Returns true if touchd has nothing to remove, because one of
    /// the dropped edits had added the region.
    private mutating func cancels(_ region: String) -> Bool {
        let (inside, done) = (self.inside(region), self.done)
        let cancelled = done.filter { $0.op == "add" && inside.contains($0.region ?? "") }
        let own = Set(cancelled.flatMap(\.addedNames))
        func isInside(_ edit: Edit) -> Bool { subject(of: edit).map(inside.contains) ?? false }
        // Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order
        // matters.
        if !inside.subtracting(own).subtracting([region]).isEmpty || !own.isSubset(of: inside) { return false }
        if done.contains(where: { inside.contains($0.parent ?? "") && !isInside($0) }) { return false }
        let lastRemove = done.lastIndex { $0.op == "remove" } ?? -1
        var added: Set<String> = []
        var gone: Set<Int> = []
        for (index, edit) in done.enumerated() {
            if edit.op == "remove" {
                if added.contains(edit.region ?? "") { gone.insert(index) }  // a descendant of the added region
            } else if isInside(edit) && (edit.op != "move" || index > lastRemove || own.contains(edit.region ?? "")) {
                gone.insert(index)  // an earlier move stays, because it may have moved the region out of one that was removed later
            }
            if edit.op == "add" && inside.contains(edit.region ?? "") { added.formUnion(edit.addedNames) }
        }
        forget(gone)
        return cancelled.contains { $0.region == region }
    }

    /// Drops edits.
    /// - gone: their indices in `done`.
    private mutating func forget(_ gone: Set<Int>) {
        var number = -1
        for index in requests.indices where requests[index].isDone {
            requests[index].edits.removeAll { _ in
                number += 1
                return gone.contains(number)
            }
        }
    }

    private mutating func prune() { requests.removeAll { $0.isDone && $0.edits.isEmpty } }

    /// The parent of each region that edits have added or moved.
    private var parents: [String: String] {
        var parents: [String: String] = [:]
        for edit in done {
            for (region, parent) in edit.added { parents[region["id"]?.string ?? ""] = parent }
            if edit.op == "move", let region = edit.region { parents[region] = edit.parent }
        }
        return parents
    }

    /// The region, and the regions that edits have put into it.
    private func inside(_ region: String) -> Set<String> {
        let parents = self.parents
        return Set(parents.keys.filter { Self.isIn($0, [region], parents) } + [region])
    }

    private static func isIn(_ region: String?, _ regions: Set<String>, _ parents: [String: String]) -> Bool {
        guard var region else { return false }
        for _ in 0...parents.count {
            if regions.contains(region) { return true }
            guard let parent = parents[region] else { return false }
            region = parent
        }
        return false
    }

    /// The region that an edit concerns; nil if unknown.
    private func subject(of edit: Edit) -> String? {
        guard let gesture = edit.gesture else { return edit.region }
        for (region, _) in done.flatMap(\.added)
        where (region["gestures"]?.array ?? []).contains(where: { $0["id"]?.string == gesture }) { return region["id"]?.string }
        return nil
    }
}
