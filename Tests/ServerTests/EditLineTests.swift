import Configuration
import Support
import Testing

@testable import TouchCore
@testable import Wire

/// All lines have the same reader: the other keys of an `edit` line are accepted or refused as in any other request.
@Suite struct EditLineTests {
    private static let tree = RegionTree([
        ScreenSpec(
            id: "s", size: Size(100, 100), windows: [RegionSpec(id: "w", kind: .window, geometry: RegionGeometry(frame: Rect(0, 0, 100, 100)))])
    ])

    private static let edit = #"{"op":"set","region":"w","key":"hidden","value":true}"#

    private enum Outcome: Equatable { case done, notJSON(String), refused(String) }

    private static func outcome(_ line: String) -> Outcome {
        do throws(RequestError) {
            guard case .edit(_, _, let edits) = try Request.parse(Array(line.utf8)).body else { return .done }
            switch readEdits(edits, of: tree) {
            case .success: return .done
            case .failure(let error): return .refused(error.description)
            }
        } catch {
            return ["the line is not JSON", "the line is too complex"].contains(where: error.message.hasPrefix)
                ? .notJSON(error.message) : .refused(error.message)
        }
    }

    @Test(arguments: [
        "\t", #""x":"a\#u{7f}b","#, #""x":"\#u{85}","#, #""x":1,"x":2,"#, #""x":"\ud83d\ude00","#, #""\ud83d\ude00":"\ud83d\ude00","#,
        "\"\(String(repeating: "k", count: 1100))\":1,", #""x":"\u0000\u0085","#, #""x":[[[[]]]],"#, "\r\n \t\"x\"\t:\t1\t,\t",
    ]) func `valid JSON is taken with edits in it`(more: String) {
        #expect(Self.outcome("{\(more)\"type\":\"edit\",\"edits\":[\(Self.edit)]}") == .done)
    }

    @Test func `any text is JSON in an edit if it is in a ping`() {
        var random = SeededRandom()
        var taken = 0
        for round in 0..<rounds(2000) {
            let seed = random.next()
            var text = LineMaker(seed: seed)
            let member = text.member()
            let ping = Self.outcome("{\(member),\"type\":\"ping\",\"id\":1}")
            let edit = Self.outcome("{\(member),\"type\":\"edit\",\"id\":1,\"edits\":[\(Self.edit)]}")
            switch (ping, edit) {
            case (.done, .done): taken += 1
            case (.notJSON, .notJSON), (.refused, .refused): break
            default: Issue.record("round \(round), seed \(seed): \(ping) but \(edit) of \(member)")
            }
        }
        #expect(taken > 500)
    }

    @Test func `in the edits too anything that is JSON is taken`() {
        var random = SeededRandom()
        for round in 0..<rounds(1000) {
            let seed = random.next()
            var text = LineMaker(seed: seed)
            let blank = { (text: inout LineMaker) in text.blank() }
            let members = [("op", "set"), ("region", "w"), ("key", "hidden")].map {
                "\(blank(&text))\(text.escaped($0.0))\(blank(&text)):\(blank(&text))\(text.escaped($0.1))"
            }
            let edit = "{\(members.joined(separator: ",")),\(text.escaped("value")):true\(blank(&text))}"
            let outcome = Self.outcome("{\"type\":\"edit\",\"edits\":[\(blank(&text))\(edit)]}")
            #expect(outcome == .done, "round \(round), seed \(seed): \(edit)")
        }
    }

    @Test func `of a key that comes twice the last value counts, in the line and in an edit`() throws {
        let line =
            #"{"type":"ping","type":"edit","edits":5,"edits":[{"op":"remove","op":"set","region":"x","region":"w","key":"alpha","value":"a","value":0.5}]}"#
        guard case .edit(_, _, let edits) = try Request.parse(Array(line.utf8)).body else { throw RequestError("no edit") }
        guard case .set(let id, let spec)? = try readEdits(edits, of: Self.tree).get().first else { throw RequestError("no set") }
        #expect(id == "w" && spec.alpha == 0.5)
    }

    @Test(arguments: [
        (#"{"type":"edit","edits":[{"op":"set","region":"w","key":"alhpa","value":1}]}"#, 56, #""alhpa" cannot be set"#),
        (#"{"é":"😀","type":"edit","edits":[{"op":"remove","region":"w","colour":1}]}"#, 61, #"unknown key "colour" in an op"#),
        (#"{"type":"edit","edits":[{"op":"paint"}]}"#, 31, "expected one of set, setBoundsOrigin"),
        (#"{"type":"edit","edits":[{"region":"w"}]}"#, 25, #"missing "op" in an element of "edits" in an edit request: expected one of set"#),
        (#"{"type":"edit","edits":[{"op":"set","region":"w","key":"transform","value":[0,0,0,0,0,0]}]}"#, 76, "cannot be inverted"),
        (#"{"type":"edit","edits":[{"op":"set","region":"w","key":"level","value":null}]}"#, 72, "expected number, found null"),
        // No glob could match this region alone.
        (#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"a*","frame":[0,0,1,1]}}]}"#, 65, #"without "/", "*" and control"#),
        (
            #"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":""# + String(repeating: "x", count: 256) + #"","frame":[0,0,1,1]}}]}"#,
            65,
            "1 to 255 bytes"
        ),
        (#"{"type":"edit","edits":[{"op":"add","parent":"w","region":{"id":"o\u202ek","frame":[0,0,1,1]}}]}"#, 65, "invisible characters"),
        (#"{"type":"edit","edits":[{"op":"remove","region":"\u0301w"}]}"#, 49, "not beginning with a combining one"),
    ]) func `an error names its column`(line: String, column: Int, text: String) {
        guard case .refused(let message) = Self.outcome(line) else {
            Issue.record("taken: \(line)")
            return
        }
        #expect(message.hasPrefix("column \(column): ") && message.contains(text), "\(message)")
    }
}

/// Makes valid and invalid members of a JSON object.
private struct LineMaker {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func blank() -> String { (0..<random(3)).map { _ in [" ", "\t", "\n", "\r"][random(4)] }.joined() }

    /// A JSON string with some letters as escapes.
    mutating func escaped(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { random(3) == 0 ? "\\u00" + String($0.value, radix: 16) : String($0) }.joined() + "\""
    }

    mutating func member() -> String {
        var text = "\(blank())\(string())\(blank()):\(blank())\(value(3))\(blank())"
        if random(4) == 0 { text += "," + text }  // the member twice
        if random(2) == 0 {
            var bytes = Array(text.utf8)
            bytes[random(bytes.count)] = [0x09, 0x0a, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x7d, 0x7f, 0x80, 0x00, 0x23][random(12)]
            text = String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    private mutating func string() -> String {
        let parts = [
            "a", "\u{7f}", "\u{85}", "\\t", "\\u0000", "\\ud83d\\ude00", "\\ud83d", "é", "😀", "\\/", "#", "- ", ": ", "&a", "*a", "!t", "%", "@",
        ]
        return "\"" + (0..<random(5)).map { _ in parts[random(parts.count)] }.joined()
            + (random(20) == 0 ? String(repeating: "k", count: 1100) : "") + "\""
    }

    private mutating func value(_ depth: Int) -> String {
        switch random(depth > 0 ? 8 : 5) {
        case 0: return string()
        case 1: return ["0", "-0", "1e3", "12.50", "1E+2", "01", "+1", ".5", "0x1", "1_000", "1e999"][random(11)]
        case 2: return ["true", "false", "null", "~", "True", "NULL", "yes"][random(random(3) == 0 ? 7 : 3)]
        case 3: return "{}"
        case 4: return "[]"
        case 5: return "[" + (0..<random(4)).map { _ in value(depth - 1) + blank() }.joined(separator: ",") + "]"
        default: return "{" + (0..<random(4)).map { _ in "\(string())\(blank()):\(value(depth - 1))" }.joined(separator: ",") + "}"
        }
    }
}
