import Support
import Testing
import Text

@testable import JSON

@Suite struct `JSON reader` {
    private func read(_ text: String) -> JSONValue? { try? JSONReader.parse(Array(text.utf8)) }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "-", "1.", ".5", "+1", "1e", "NaN", "Infinity", "nul", "true false", "[1 2]", "\"a",
        "\"a\nb\"", "\u{feff}1", "{\"a\" 1}", "{\"a\":}", "[\"\\ud800\"]", "//\n1", "1e400",
    ]) func `what RFC 8259 does not have is refused`(text: String) { #expect(read(text) == nil) }

    @Test func `bytes that are no UTF-8 are refused in strings`() {
        for bytes: [UInt8] in [[0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]] {
            #expect(throws: JSONError.self) { try JSONReader.parse(bytes) }
        }
    }

    @Test func `of a key that comes twice the last value counts, and nodes have both`() throws {
        let text = Array(#"{"a":1,"b":2,"a":3}"#.utf8)
        #expect(try JSONReader.parse(text) == ["a": 3, "b": 2])
        let node = try JSONReader.nodes(text)
        guard case .object(let members) = node.content else { throw JSONError(offset: 0, message: "no object") }
        #expect(members.map(\.key) == ["a", "b", "a"])
        #expect(node.value == (try JSONReader.parse(text)))
    }

    @Test(
        arguments: [
            (#"{"id":1,"id":"x"}"#, "x"), (#"{"a":{"id":1},"\u0069d":2}"#, 2), (#"{"id":1,"id":[2]}"#, nil), (#"{"id":1,"id":true}"#, nil),
            (#"{"a":[{"id":1}]}"#, nil), (#"{"id":7,"a":[[[["#, 7),
        ] as [(String, JSONValue?)])
    func `a single member is read without the others, and its last value counts`(text: String, id: JSONValue?) {
        #expect(JSONReader.scalar("id", ofObject: Array(text.utf8)) == id)
    }

    @Test(arguments: [
        (#"{"a":1,"b":[2,{"a":3}],"a":4,"c":5}"#, #"{"b":[2,{"a":3}],"c":5}"#), (#"{"b":2,"a":1}"#, #"{"b":2}"#), (#"{"a":1}"#, "{}"), ("{}", "{}"),
    ])
    func `members are removed from the outermost object alone`(text: String, rest: String) {
        #expect(String(decoding: JSONReader.removing(["a"], fromObject: Array(text.utf8)), as: UTF8.self) == rest)
    }

    @Test func `a number keeps its text, so that an id goes back as it came`() {
        for text in ["1.0", "1e2", "-0", "12345678901234567890"] { #expect(read(text)?.numberText == text) }
    }

    @Test(arguments: [("1", 1), ("-0.5e1", -5), ("1e400", .infinity)] as [(String, Double)])
    func `a text that is a number is found to be one`(text: String, number: Double) { #expect(JSONReader.number(text) == number) }

    @Test(arguments: ["", " 1", "1 ", "+1", "01", "0x1", "1_0", "inf", "\"1\""])
    func `a text that is none is found to be none`(text: String) { #expect(JSONReader.number(text) == nil) }

    @Test func `lines may be nested 32 levels deep`() {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(read(nested(32)) != nil)
        #expect(read(nested(33)) == nil)
        #expect((try? JSONReader.nodes(Array(nested(100).utf8), depth: 100)) != nil)
    }

    @Test func `values are counted up to a bound, keys on request`() {
        let text = Array(#"{"a":[1,2],"b":3}"#.utf8)  // five values, two keys
        #expect(throws: JSONError.self) { try JSONReader.parse(text, atMost: 4) }
        #expect(throws: Never.self) { try JSONReader.parse(text, atMost: 5) }
        #expect(throws: JSONError.self) { try JSONReader.nodes(text, atMost: 6, countsKeys: true) }
        #expect(throws: Never.self) { try JSONReader.nodes(text, atMost: 7, countsKeys: true) }
    }

    @Test func `nodes know the places of keys and of values`() throws {
        let node = try JSONReader.nodes(Array("{\n  \"é\": [1,\n   \"😀\", true]}".utf8))
        guard case .object(let members) = node.content, case .array(let items) = members[0].value.content else {
            throw JSONError(offset: 0, message: "another value")
        }
        #expect(node.mark == .start)
        #expect(members[0].mark == Mark(line: 2, column: 3))
        #expect(items.map(\.mark) == [Mark(line: 2, column: 9), Mark(line: 3, column: 4), Mark(line: 3, column: 9)])
    }
}

@Suite struct `JSON written and read` {
    private func value(_ random: inout SeededRandom, _ depth: Int) -> JSONValue {
        switch random(depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .bool(random(2) == 0)
        case 2: return .whole(random.next())
        case 3: return .number(Double(bitPattern: random.next() >> 2))
        case 4: return .string(text(&random))
        case 5: return .array((0..<random(4)).map { _ in value(&random, depth - 1) })
        default: return .object(Dictionary((0..<random(4)).map { _ in (text(&random), value(&random, depth - 1)) }) { _, last in last })
        }
    }

    private func text(_ random: inout SeededRandom) -> String {
        let scalars = (0..<random(6)).compactMap { _ in UnicodeScalar(UInt32(random([0x20, 0x80, 0x11_0000][random(3)]))) }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test func `any value is read as it was written, with and without places`() throws {
        var seeds = SeededRandom()
        for _ in 0..<rounds(300) {
            let seed = givenSeed ?? seeds.next()
            var random = SeededRandom(seed: seed)
            let value = value(&random, 4)
            var bytes: [UInt8] = []
            value.write(into: &bytes)
            #expect(try JSONReader.parse(bytes) == value, "seed \(seed)")
            #expect(try JSONReader.nodes(bytes).value == value, "seed \(seed)")
        }
    }

    @Test func `a damaged text is read or refused, at a place in it`() throws {
        var seeds = SeededRandom()
        for _ in 0..<rounds(300) {
            let seed = givenSeed ?? seeds.next()
            var random = SeededRandom(seed: seed)
            var bytes: [UInt8] = []
            value(&random, 4).write(into: &bytes)
            for _ in 0...random(3) { bytes[random(bytes.count)] = UInt8(random(256)) }
            do throws(JSONError) {
                _ = try JSONReader.parse(bytes)
            } catch {
                #expect((0...bytes.count).contains(error.offset), "seed \(seed)")
            }
        }
    }
}
