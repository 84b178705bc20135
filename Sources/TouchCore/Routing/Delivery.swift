/// A routed frame as the calls that UIKit would make: which receiver is called, with which touches, in which order (routing 3).
///
/// Interceptors come first, like `sendEvent(_:)`. Then follow the views that were hit, in order of first appearance. Each view is called once for
/// each phase (began, moved, ended, cancelled), with its touches in that phase. If a responder passes a call on, the next one on the responder chain
/// is called with the same touches. Translucent regions, which get touches in addition, come last.
public struct Delivery: Sendable {
    public struct Call: Sendable {
        public let receiver: RegionID
        public let phase: TouchPhase
        /// Indices in the frame's `events`, one for each touch, in order.
        public internal(set) var events: [Int]
    }

    /// The calls of interceptors.
    public private(set) var interceptions: [Call] = []
    /// The calls of regions and controllers.
    public private(set) var calls: [Call] = []

    /// The phases in the order of a view's calls; there is no call for `stationary`.
    static let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]

    /// - Parameter tree: The tree to which the frame's receivers belong.
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

    /// The events of receivers that are called together.
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

    /// Returns the view with which a receiver is called: the target if the receiver is on its responder chain, else the receiver itself.
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
    /// Returns the counterpart of `UIEvent.allTouches` during one of the frame's calls: the phases of the touches that were down, including those
    /// that end. Touches that the frame does not mention are `stationary`.
    ///
    /// - Parameter down: The touches that are down after the frame.
    public func allTouches(down: [TouchID], seenBy call: Delivery.Call? = nil) -> [TouchID: TouchPhase] {
        var phases = Dictionary(down.map { ($0, TouchPhase.stationary) }, uniquingKeysWith: { a, _ in a })
        for event in events { phases[event.id] = event.phase }
        for place in call?.events ?? [] { phases[events[place].id] = call!.phase }
        return phases
    }
}
