import Foundation
import JSON
import Testing
import Vocabulary

@testable import Wire

/// Code, schema and documentation of the protocol agree. With UPDATE_SCHEMA set in the environment, the files generated from the vocabulary are
/// written again.
@Suite struct ProtocolTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let document = root.appendingPathComponent("docs/protocol.md")
    private static let tables = root.appendingPathComponent("docs/protocol-tables.md")
    private static let schema = root.appendingPathComponent("docs/protocol.schema.json")
    private static let updates = ProcessInfo.processInfo.environment["UPDATE_SCHEMA"] != nil

    private static func text() throws -> String { try String(contentsOf: document, encoding: .utf8) }

    // MARK: Generated files

    @Test func `the shipped schema is the vocabulary's`() throws {
        if Self.updates { try protocolJSONSchema().write(to: Self.schema, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: Self.schema, encoding: .utf8) == protocolJSONSchema())
    }

    @Test func `the documents' tables are the vocabulary's`() throws {
        for (name, table) in ProtocolTables.all {
            var text = try String(contentsOf: Self.tables, encoding: .utf8)
            // The vocabulary writes links for docs/protocol.md, but the tables are on another page.
            let table = table.replacingOccurrences(of: "](#", with: "](protocol.md#")
            let start = try #require(text.range(of: "<!-- \(name), written from the vocabulary -->\n"), "\(name)").upperBound
            let end = try #require(text[start...].range(of: "<!-- end -->")).lowerBound
            if Self.updates {
                text.replaceSubrange(start..<end, with: table)
                try text.write(to: Self.tables, atomically: true, encoding: .utf8)
            } else {
                let isSame = text[start..<end] == table  // a separate statement, so that a failure does not print both texts
                #expect(isSame, "\(name): run UPDATE_SCHEMA=1 swift test --filter ProtocolTests")
            }
        }
    }

    @Test func `the page of keys is the vocabulary's`() throws {
        let page = Self.root.appendingPathComponent("docs/protocol-keys.md")
        if Self.updates { try ProtocolTables.page.write(to: page, atomically: true, encoding: .utf8) }
        let isSame = try String(contentsOf: page, encoding: .utf8) == ProtocolTables.page
        #expect(isSame, "run UPDATE_SCHEMA=1 swift test --filter ProtocolTests")
    }

    @Test func `every word that clients have to know is explained`() throws {
        let text = try Self.text()
        for word in ServerMessages.DisconnectReason.allCases.map(\.rawValue) + RequestError.Code.allCases.map(\.rawValue) {
            #expect(text.contains("| `\(word)` |"), "\(word)")
        }
    }

    /// A capability is a message, a key of a subscription or of `hello`, a kind of events, or an optional form of a message. Everything that was
    /// missing in the first draft of protocol 1.0 has one.
    @Test func `each capability belongs to a request, an option or an event`() {
        let known =
            WireShapes.requests.map(\.type) + WireShapes.lines.map(\.type) + WireShapes.requestsByType["subscribe"]!.shape.keys.map(\.name)
            + WireShapes.requestsByType["hello"]!.shape.keys.map(\.name) + Subscription.kinds + ["treeChanges"]
        for capability in WireShapes.capabilities { #expect(known.contains(capability.name)) }
        let named = WireShapes.capabilities.map(\.meaning).joined()
        for request in WireShapes.requests where !["hello", "subscribe"].contains(request.type) {
            #expect(named.contains("`\(request.type)`"), "\(request.type)")
        }
    }

    // MARK: Examples

    @Test func `every line in the document is of the protocol`() throws {
        var count = 0
        for line in try Self.text().split(separator: "\n") {
            var text = line
            let side = line.hasPrefix("C {") ? "C" : line.hasPrefix("S {") ? "S" : line.hasPrefix("{\"event\"") ? "event" : nil
            guard let side else { continue }
            if side != "event" { text = line.dropFirst(2) }
            let value = try JSONReader.parse(Array(text.utf8))
            count += 1
            do {
                switch side {
                case "C": try #require(WireShapes.requestsByType[value["type"]?.string ?? ""]).checkStrictly(value)
                case "S": try WireMessage.check(lineOfServer: value)
                default:
                    let frame: [String: JSONValue] = [
                        "type": .string("frame"), "seq": .number(1, text: "1"), "time": .number(1, text: "1"), "panel": .string("p"),
                        "events": .array([value]),
                    ]
                    try WireMessage.check(lineOfServer: .object(frame))
                }
            } catch let flaw as WireFlaw {
                // This part of the example shows a refused request.
                if text.contains(#""regions":"kiosk/menu""#) { continue }
                Issue.record("\(flaw): \(text)")
            } catch {
                Issue.record("\(error): \(text)")
            }
        }
        #expect(count >= 15)
    }

    // MARK: The reader

    /// A value of the type.
    private static func sample(_ type: ValueType) -> JSONValue {
        switch type {
        case .string(.keyName): return .string("KEY_A")
        case .string: return .string("x")
        case .boolean: return .bool(true)
        case .number(let range):
            let number = range.minimum ?? 1
            return .number(number, text: "\(Int(number))")
        case .word(let words): return .string(words[0])
        case .list(let element, _): return .array([sample(element)])
        case .either(let types): return sample(types[0])
        case .vector(let components): return .array(components.map { _ in .number(1, text: "1") })
        case .object(let name): return .object(Dictionary(uniqueKeysWithValues: WireShapes.format[name].keys.map { ($0.name, sample($0.type)) }))
        case .any: return .object([:])
        case .byWord(_, let choices, _):
            return .object(Dictionary(uniqueKeysWithValues: WireShapes.format[choices[0].shape].keys.map { ($0.name, sample($0.type)) }))
        default: preconditionFailure("no request has one")
        }
    }

    private static func line(_ message: WireMessage, without: String? = nil, with other: (key: String, value: JSONValue)? = nil) -> [UInt8] {
        var members = ["\"type\":\"\(message.type)\""]
        for key in message.shape.keys where key.name != without {
            members.append("\"\(key.name)\":" + text(key.name == other?.key ? other!.value : sample(key.type)))
        }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(_, let text): text
        case .string(let text): jsonLiteral(text)
        case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.keys.sorted().map { jsonLiteral($0) + ":" + text(members[$0]!) }.joined(separator: ",") + "}"
        }
    }

    @Test(arguments: WireShapes.requests.map(\.type)) func `the reader reads every key, and no other`(_ type: String) throws {
        let message = WireShapes.requestsByType[type]!
        var asked: Set<String> = []
        let parsed = try Request.parse(Self.line(message)) { asked.insert($0) }
        if case .unknown = parsed.body { Issue.record("nobody reads it") }
        #expect(asked == Set(message.shape.keys.map(\.name)))
    }

    @Test(arguments: WireShapes.requests.map(\.type)) func `a key of another type is refused by name, with a hint`(_ type: String) throws {
        let message = WireShapes.requestsByType[type]!
        for key in message.shape.keys {
            for wrong in [JSONValue.bool(false), .number(-5, text: "-5"), .string("?"), .array([.null]), .object([:])] {
                if key.isCheckedByDecoder, wrong.array != nil { continue }
                switch (key.type, wrong) {
                case (.boolean, .bool), (.string, .string), (.either, .number), (.either, .string): continue
                case (.number(let range), .number(let number, _)) where range.contains(number): continue
                case (.object(let name), .object) where !WireShapes.format[name].keys.contains(where: \.isRequired): continue
                default: break
                }
                let error = #expect(throws: RequestError.self) { _ = try Request.parse(Self.line(message, with: (key.name, wrong))) }
                #expect(error?.message.hasPrefix("\"\(key.name)") == true, "\(key.name) \(wrong): \(error?.message ?? "")")
                #expect(error?.hint.isEmpty == false)
            }
            if key.isRequired {
                let error = #expect(throws: RequestError.self) { _ = try Request.parse(Self.line(message, without: key.name)) }
                #expect(error?.message.contains("\"\(key.name)\": is missing") == true)
            } else {
                #expect(throws: Never.self) { _ = try Request.parse(Self.line(message, without: key.name)) }
            }
        }
    }

    @Test func `unknown keys are ignored, and unknown types without an id`() throws {
        let ping = try Request.parse(Array(#"{"type":"ping","id":1,"colour":"red"}"#.utf8))
        if case .ping = ping.body {} else { Issue.record("no ping: \(ping)") }
        let paint = try Request.parse(Array(#"{"type":"paint","x":[1]}"#.utf8))
        if case .unknown = paint.body {} else { Issue.record("known: \(paint)") }
    }
}
