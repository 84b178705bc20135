import TouchCore
import Wire

/// A subscription in the present tree: the regions that its patterns match and its client's rights allow.
struct Filter {
    let wanted: Subscription
    /// Whether it includes touches that nobody receives.
    private let observesNobodys: Bool
    private let wishes: GlobSet
    /// Where rights allow to receive and to observe; nil: everywhere.
    private let receivable: GlobSet?
    private let observable: GlobSet?
    /// By receiver, whether it wants its events and may receive them.
    private var received: [Bool] = []
    /// By receiver, whether it observes its events and may; empty when it does not observe.
    private var observed: [Bool] = []

    init(_ subscription: Subscription, _ rights: Rights, _ sets: GlobSets) {
        wanted = subscription
        observesNobodys = subscription.observe && subscription.wantsTouches
        wishes = sets[subscription.regions]
        receivable = rights.patterns(.receive).map { sets[$0] }
        observable = subscription.observe ? rights.patterns(.observe).map { sets[$0] } : nil
        takeOverMatches()
    }

    mutating func takeOverMatches() {
        received = wishes.matches.and(receivable?.matches)
        if wanted.observe { observed = wishes.matches.and(observable?.matches) }
    }

    /// By receiver, the same as `matches(_:)`.
    var matches: [Bool] {
        var matches = received
        if !observed.isEmpty { matches.unite(with: observed) }
        return matches
    }

    func matches(_ receiver: RegionIndex) -> Bool { received[Int(receiver)] || isObserved(receiver) }

    private func isObserved(_ receiver: RegionIndex) -> Bool { !observed.isEmpty && observed[Int(receiver)] }

    /// Whether it gets the events of a receiver. Events of another client's receiver need `observe`.
    func sees(_ receiver: RegionIndex, isHidden: @autoclosure () -> Bool) -> Bool {
        isObserved(receiver) || received[Int(receiver)] && !isHidden()
    }

    /// Whether it gets events without a receiver.
    func sees(nobodys target: RegionIndex?) -> Bool {
        guard observesNobodys else { return false }
        guard let observable else { return true }
        return target.map { observable.matches[Int($0)] } ?? false
    }

    func wants(_ action: RoutedAction) -> Bool {
        switch action {
        case .gesture: wanted.wantsGestures
        case .control: wanted.wantsControls
        case .scroll: wanted.wantsScrolling
        }
    }
}

extension [Bool] {
    /// Also where the other holds.
    mutating func unite(with other: [Bool]) { for index in indices where other[index] { self[index] = true } }

    /// Where both hold; nil holds everywhere.
    fileprivate func and(_ other: [Bool]?) -> [Bool] {
        guard let other else { return self }
        var both = self
        for index in both.indices where !other[index] { both[index] = false }
        return both
    }
}
