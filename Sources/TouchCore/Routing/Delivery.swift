/// A routed frame as UIKit's calls: who is told what, with which set of touches, in which order (routing 3).
///
/// Interceptors come first, as `sendEvent(_:)` does. Then, for each view that touches hit, in order of first appearance, one
/// call a phase (began, moved, ended, cancelled) with the set of its touches in that phase; whoever passes a call on is followed
/// by the next on the responder chain with the same set. Translucent regions, which get touches besides, come last.
public struct Delivery: Sendable {
    public struct Call: Sendable {
        public let receiver: RegionID
        public let phase: TouchPhase
        /// Places in the frame's `events`, one a touch, in their order.
        public internal(set) var events: [Int]
    }

    /// Calls of interceptors.
    public private(set) var interceptions: [Call] = []
    /// Calls of regions and controllers.
    public private(set) var calls: [Call] = []

    /// In this order a view is called; there is no call for `stationary`.
    static let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]

    /// - Parameter tree: the one that the frame's receivers are of.
    /// - Complexity: O(events · (receivers + depth)).
    public init(_ frame: RoutedFrame, in tree: borrowing RegionTree) {
        var groups: [Group] = []
        for (place, event) in frame.events.enumerated() {
            guard let receiver = event.receiver else { continue }
            let (view, stage) = Self.recipient(receiver, of: event.target, tree)
            if let index = groups.firstIndex(where: { $0.view == view && $0.stage == stage }) {
                groups[index].places.append(place)
            } else {
                groups.append(Group(view: view, stage: stage, places: [place]))
            }
        }
        for stage in Stage.allCases {
            for group in groups where group.stage == stage {
                let new = Self.phases.flatMap { calls(of: group.places, in: $0, frame) }
                if stage == .interceptor { interceptions += new } else { calls += new }
            }
        }
    }

    enum Stage: CaseIterable { case interceptor, view, translucent }

    /// The events of those who are called together.
    private struct Group {
        let view: RegionID
        let stage: Stage
        var places: [Int]
    }

    private func calls(of places: [Int], in phase: TouchPhase, _ frame: RoutedFrame) -> [Call] {
        var calls: [Call] = []
        for place in places where frame.events[place].phase == phase {
            let receiver = frame.events[place].receiver!
            if let index = calls.firstIndex(where: { $0.receiver == receiver }) {
                calls[index].events.append(place)
            } else {
                calls.append(Call(receiver: receiver, phase: phase, events: [place]))
            }
        }
        return calls
    }

    /// With whom a receiver is called: with the hit view on whose responder chain it is, else on its own account.
    private static func recipient(_ receiver: RegionID, of target: RegionID?, _ tree: borrowing RegionTree) -> (view: RegionID, stage: Stage) {
        if tree[receiver].kind == .interceptor { return (receiver, .interceptor) }
        var next = target
        while let responder = next {
            if responder == receiver { return (target!, .view) }
            next = tree.responders.next(after: responder, in: tree)
        }
        let isTranslucent = receiver.isRegion && tree.specs[receiver.slot].hitTest == .translucent
        return (receiver, isTranslucent ? .translucent : .view)
    }
}

extension RoutedFrame {
    /// `UIEvent.allTouches` as one of its calls sees it: the phases of the touches that were down and of those that are over;
    /// `stationary` of those of which the frame says nothing.
    ///
    /// - Parameter down: the touches that are down after the frame.
    public func allTouches(down: [TouchID], seenBy call: Delivery.Call? = nil) -> [TouchID: TouchPhase] {
        var phases = Dictionary(down.map { ($0, TouchPhase.stationary) }, uniquingKeysWith: { a, _ in a })
        for event in events { phases[event.id] = event.phase }
        for place in call?.events ?? [] { phases[events[place].id] = call!.phase }
        return phases
    }
}
