import TouchCore
import TreeFormat
import Wire

/// The clients with the same subscriptions and rights. Each frame is filtered and encoded once for all of them.
final class FilterGroup {
    let subscriptions: [Subscription]
    let rights: Rights
    /// The time in µs between frames of moves, set by the subscription with the highest `maxRate`; nil if a subscription has no limit.
    let interval: Int64?
    let format: FrameFormat
    /// The only client of the group, if it has claims; else nil.
    let owner: Client?
    private let filters: [Filter]
    private(set) var clients: [Client] = []
    /// The line of a frame that the group sees only in part.
    let line = FrameLine()
    // Reused memory for the visible parts of a frame: without sensitive details, for the group, and for one client of it.
    private var redacted = RoutedFrame()
    private var part = RoutedFrame()
    private var ownPart = RoutedFrame()
    /// The claims, by region.
    private var ownership = Ownership()
    /// The places where access rules grant `sensitive`; nil means everywhere.
    private let sensitivePlaces: GlobSet?
    /// The sensitive regions that the group sees unredacted; nil if the tree has none.
    private var sensitive: SensitiveAccess?
    /// The regions that the group lists; nil if not yet computed.
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

    /// The visible part of a frame.
    enum Visible {
        case nothing, all
        case part(RoutedFrame)
    }

    /// Returns the part of a frame that the group may see. This part still contains touches older than a client's subscription.
    func visible(_ frame: RoutedFrame) -> Visible {
        let getsAll = getsAllTouches(of: frame)
        if getsAll && frame.outside.isEmpty && frame.actions.isEmpty { return .all }
        guard let sensitive, !sensitive.redact(frame, into: &redacted) else { return filter(frame, getsAllTouches: getsAll) }
        let visible = filter(redacted, getsAllTouches: false)
        if case .all = visible { return .part(redacted) } else { return visible }
    }

    /// Returns true if one subscription gets all touch events of the frame. This is the usual case, and then no event needs its own check.
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

    /// Returns the part of a frame that one client of the group sees. The group must see the whole frame.
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

    /// Whether the group gets the notice. A touch in a sensitive region is reported only to clients that get its redacted events anyway.
    private func isVisible(_ notice: OutsideNotice) -> Bool {
        if let sensitive, let root = sensitive.root(of: notice.target), sensitive.isRedacted(notice.target, notice.id) {
            let isHidden = isHidden(notice.id, root) || sensitive.belongsToOther(root, notice.id)
            if !filters.contains(where: { $0.wanted.wantsTouches && $0.sees(root, isHidden: isHidden) }) { return false }
        }
        return filters.contains { $0.wanted.wantsTouches && $0.sees(notice.region, isHidden: false) }
    }

    /// Whether any subscription wants the action. `since`, if given, is the first touch that each subscription shows.
    func isVisible(_ action: RoutedAction.Head, since: [TouchID]? = nil) -> Bool {
        if sensitive?.isRedacted(action.region, action.first) == true { return false }
        for index in filters.indices where filters[index].wants(action) {
            if let since, action.first < since[index] { continue }
            if filters[index].sees(action.region, isHidden: isHidden(action.first, action.region)) { return true }
        }
        return false
    }

    /// Whether any subscription wants the event. `since`, if given, is the first touch that each subscription shows.
    func isVisible(_ event: RoutedTouch, since: [TouchID]? = nil) -> Bool {
        // Without a sensitive region in the tree, the group sees only unredacted events.
        if !(sensitive.map { $0.shows(event) } ?? !event.isRedacted) { return false }
        for index in filters.indices {
            if let since, event.id < since[index] { continue }
            if event.phase == .stationary && !filters[index].wanted.axes { continue }
            if let receiver = event.receiver {
                // The touches of a surface go to applications. Clients see them only with `observe`.
                let isOthers = isHidden(event.id, receiver) || event.isRedacted && sensitive?.belongsToOther(receiver, event.id) == true
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
        freezeTrafficIfNeeded()
        if client.pace?.interval != interval { client.pace = interval.map(Pace.init) }
    }

    func remove(_ client: Client) {
        clients.removeAll { $0 === client }
        client.group = nil
        client.leaveStream()
    }

    /// Freezes the visible traffic counts of clients that see into sensitive regions, until they disconnect.
    private func freezeTrafficIfNeeded() { if seesSensitive { for client in clients { client.freezeTraffic() } } }

    func isHidden(_ touch: TouchID, _ receiver: RegionID) -> Bool { ownership.belongsToOther(touch, receiver, than: owner?.number) }

    /// Applies changed claims or a changed tree. Touches of claimed receivers go only to their owners.
    func updateOwnership(_ ownership: Ownership, _ regions: SensitiveRegions) {
        self.ownership = ownership
        let before = sensitive?.redacted ?? []
        sensitive = regions.isEmpty ? nil : SensitiveAccess(regions, ownership, owner?.number, sensitivePlaces?.matches)
        if sensitive?.redacted ?? [] != before { listed = nil }
        freezeTrafficIfNeeded()
    }

    /// True if snapshots list the region: it matches, and its geometry does not reveal where a finger is (scroll offset, knob) to this group.
    func lists(_ region: RegionID) -> Bool { matches(region) && sensitive?.redacts(region) != true }

    /// Returns the matches of the latest subscription's patterns in the tree in force. Regions that the group may not know of are treated as missing.
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

    /// Returns the regions that snapshots list, in list order.
    func list(_ directory: RegionDirectory) -> [RegionID] {
        if listed == nil { listed = ListedRegions(directory, lists) }
        return listed!.all(directory)
    }

    /// Returns the given regions without those that the group does not list.
    func listed(of regions: [RegionID]) -> [RegionID] { regions.filter(lists) }

    /// Updates the list after a change of the tree. Match the patterns with the new tree first.
    ///
    /// - Parameter change: the difference from the previous tree; nil if the whole tree is new.
    func updateList(_ change: TreeChange?, _ directory: RegionDirectory) {
        if let change { listed?.update(change, directory, lists) } else { listed = nil }
    }

    /// True if the group sees what touches do in a sensitive region. The group's lines, and even the amount of its traffic, then reveal where the
    /// touches are.
    var seesSensitive: Bool { sensitive?.seesAny ?? false }

    /// Matching regions left out of lists because their geometry would reveal a finger.
    var unlisted: [RegionID] { sensitive?.redacted.filter(matches) ?? [] }

    func matches(_ region: RegionID) -> Bool { filters.contains { $0.matches(region) } }
}
