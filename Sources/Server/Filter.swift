import TouchCore
import Wire

/// A subscription in the tree in force: the regions that its patterns match and its client's rights allow. It is a class because each frame uses it,
/// and a copy would retain and release all its references.
final class Filter {
    let wanted: Subscription
    /// True if the subscription includes touches without a receiver.
    private let observesUnreceived: Bool
    private let patterns: GlobSet
    /// The places where the rights grant `receive` and `observe`; nil means everywhere.
    private let receivable: GlobSet?
    private let observable: GlobSet?

    init(_ subscription: Subscription, _ rights: Rights, _ sets: GlobSets) {
        wanted = subscription
        observesUnreceived = subscription.observe && subscription.wantsTouches
        patterns = sets[subscription.regions]
        receivable = rights.patterns(.receive).map { sets[$0] }
        observable = subscription.observe ? rights.patterns(.observe).map { sets[$0] } : nil
    }

    func matches(_ receiver: RegionID) -> Bool { isReceived(receiver) || isObserved(receiver) }

    /// Whether the client may get the receiver's events, even if its subscription does not match the receiver.
    func allows(_ receiver: RegionID) -> Bool {
        receivable?.matches[receiver.slot] != false || wanted.observe && observable?.matches[receiver.slot] != false
    }

    /// Whether the subscription wants the receiver's events and the client may receive them.
    @inline(__always)
    private func isReceived(_ receiver: RegionID) -> Bool { patterns.matches[receiver.slot] && receivable?.matches[receiver.slot] != false }

    /// Whether the subscription observes the receiver's events and the client may observe them.
    @inline(__always)
    private func isObserved(_ receiver: RegionID) -> Bool {
        wanted.observe && patterns.matches[receiver.slot] && observable?.matches[receiver.slot] != false
    }

    /// Whether the subscription gets a receiver's events. The events of a receiver that another client has claimed require `observe`.
    func sees(_ receiver: RegionID, isHidden: @autoclosure () -> Bool) -> Bool {
        isObserved(receiver) || isReceived(receiver) && !isHidden()
    }

    /// True if the subscription gets all of these events and needs the right `observe` for none of them.
    @inline(__always)
    func getsAll(_ events: [RoutedTouch], isHidden: (TouchID, RegionID) -> Bool) -> Bool {
        if !wanted.wantsTouches { return false }
        let (wishes, receivable) = (patterns.matches, receivable?.matches)
        return events.withUnsafeBufferPointer { events in
            events.indices.allSatisfy { index in
                guard let receiver = events[index].receiver, wishes[receiver.slot], receivable?[receiver.slot] != false else { return false }
                if events[index].isRedacted || events[index].isForSurface || isHidden(events[index].id, receiver) { return false }
                return events[index].phase != .stationary || wanted.axes
            }
        }
    }

    /// Whether the subscription gets events without a receiver.
    func sees(nobodys target: RegionID?) -> Bool {
        guard observesUnreceived else { return false }
        guard let observable else { return true }
        return target.map { observable.matches[$0.slot] } ?? false
    }

    func wants(_ action: RoutedAction.Head) -> Bool {
        switch action.subject {
        case .gesture: wanted.wantsGestures
        case .control: wanted.wantsControls
        case .scroll: wanted.wantsScrolling
        }
    }
}
