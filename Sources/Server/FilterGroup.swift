import TouchCore
import Wire

/// All clients with the same subscriptions, for whom a frame is filtered and encoded once.
final class FilterGroup {
    let subscriptions: [Subscription]
    private var filters: [Filter] = []
    var clients: [Client] = []
    /// The frame being published as it goes to everybody in the group, once `isEncoded`.
    var line = JSONWriter()
    var isEncoded = false
    private var scratch: [RoutedTouch] = []

    /// A subscription's globs, matched against a tree.
    private struct Filter {
        var observe: Bool
        var axes: Bool
        /// By region.
        var matches: [Bool]

        init(_ subscription: Subscription, _ directory: RegionDirectory) {
            observe = subscription.observe && subscription.wantsTouches
            axes = subscription.axes
            matches = directory.matches(subscription.wantsTouches ? subscription.regions.map(RegionGlob.init) : [])
        }
    }

    /// - Parameter others: groups on the same tree; what they have matched already is not matched again.
    init(_ subscriptions: [Subscription], _ directory: RegionDirectory, like others: [FilterGroup]) {
        self.subscriptions = subscriptions
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
        frame.filtered(into: &scratch, where: { isVisible($0) }, outside: { matches($0.region) })
    }

    /// Whether any of the subscriptions wants the event; `since` are the first touches each of them gets, if not all.
    func isVisible(_ event: RoutedTouch, since: [TouchID]? = nil) -> Bool {
        for index in filters.indices {
            if let since, event.id < since[index] { continue }
            if event.phase == .stationary && !filters[index].axes { continue }
            if let receiver = event.receiver {
                if filters[index].matches[Int(receiver)] { return true }
            } else if filters[index].observe {
                return true
            }
        }
        return false
    }

    func matches(_ region: RegionIndex) -> Bool { filters.contains { $0.matches[Int(region)] } }
}
