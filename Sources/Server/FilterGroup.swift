import TouchCore
import Wire

/// All clients with the same subscriptions, for whom a frame is filtered and encoded once.
final class FilterGroup {
    let subscriptions: [Subscription]
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

    /// A subscription's globs, matched against a tree.
    private struct Filter {
        var observe: Bool
        var axes: Bool
        let wanted: Subscription
        /// By region.
        var matches: [Bool]

        init(_ subscription: Subscription, _ directory: RegionDirectory) {
            observe = subscription.observe && subscription.wantsTouches
            axes = subscription.axes
            wanted = subscription
            matches = directory.matches(subscription.regions.map(RegionGlob.init))
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
    init(_ subscriptions: [Subscription], _ directory: RegionDirectory, like others: [FilterGroup], owner: Client? = nil) {
        self.owner = owner
        self.subscriptions = subscriptions
        let rates = subscriptions.compactMap(\.maxRate)
        interval = rates.count == subscriptions.count ? rates.max().map { Int64((1e6 / $0).rounded()) } : nil
        coalesces = subscriptions.contains(where: \.coalesced)
        filters = subscriptions.map { subscription in
            for other in others {
                if let index = other.subscriptions.firstIndex(of: subscription) { return other.filters[index] }
            }
            return Filter(subscription, directory)
        }
    }

    /// Matches the globs against another tree.
    func use(_ directory: RegionDirectory) { filters = subscriptions.map { Filter($0, directory) } }

    /// What everybody in the group sees of a frame, but for touches older than their subscription.
    func visible(_ frame: RoutedFrame) -> RoutedFrame {
        frame.filtered(into: &scratch, where: { isVisible($0) }, outside: { noticesOutside($0.region) }, actions: { isVisible($0) })
    }

    private func noticesOutside(_ region: RegionIndex) -> Bool {
        filters.contains { $0.wanted.wantsTouches && $0.matches[Int(region)] }
    }

    /// Whether any of the subscriptions wants the action; `since` as of touches.
    func isVisible(_ action: RoutedAction, since: [TouchID]? = nil) -> Bool {
        for index in filters.indices where filters[index].wants(action) && filters[index].matches[Int(action.region)] {
            if let since, action.first < since[index] { continue }
            if filters[index].wanted.observe || !isHidden(action.first, action.region) { return true }
        }
        return false
    }

    /// Whether any of the subscriptions wants the event; `since` are the first touches each of them gets, if not all.
    func isVisible(_ event: RoutedTouch, since: [TouchID]? = nil) -> Bool {
        for index in filters.indices {
            if let since, event.id < since[index] { continue }
            if event.phase == .stationary && !filters[index].axes { continue }
            if let receiver = event.receiver {
                if filters[index].wanted.wantsTouches && filters[index].matches[Int(receiver)] {
                    if filters[index].observe || !isHidden(event.id, receiver) { return true }
                }
            } else if filters[index].observe {
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
        for (receiver, claim) in claims where claim.client !== owner {
            guard let index = directory.index(ofID: receiver) else { continue }
            if hiddenFrom.isEmpty { hiddenFrom = Array(repeating: nil, count: directory.records.count) }
            hiddenFrom[Int(index)] = claim.since
        }
    }

    func matches(_ region: RegionIndex) -> Bool { filters.contains { $0.matches[Int(region)] } }
}
