import FakePlatform
import Service
import TouchCore
import Wire

/// A trusted client that reads at once and subscribes to everything: the touches and gestures it knows are compared with the core's.
final class Auditor {
    let actor: Actor
    /// The maximum age in µs of an event in a line if no report has waited, because filters delay some events.
    private let latest: Int64
    /// The touches that were down before it subscribed, and the first that came after; earlier ones may still be delayed.
    private var older: Set<UInt64> = []
    private var first: UInt64 = 0

    /// - Parameter delaysTouches: Whether rules or profiles may delay touches until their receiver is decided.
    init(_ actor: Actor, delaysTouches: Bool) {
        self.actor = actor
        latest = 2_000 + Kiosk.longestHold + Kiosk.longestDecision + (delaysTouches ? Kiosk.longestRule : 0)
        actor.send("subscribe", #""regions":["**"],"observe":true"#)
    }

    /// Ignores those of these touches that began before it had subscribed. Call it when the subscription is answered.
    ///
    /// - Parameter next: The number of the next touch.
    func ignoreOlder(_ touches: [UInt64], before next: UInt64) {
        let known = actor.witness.down.keys.map { UInt64($0.id) }
        older = Set(touches).subtracting(known)
        first = known.min() ?? next
    }

    /// - Parameters:
    ///   - oldest: The time of the oldest report that has waited.
    ///   - liars: The panels whose times cannot be trusted.
    func checkTimes(_ lines: [JSONValue], at time: Int64, oldest: Int64, liars: Set<String>) throws {
        for line in lines where line["type"]?.string == "frame" && !liars.contains(line["panel"]!.string!) {
            // Cancels made by the server have the time of the last line.
            let isCancel = (line["events"]?.array ?? []).allSatisfy {
                let word = ($0["phase"] ?? $0["state"] ?? $0["action"])?.string
                return word == "cancelled" || word == "touchCancel"
            }
            if isCancel { continue }
            let late = min(oldest, time) - Int64(line.int("time")!)
            if late > latest { throw Failure("what was due at \(line.int("time")!) comes at \(time)") }
        }
    }

    func check(_ service: TouchService) throws {
        if actor.isOver { throw Failure("the auditor was dismissed") }
        let directory = service.tree.directory
        // For touches in a sensitive region it receives only begins and ends, under separate numbers. It does not know a touch that began while its
        // region was sensitive, even if the region no longer is, nor a touch whose region became sensitive.
        let lost = actor.witness.lostSight
        let truth = Set(
            service.touchesDown.compactMap { _, touch -> Witness.Stream? in
                if older.contains(touch.id.rawValue) || touch.id.rawValue < first { return nil }
                let isSecret = [touch.target, touch.receiver].contains { $0.map { directory[$0].sensitiveRoot != nil } ?? false }
                let isNumberedApart = touch.id.rawValue >= TouchIDs.firstSensitive
                if touch.isRedacted != isNumberedApart || isSecret && !touch.isRedacted || lost.contains(Int(touch.id.rawValue)) { return nil }
                return Witness.Stream(id: Int(touch.id.rawValue), region: touch.receiver.map { directory[$0].id } ?? "")
            })
        let belief = Set(actor.witness.down.keys)
        if truth == belief { return }
        let (untold, left) = (Self.text(truth.subtracting(belief)), Self.text(belief.subtracting(truth)))
        throw Failure("the auditor believes that \(left) are down, and they are not; \(untold) are, and it was not told")
    }

    private static func text(_ streams: Set<Witness.Stream>) -> String { streams.map { "\($0.id) in \($0.region)" }.sorted().description }
}
