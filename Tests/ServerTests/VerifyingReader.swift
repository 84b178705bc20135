import Wire

@testable import TouchCore

/// A client that reads bytes in pieces of any size and checks the stream against the grammar.
struct VerifyingReader {
    private var input: [UInt8] = []
    private var verifier = StreamState()
    private var seq = 0
    /// Numbers of regions and gestures by id, assigned by this reader.
    private var places: [String: Int] = [:]
    /// The first violation found.
    private(set) var flaw: String?
    private(set) var lines: [JSONValue] = []
    /// The bytes after the last complete line.
    var rest: [UInt8] { input }

    mutating func read(_ bytes: [UInt8]) {
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
            // Events without a place form the same kind of stream, and no second stream of the same touch.
            case "touch", "sensitive":
                try verifier.apply(
                    TouchID(UInt64(event.int("id")!)), TouchPhase(rawValue: event["phase"]!.string!)!,
                    receiver: event["region"]?.string.map { place(of: $0) }, reason: event["reason"]?.string.flatMap(CancelReason.init))
            case "gesture", "control", "scroll":
                try verifier.apply(action(event), panel: line["panel"]!.string!, panelID: .none, time: Int64(line.int("time")!))
            default: break
            }
        }
    }

    private mutating func place(of id: String) -> RegionID { RegionID(slot: number(of: id)) }

    private mutating func number(of id: String) -> Int {
        let number = places[id] ?? places.count
        places[id] = number
        return number
    }

    /// The action of an event, as far as the grammar needs it.
    private mutating func action(_ event: JSONValue) -> RoutedAction {
        let region = place(of: event["region"]!.string!)
        let state = event["state"]?.string
        switch event["event"]?.string {
        case "gesture":
            return .gesture(
                GestureAction(
                    gesture: GestureID(slot: number(of: "gesture " + event["gesture"]!.string!)), region: region, state: .init(rawValue: state!)!,
                    first: .first,
                    touches: [], local: Point(0, 0), values: GestureValues(), timestamp: 0))
        case "control":
            return .control(
                ControlAction(
                    region: region, event: ControlEvent(rawValue: event["action"]!.string!)!, touch: TouchID(UInt64(event.int("id")!))))
        default:
            return .scroll(
                ScrollAction(region: region, offset: Point(0, 0), zoomScale: 1, state: .init(rawValue: state!)!, first: .first))
        }
    }

    var touchesDown: [TouchID] { verifier.touchesDown }
    /// Gestures, controls and scroll views that have begun and not ended.
    var inProgress: [ActionState.InProgress] { verifier.actions.inProgress }
}
