import JSON
import Testing

@testable import Vocabulary

@Suite struct `Ranges of numbers` {
    @Test(
        arguments: [
            (NumberRange.any, [-1e300, 0, 0.5], []),
            (.notNegative, [0, 1], [-0.001]),
            (.positive, [0.001], [0, -1]),
            (.whole(from: 1, to: 3), [1, 2, 3], [0, 4, 1.5]),
            (NumberRange(minimum: -1, maximum: 1), [-1, 1], [-1.1, 1.1]),
        ] as [(NumberRange, [Double], [Double])]) func `a range has its bounds`(range: NumberRange, inside: [Double], outside: [Double])
    {
        #expect(inside.allSatisfy(range.contains) && !outside.contains(where: range.contains))
        #expect(!range.contains(.nan) || range.minimum == nil)
    }

    @Test func `its phrase says them`() {
        #expect(NumberRange.any.phrase == "number")
        #expect(NumberRange.positive.phrase == "number above 0")
        #expect(NumberRange.notNegative.phrase == "number from 0 up")
        #expect(NumberRange.whole(from: 1, to: 3).phrase == "whole number from 1 to 3")
    }

    @Test(arguments: [(1, "1"), (-3, "-3"), (0.5, "0.5"), (1e21, "1e+21")] as [(Double, String)])
    func `a number is told in its shortest form`(number: Double, text: String) { #expect(shortest(number) == text) }
}

@Suite struct `Formats` {
    private static let leaf = Shape("leaf", "A leaf.", keys: [Key("size", .number(.positive), "Its size.")])
    private static let tree = Shape(
        "tree", "A tree.", discriminator: ("kind", "oak"), forms: [Form(requires: ["root"], forbids: ["pot"])],
        keys: [
            Key("kind", .word(["oak", "palm"]), "Default: oak."), Key("root", .boolean, required: true, "Whether it has one."),
            Key("pot", .boolean, "Whether it stands in one."), Key("acorns", .number(.whole(from: 0)), required: true, onlyFor: ["oak"], "How many."),
            Key("leaves", .list(.object("leaf"), isEmptyAllowed: false), "All."),
        ])

    @Test func `a format has its own objects first, then those of its parts`() {
        let format = Format(["tree": Self.tree], parts: Format(["leaf": Self.leaf]))
        #expect(format.ownNames == ["tree"] && format.names == ["tree", "leaf"])
        #expect(format["leaf"].noun == "leaf" && format["tree"].key("root")?.isRequired == true)
        #expect(format["tree"].key("branch") == nil)
    }

    @Test func `the schema of a shape has its keys, its forms and what is for some kinds only`() {
        let text = OrderedJSON.object(JSONSchema().schema(Self.tree)).lines()
        for part in [
            #""additionalProperties": false"#, #""required": ["root"]"#, #""oneOf": ["#, ##""$ref": "#/$defs/leaf""##, #""minItems": 1"#,
            #""minimum": 0"#,
        ] { #expect(text.contains(part), "\(part)") }
        // Without a kind it is an oak, and has acorns.
        #expect(text.contains(#""enum": ["oak"]"#) && text.contains(#""required": ["acorns"]"#) && text.contains(#""acorns": false"#))
        #expect(!text.contains(#""required": ["kind"]"#))
    }

    @Test func `a schema for lines lets keys that it does not know pass`() {
        #expect(!OrderedJSON.object(JSONSchema(isOpen: true).schema(Self.leaf)).lines().contains("additionalProperties"))
    }
}
