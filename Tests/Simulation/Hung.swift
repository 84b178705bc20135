import Wire

/// A client that claims a region and promises acknowledgements, but does not send them: it loses the claim exactly at the deadline.
final class Hung {
    private static let region = "b"
    private static let within: Int64 = 100_000
    /// Lines sent within this part of the time count as sent with the last of them.
    private static let slack = within / 512

    let actor: Actor
    private var isRetired = false
    private var hasClaim = false
    /// The number of its last claim request.
    private var request: Int?
    /// The time of the first line that it should have acknowledged.
    private var since: Int64?

    init(_ actor: Actor) {
        self.actor = actor
        actor.send("subscribe", #""regions":["**"]"#)
    }

    /// The region that it has claimed, whose touches others do not get.
    var claimed: String? { hasClaim ? Self.region : nil }

    /// Releases the claim and makes no new one.
    func retire() {
        isRetired = true
        actor.send("release", #""receivers":["\#(Self.region)"]"#)
    }

    func act(_ random: Chance) throws {
        if hasClaim || isRetired || random(10) > 0 { return }
        actor.send("ack", #""seq":1000000"#)
        request = actor.send("claim", #""receivers":["\#(Self.region)"],"ackWithin":\#(Self.within / 1000)"#)
    }

    func process(_ lines: [JSONValue], at time: Int64) throws {
        for line in lines {
            switch line["type"]?.string {
            case "reply" where line["ok"]?.bool == true && line.int("id") == request: hasClaim = true
            case "released":
                if line["reason"]?.string == "unresponsive" {
                    guard let since, time >= since + Self.within else { throw Failure("who hangs lost its claim too early") }
                }
                (hasClaim, since) = (false, nil)
            case "frame" where hasClaim && since == nil:
                if line["events"]!.array!.contains(where: { $0["event"]?.string == "touch" && $0["region"]?.string == Self.region }) { since = time }
            default: break
            }
        }
    }

    func check(at time: Int64) throws {
        if let since, time > since + Self.within + Self.slack { throw Failure("who hangs since \(since) still has its claim") }
    }
}
