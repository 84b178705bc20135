import TouchCore
import TreeFormat
import Wire

/// All clients with the same subscriptions and rights, for whom a frame is filtered and encoded once.
final class FilterGroup {
    let subscriptions: [Subscription]
    let rights: Rights
    /// µs between frames of moves: the shortest that any of the subscriptions asks for; nil when one takes them as they come.
    let interval: Int64?
    let format: FrameFormat
    /// The only client in it, which has claimed something.
    let owner: Client?
    private let filters: [Filter]
    private(set) var clients: [Client] = []
    /// Of a frame of which not everybody sees all.
    let line = FrameLine()
    // What is seen of such a frame by those who may not look into sensitive regions, by the group, by one of its clients; in memory that is kept.
    private var redacted = RoutedFrame()
    private var part = RoutedFrame()
    private var ownPart = RoutedFrame()
    /// Whose receivers are.
    private var ownership = Ownership()
    /// Where rules of `access` say "sensitive".
    private let sensitivePlaces: GlobSet?
    /// Which sensitive regions it sees unredacted; nil when the tree has none.
    private var sensitive: SensitiveAccess?
    /// The regions that it lists; nil: they have yet to be found.
    private var listed: ListedRegions?

    init(_ subscriptions: [Subscription], _ rights: Rights, _ sets: GlobSets, owner: Client? = nil) {
        self.owner = owner
        self.rights = rights
        self.subscriptions = subscriptions
        let rates = subscriptions.compactMap(\.maxRate)
        interval = rates.count == subscriptions.count ? rates.max().map { Int64(clamping: (1e6 / $0).rounded()) } : nil
        format = FrameFormat(
            isCoalesced: subscriptions.contains(where: \.coalesced), isRaw: rights.isTrusted && subscriptions.contains(where: \.raw))
        filters = subscriptions.map { Filter($0, rights, sets) }
        sensitivePlaces = rights.patterns(.sensitive).map { sets[$0] }
    }

    /// What somebody sees of a frame.
    enum Visible {
        case nothing, all
        case part(RoutedFrame)
    }

    /// What everybody in the group sees of a frame, but for touches older than their subscription.
    func visible(_ frame: RoutedFrame) -> Visible {
        let getsAll = getsAllTouches(of: frame)
        if getsAll && frame.outside.isEmpty && frame.actions.isEmpty { return .all }
        guard let sensitive, !sensitive.redact(frame, into: &redacted) else { return filter(frame, getsAllTouches: getsAll) }
        let visible = filter(redacted, getsAllTouches: false)
        if case .all = visible { return .part(redacted) } else { return visible }
    }

    /// Whether one of the subscriptions gets all events of touches that a frame has. So it mostly is, and then none of them is asked about by
    /// itself.
    private func getsAllTouches(of frame: RoutedFrame) -> Bool {
        if sensitive != nil || frame.events.isEmpty { return false }
        let getsAll = filters.indices.contains { filters[$0].getsAll(frame.events) { isHidden($0, $1) } }
        assert(!getsAll || frame.events.allSatisfy { isVisible($0) }, "a subscription gets an event that its group does not see")
        return getsAll
    }

    private func filter(_ frame: RoutedFrame, getsAllTouches getsAll: Bool) -> Visible {
        let seesAll = part.copy(
            partOf: frame, where: { getsAll || isVisible(frame.events[$0]) }, outside: { isVisible(frame.outside[$0]) },
            actions: { isVisible(frame.actions[$0].head) })
        if seesAll { return frame.hasNoEvents ? .nothing : .all }
        return part.hasNoEvents ? .nothing : .part(part)
    }

    /// What one of its clients sees of a frame of which the group sees all.
    func visible(_ frame: RoutedFrame, panel: String, to client: Client) -> Visible {
        let seesAll = ownPart.copy(
            partOf: frame, where: { isVisible(frame.events[$0], since: client.since) && !client.stream.hides(frame.events[$0]) },
            outside: { _ in true },
            actions: {
                let action = frame.actions[$0].head
                return isVisible(action, since: client.since) && !client.stream.hides(action, panel: panel)
            })
        if seesAll { return .all }
        return ownPart.hasNoEvents ? .nothing : .part(ownPart)
    }

    /// Of a touch in a sensitive region those are told who hear of it anyhow.
    private func isVisible(_ notice: OutsideNotice) -> Bool {
        if let sensitive, let root = sensitive.root(of: notice.target), sensitive.isRedacted(notice.target, notice.id) {
            let isHidden = isHidden(notice.id, root) || sensitive.isOthers(root, notice.id)
            if !filters.contains(where: { $0.wanted.wantsTouches && $0.sees(root, isHidden: isHidden) }) { return false }
        }
        return filters.contains { $0.wanted.wantsTouches && $0.sees(notice.region, isHidden: false) }
    }

    /// Whether any of the subscriptions wants the action; `since` as of touches.
    func isVisible(_ action: RoutedAction.Head, since: [TouchID]? = nil) -> Bool {
        if sensitive?.isRedacted(action.region, action.first) == true { return false }
        for index in filters.indices where filters[index].wants(action) {
            if let since, action.first < since[index] { continue }
            if filters[index].sees(action.region, isHidden: isHidden(action.first, action.region)) { return true }
        }
        return false
    }

    /// Whether any of the subscriptions wants the event; `since` are the first touches each of them gets, if not all.
    func isVisible(_ event: RoutedTouch, since: [TouchID]? = nil) -> Bool {
        // Without a sensitive region in the tree nothing is redacted any more.
        if !(sensitive.map { $0.shows(event) } ?? !event.isRedacted) { return false }
        for index in filters.indices {
            if let since, event.id < since[index] { continue }
            if event.phase == .stationary && !filters[index].wanted.axes { continue }
            if let receiver = event.receiver {
                // An application's is for observers alone.
                let isOthers = isHidden(event.id, receiver) || event.isRedacted && sensitive?.isOthers(receiver, event.id) == true
                let isHidden = event.isForSurface || isOthers
                if filters[index].wanted.wantsTouches && filters[index].sees(receiver, isHidden: isHidden) { return true }
            } else if filters[index].sees(nobodys: event.target) {
                return true
            }
        }
        return false
    }

    func checkInvariants(_ directory: RegionDirectory) { listed?.checkInvariants(directory, lists) }

    func add(_ client: Client) {
        clients.append(client)
        client.group = self
        noteLookers()
        if client.pace?.interval != interval { client.pace = interval.map(Pace.init) }
    }

    func remove(_ client: Client) {
        clients.removeAll { $0 === client }
        client.group = nil
        client.leaveStream()
    }

    /// For as long as they are connected, clients that have looked in are counted apart.
    private func noteLookers() { if looksIn { for client in clients { client.noteLook() } } }

    func isHidden(_ touch: TouchID, _ receiver: RegionID) -> Bool { ownership.isOthers(touch, receiver, than: owner?.number) }

    /// Claims have changed, or the tree: touches of claimed receivers are for their owners.
    func takeOver(_ ownership: Ownership, _ regions: SensitiveRegions) {
        self.ownership = ownership
        let before = sensitive?.redacted ?? []
        sensitive = regions.isEmpty ? nil : SensitiveAccess(regions, ownership, owner?.number, sensitivePlaces?.matches)
        if sensitive?.redacted ?? [] != before { listed = nil }
        noteLookers()
    }

    /// True if snapshots list the region: it matches, and its geometry does not reveal where a finger is (scroll offset, knob) to this group.
    func lists(_ region: RegionID) -> Bool { matches(region) && sensitive?.redacts(region) != true }

    /// What the patterns of the last subscription stand for in the tree in force. Regions that it may not know are as though they were not there.
    func latestMatches(_ directory: RegionDirectory) -> SubscriptionMatches {
        let filter = filters.last!
        let matched = directory.receivers.count { filter.matches($0) && sensitive?.redacts($0) != true }
        let globs = filter.wanted.regions
        if globs.count == 1, matched > 0 { return SubscriptionMatches(matched: matched, unmatched: []) }
        let isKnown = { filter.allows($0) && self.sensitive?.redacts($0) != true }
        let matches = directory.matches(globs.map { [RegionGlob($0)] })
        let unmatched = zip(globs, matches).filter { _, matches in !directory.receivers.contains { matches[$0.slot] && isKnown($0) } }.map(\.0)
        if unmatched.isEmpty { return SubscriptionMatches(matched: matched, unmatched: []) }
        var misses = NearMisses(directory, comparing: Limit.nearMisses, isKnown)
        return SubscriptionMatches(matched: matched, unmatched: unmatched.map { .init(glob: $0, near: misses.near($0)) })
    }

    /// The regions of the tree in force that snapshots list, in the order of lists.
    func list(_ directory: RegionDirectory) -> [RegionID] {
        if listed == nil { listed = ListedRegions(directory, lists) }
        return listed!.all(directory)
    }

    /// Those of some regions that it lists.
    func listed(of regions: [RegionID]) -> [RegionID] { regions.filter(lists) }

    /// The tree is another, after it is known what matches there.
    ///
    /// - Parameter change: nil: nothing is as it was.
    func updateList(_ change: TreeChange?, _ directory: RegionDirectory) {
        if let change { listed?.update(change, directory, lists) } else { listed = nil }
    }

    /// Whether it sees what touches do in a sensitive region: what it gets says where they are, and so does how much that is.
    var looksIn: Bool { sensitive?.looksIn ?? false }

    /// What lists of regions have not of what it matches.
    var unlisted: [RegionID] { sensitive?.redacted.filter(matches) ?? [] }

    func matches(_ region: RegionID) -> Bool { filters.contains { $0.matches(region) } }
}
