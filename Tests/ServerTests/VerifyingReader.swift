import Wire

@testable import TouchCore

/// A client that takes bytes as they come, in whatever pieces, and holds what they say against the stream's grammar.
struct VerifyingReader {
    private var input: [UInt8] = []
    private var verifier = StreamVerifier()
    private var seq = 0
    /// Regions by id; their places here are this reader's own.
    private var places: [String: RegionIndex] = [:]
    /// Gestures in progress.
    private var gestures: Set<String> = []
    /// What was wrong first.
    private(set) var flaw: String?
    private(set) var lines: [JSONValue] = []
    /// The bytes after the last whole line.
    var rest: [UInt8] { input }

    mutating func take(_ bytes: [UInt8]) {
        input += bytes
        while let end = input.firstIndex(of: 10) {
            do {
                let line = try JSONReader.parse(Array(input[..<end]))
                try WireMessage.check(lineOfServer: line)
                lines.append(line)
                try check(line)
            } catch {
                if flaw == nil { flaw = "\(error) in \(String(decoding: input[..<end], as: UTF8.self))" }
            }
            input.removeSubrange(...end)
        }
    }

    private struct Flaw: Error { let what: String }

    private mutating func check(_ line: JSONValue) throws {
        if let next = line.int("seq") {
            seq += 1
            if next != seq { throw Flaw(what: "seq \(next), not \(seq)") }
        }
        for event in line.events {
            switch event["event"]?.string {
            // What is told without its place is a stream like any other, and not a second one of the same touch.
            case "touch", "sensitive":
                let region = event["region"]?.string
                if let region, places[region] == nil { places[region] = RegionIndex(places.count) }
                try verifier.check(
                    TouchID(UInt64(event.int("id")!)), TouchPhase(rawValue: event["phase"]!.string!)!, receiver: region.flatMap { places[$0] },
                    reason: event["reason"]?.string.flatMap(CancelReason.init))
            case "gesture":
                let gesture = event["gesture"]!.string!
                switch event["state"]?.string {
                case "began": if !gestures.insert(gesture).inserted { throw Flaw(what: "\(gesture) began twice") }
                case "recognized": if gestures.contains(gesture) { throw Flaw(what: "\(gesture) recognized while it is in progress") }
                case "changed": if !gestures.contains(gesture) { throw Flaw(what: "\(gesture) changed without its begin") }
                default: if gestures.remove(gesture) == nil { throw Flaw(what: "\(gesture) ends without its begin") }
                }
            default: break
            }
        }
    }

    var touchesDown: [TouchID] { verifier.touchesDown }
    var gesturesInProgress: [String] { gestures.sorted() }
}
