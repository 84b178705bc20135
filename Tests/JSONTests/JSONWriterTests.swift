import JSON
import Support
import Testing

@Suite struct `JSON writer` {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 1)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `commas stand between members and elements, and nowhere else`() {
        let text = written {
            $0.beginObject()
            $0.key("a")
            $0.beginArray()
            $0.integer(1)
            $0.bool(false)
            $0.null()
            $0.endArray()
            $0.key("b")
            $0.beginObject()
            $0.endObject()
            $0.key(name: "c")
            $0.string("x")
            $0.endObject()
        }
        #expect(text == #"{"a":[1,false,null],"b":{},"c":"x"}"#)
    }

    @Test func `a number stands before the text in place of an earlier one`() {
        var writer = JSONWriter(capacity: 1)
        writer.raw("}")
        for number in [1, UInt64.max, 42] {
            writer.prepend("{\"seq\":", number)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"seq\":\(number)}")
        }
    }

    @Test func `memory grows and keeps the text`() {
        let parts = (0..<200).map { String(repeating: "x", count: $0) }
        let text = written { writer in
            writer.beginArray()
            for part in parts { writer.string(part) }
            writer.endArray()
        }
        #expect((try? JSONReader.parse(Array(text.utf8)))?.array?.compactMap(\.string) == parts)
    }

    @Test func `whole numbers are written with all their digits`() {
        var numbers: [UInt64] = [0, .max]
        for power in 1...19 {
            let ten = (0..<power).reduce(into: UInt64(1)) { ten, _ in ten *= 10 }
            numbers += [ten - 1, ten, ten + 1]
        }
        for number in numbers { #expect(written { $0.unsigned(number) } == "\(number)") }
        for number in [Int64.min, -1, 0, .max] { #expect(written { $0.integer(number) } == "\(number)") }
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1 + 0.2, "0.3"), (0.000_000_4, "0"), (-0.000_000_4, "0"), (0.000_000_6, "0.000001"),
            (1.000_001, "1.000001"), (123.45, "123.45"), (100, "100"), (8.999e12, "8999000000000"), (9e12, "9000000000000.0"), (.nan, "null"),
            (-.infinity, "null"),
        ] as [(Double, String)]) func `a quantity is rounded to a millionth, without zeros at its end`(number: Double, text: String)
    {
        #expect(written { $0.number(number) } == text)
    }

    /// Numbers are written three digits at a time, so all triples are tested at each position.
    @Test func `each three digits are written where they stand`() {
        for number in 0..<1000 {
            let digits = String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
            let significant = number % 100 == 0 ? digits.prefix(1) : number % 10 == 0 ? digits.prefix(2) : digits.prefix(3)
            #expect(written { $0.number(Double(number)) } == "\(number)")
            #expect(written { $0.number(7000 + Double(number)) } == "7\(digits)")
            #expect(written { $0.number(-5_000_000 - Double(number)) } == "-5000\(digits)")
            #expect(written { $0.number(Double(number) / 1000) } == (number == 0 ? "0" : "0.\(significant)"))
            #expect(written { $0.number(-1 - Double(number) / 1_000_000) } == (number == 0 ? "-1" : "-1.000\(significant)"))
            #expect(written { $0.unsigned(8_000_000_006 + 1000 * UInt64(number)) } == "8000\(digits)006")
            var writer = JSONWriter(capacity: 1)
            for value in [UInt64(number), 3_000_000 + UInt64(number)] {
                writer.prepend("n", value)
                #expect(String(decoding: writer.bytes, as: UTF8.self) == "n\(value)")
            }
        }
    }

    @Test func `any quantity is read as itself, to a millionth`() throws {
        var random = SeededRandom()
        for _ in 0..<rounds(2000) {
            let number = Double.random(in: -1...1, using: &random) * [1e-6, 1, 1e3, 1e9][random(4)]
            let text = written { $0.number(number) }
            let read = try #require(JSONReader.number(text), "\(number): \(text)")
            #expect(abs(read - number) <= 0.5e-6 + abs(number) * 1e-15, "\(number): \(text)")
            #expect(!text.contains(".") || text.last != "0", "\(number): \(text)")
        }
    }

    @Test func `a value has its members in the order of their keys, and its numbers as they stood`() throws {
        let value = try JSONReader.parse(Array(#" {"b" : [1.50, null, {}], "a":"x\u000a\u007f"} "#.utf8))
        var bytes: [UInt8] = []
        value.write(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":"x\n\#u{7f}","b":[1.50,null,{}]}"#)
    }

    @Test func `an ordered value has its keys in the order in which they were given, and plain lists on one line`() {
        let value = OrderedJSON.object([
            ("b", .list([.number(1), .string("x\"\n")])), ("a", .object([])), ("c", .list([.list([.boolean(true), .null])])),
        ])
        #expect(value.lines() == "{\n  \"b\": [1, \"x\\\"\\n\"],\n  \"a\": {},\n  \"c\": [\n    [true, null]\n  ]\n}")
        #expect(value.text == #"{"b": [1, "x\"\n"], "a": {}, "c": [[true, null]]}"#)
    }

    /// A string has the same text in output for people, in files and on the socket.
    @Test func `a string is written in one way`() {
        for scalar in (0..<0x3000).compactMap(UnicodeScalar.init) {
            let text = String(scalar)
            var bytes: [UInt8] = []
            JSONValue.string(text).write(into: &bytes)
            #expect(written { $0.string(text) } == String(decoding: bytes, as: UTF8.self) && jsonLiteral(text) == written { $0.string(text) })
        }
    }
}
