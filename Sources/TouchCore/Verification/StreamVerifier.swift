/// Checks the grammar of one subscriber's stream (contract 2.1): for every (touch, receiver) `began` once, then any number
/// of `moved`, then exactly one of `ended` or `cancelled`, then nothing; ids never repeat. What is made of touches the
/// `ActionVerifier` checks.
///
/// Runs on every stream that leaves the daemon. O(touches down) per event, no allocation in steady state.
public struct StreamVerifier: Sendable {
    /// What the stream must not contain.
    public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
        public enum Rule: String, Sendable {
            case beganTwice = "began a second time"
            case idRepeated = "began with an id that was used before"
            case notBegun = "came without its began, or after its end"
            case cancelledWithoutReason = "was cancelled without a reason"
            case reasonWithoutCancel = "has a reason without being cancelled"
        }

        public let id: TouchID
        public let phase: TouchPhase
        public let rule: Rule

        public var description: String { "touch \(id.rawValue): \(phase.rawValue) \(rule.rawValue)" }
    }

    private struct Stream: Equatable {
        var id: TouchID
        var receiver: RegionIndex?
    }

    /// What it knows of gestures, controls and scroll views.
    public var actions = ActionVerifier()
    private var down: [Stream] = []
    /// Ids are given in rising order, but a begin that was withheld comes after later ones. So one that is not above all
    /// before it is fresh unless it is among the last that are over.
    private var lastBegun = TouchID(0)
    private var over: [Stream] = []
    private var nextOver = 0
    private static let overCount = 64

    public init() {
        down.reserveCapacity(32)
        over.reserveCapacity(Self.overCount)
    }

    /// The touches this subscriber knows to be down.
    public var touchesDown: [TouchID] {
        down.reduce(into: []) { if !$0.contains($1.id) { $0.append($1.id) } }
    }

    /// Takes the next event of the stream; throws if it does not follow from those before, and then forgets it.
    public mutating func check(
        _ id: TouchID, _ phase: TouchPhase, receiver: RegionIndex?, reason: CancelReason?
    ) throws(Violation) {
        func violation(_ rule: Violation.Rule) -> Violation { Violation(id: id, phase: phase, rule: rule) }
        if phase == .cancelled && reason == nil { throw violation(.cancelledWithoutReason) }
        if phase != .cancelled && reason != nil { throw violation(.reasonWithoutCancel) }
        let stream = Stream(id: id, receiver: receiver)
        let index = down.firstIndex(of: stream)
        switch phase {
        case .began:
            if index != nil { throw violation(.beganTwice) }
            if id <= lastBegun && wasUsed(stream) { throw violation(.idRepeated) }
            lastBegun = max(lastBegun, id)
            down.append(stream)
        case .moved, .stationary:
            if index == nil { throw violation(.notBegun) }
        case .ended, .cancelled:
            guard let index else { throw violation(.notBegun) }
            down.remove(at: index)
            close(stream)
        }
    }

    private mutating func close(_ stream: Stream) {
        if over.count < Self.overCount { over.append(stream) } else { over[nextOver] = stream }
        nextOver = (nextOver + 1) % Self.overCount
    }

    private func wasUsed(_ stream: Stream) -> Bool {
        over.contains(stream)
    }

    /// Takes all that the next frame of the stream says; throws at what does not follow, and then forgets the rest of the frame.
    public mutating func check(_ frame: RoutedFrame, panel: String) throws {
        for event in frame.events { try check(event.id, event.phase, receiver: event.receiver, reason: event.reason) }
        for action in frame.actions { try actions.check(action, panel: panel, number: frame.panel, time: frame.time) }
    }

    /// The tree was replaced: regions and gestures have other places.
    public mutating func renumber(from old: RegionDirectory, to new: RegionDirectory) {
        func moved(_ region: RegionIndex) -> RegionIndex? { new.index(ofID: old[region].id) }
        for index in down.indices { down[index].receiver = down[index].receiver.flatMap(moved) }
        for index in over.indices { over[index].receiver = over[index].receiver.flatMap(moved) }
        actions.renumber(from: old, to: new)
    }

    /// Nothing is down any more for this subscriber, as after it was told that all was cancelled.
    public mutating func forgetDown() {
        while let last = down.popLast() { close(last) }
        actions.forget { _ in true }
    }
}
