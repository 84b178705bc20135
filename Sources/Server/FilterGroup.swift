import TouchCore
import Wire

/// All clients with the same subscriptions and rights, for whom a frame is filtered and encoded once.
final class FilterGroup {
    let subscriptions: [Subscription]
    let rights: Rights
    /// µs between frames of moves: the shortest that any of the subscriptions asks for; nil when one takes them as they come.
    let interval: Int64?
    /// Whether touches carry what was merged into them.
    let coalesces: Bool
    /// The only client in it, which has claimed something.
    let owner: Client?
    private var filters: [Filter] = []
    var clients: [Client] = []
    /// The frame being published as it goes to everybody in the group, once `isEncoded`.
    var line = JSONWriter()
    var isEncoded = false
    private var scratch: [RoutedTouch] = []
    /// By receiver that somebody else has claimed: from which touch on only observers see it. Empty when there is none.
    private var hiddenFrom: [TouchID?] = []
    /// Into which sensitive regions it may not look; nil when the tree has none.
    private var seal: Seal?

    /// A subscription's globs, matched against a tree.
    private struct Filter {
        var observe: Bool
        var axes: Bool
        let wanted: Subscription
        /// By receiver, whether it wants its events and may receive them.
        var matches: [Bool]
        /// By receiver, whether it observes its events and may.
        var observed: [Bool]
        /// By receiver, whether it may observe it; nil: everywhere.
        let observable: [Bool]?

        init(_ subscription: Subscription, _ rights: Rights, _ directory: RegionDirectory) {
            observe = subscription.observe && subscription.wantsTouches
            axes = subscription.axes
            wanted = subscription
            let wishes = directory.matches(subscription.regions.map(RegionGlob.init))
            matches = wishes.and(rights.places(.receive, in: directory))
            observable = subscription.observe ? rights.places(.observe, in: directory) : nil
            observed = subscription.observe ? wishes.and(observable) : Array(repeating: false, count: wishes.count)
        }

        /// Whether it gets the events of a receiver, those that are somebody else's only if it observes.
        func sees(_ receiver: RegionIndex, isHidden: @autoclosure () -> Bool) -> Bool {
            if observed[Int(receiver)] { return true }
            return matches[Int(receiver)] && !isHidden()
        }

        /// Whether it gets the events that nobody receives.
        func sees(nobodys target: RegionIndex?) -> Bool {
            guard observe else { return false }
            guard let observable else { return true }
            return target.map { observable[Int($0)] } ?? false
        }

        func wants(_ action: RoutedAction) -> Bool {
            switch action {
            case .gesture: wanted.wantsGestures
            case .control: wanted.wantsControls
            case .scroll: wanted.wantsScrolling
            }
        }
    }

    /// - Parameter others: groups on the same tree; what they have matched already is not matched again.
    init(
        _ subscriptions: [Subscription], _ rights: Rights, _ directory: RegionDirectory, like others: [FilterGroup], owner: Client? = nil
    ) {
        self.owner = owner
        self.rights = rights
        self.subscriptions = subscriptions
        let rates = subscriptions.compactMap(\.maxRate)
        interval = rates.count == subscriptions.count ? rates.max().map { Int64((1e6 / $0).rounded()) } : nil
        coalesces = subscriptions.contains(where: \.coalesced)
        filters = subscriptions.map { subscription in
            for other in others where other.rights == rights {
                if let index = other.subscriptions.firstIndex(of: subscription) { return other.filters[index] }
            }
            return Filter(subscription, rights, directory)
        }
    }

    /// Matches the globs against another tree.
    func use(_ directory: RegionDirectory) { filters = subscriptions.map { Filter($0, rights, directory) } }

    /// What everybody in the group sees of a frame, but for touches older than their subscription.
    func visible(_ frame: RoutedFrame) -> RoutedFrame {
        let frame = seal?.veil(frame) ?? frame
        return frame.filtered(into: &scratch, where: { isVisible($0) }, outside: { noticesOutside($0.region) }, actions: { isVisible($0) })
    }

    private func noticesOutside(_ region: RegionIndex) -> Bool {
        filters.contains { $0.wanted.wantsTouches && $0.sees(region, isHidden: false) }
    }

    /// Whether any of the subscriptions wants the action; `since` as of touches.
    func isVisible(_ action: RoutedAction, since: [TouchID]? = nil) -> Bool {
        if seal?.isSealed(action.region, action.first) == true { return false }
        for index in filters.indices where filters[index].wants(action) {
            if let since, action.first < since[index] { continue }
            if filters[index].sees(action.region, isHidden: isHidden(action.first, action.region)) { return true }
        }
        return false
    }

    /// Whether any of the subscriptions wants the event; `since` are the first touches each of them gets, if not all.
    func isVisible(_ event: RoutedTouch, since: [TouchID]? = nil) -> Bool {
        // Without a sensitive region in the tree nothing is veiled any more.
        if !(seal.map { $0.shows(event) } ?? !event.isVeiled) { return false }
        for index in filters.indices {
            if let since, event.id < since[index] { continue }
            if event.phase == .stationary && !filters[index].axes { continue }
            if let receiver = event.receiver {
                let isHidden = isHidden(event.id, receiver) || event.isVeiled && seal?.isSomebodys(receiver, event.id) == true
                if filters[index].wanted.wantsTouches && filters[index].sees(receiver, isHidden: isHidden) { return true }
            } else if filters[index].sees(nobodys: event.target) {
                return true
            }
        }
        return false
    }

    private func isHidden(_ touch: TouchID, _ receiver: RegionIndex) -> Bool {
        guard !hiddenFrom.isEmpty, let first = hiddenFrom[Int(receiver)] else { return false }
        return touch >= first
    }

    /// Whose touches are only for the client that has claimed them.
    func hide(_ claims: [String: Publisher.Claim], _ directory: RegionDirectory) {
        hiddenFrom = []
        seal = directory.hasSensitive ? Seal(directory, claims, owner, rights) : nil
        for (receiver, claim) in claims where claim.client !== owner {
            guard let index = directory.index(ofID: receiver) else { continue }
            if hiddenFrom.isEmpty { hiddenFrom = Array(repeating: nil, count: directory.records.count) }
            hiddenFrom[Int(index)] = claim.since
        }
    }

    /// Whether lists of regions have it: what it matches, but for what would say where a finger is or was.
    func lists(_ region: RegionIndex) -> Bool { matches(region) && seal?.conceals(region) != true }

    func matches(_ region: RegionIndex) -> Bool { filters.contains { $0.matches[Int(region)] || $0.observed[Int(region)] } }
}

extension [Bool] {
    /// Where both hold; nil holds everywhere.
    fileprivate func and(_ other: [Bool]?) -> [Bool] {
        guard let other else { return self }
        return zip(self, other).map { $0 && $1 }
    }
}
