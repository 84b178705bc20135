import JSON
import Testing
import TouchCore
import TreeFormat
import Vocabulary

@testable import Configuration

/// Every property of a region or a gesture that an edit can set is decoded and takes effect.
@Suite struct SettablePropertyTests {
    /// A value of the type.
    private func sample(_ type: ValueType) -> String {
        switch type {
        case .string(.keyName): "\"KEY_A\""
        case .string: "\"w\""
        case .boolean: "true"
        case .number(let range): shortest(range.minimum ?? 1)
        case .word(let words), .mask(let words), .wordOrNumber(let words, _): jsonLiteral(words[0])
        case .vector(let components): "[" + components.map { _ in "1" }.joined(separator: ",") + "]"
        case .list: "[]"
        case .object(.hitTest): #"{"kind":"absorb"}"#
        case .object(.regionShape): #"{"kind":"ellipse"}"#
        case .object(.accessibility): #"{"label":"Buy"}"#
        case .object(.touchRules): #"{"maximum":1}"#
        default: "null"
        }
    }

    private func edits(_ text: String) throws -> Result<[TreeEdit], EditsError> {
        let kinds = ["view", "control", "slider", "switch", "scrollView", "surface"]
        var screen = #"{"version": 1, "screens": [{"id": "s", "size": [9, 9], "windows": [{"id": "w", "frame": [0, 0, 9, 9], "children": ["#
        func region(_ kind: String) -> String {
            // A surface has no gestures.
            let gestures = kind == "surface" ? "" : #", "gestures": [{"id": "\#(kind)-tap", "type": "tap"}]"#
            return #"{"id": "\#(kind)", "kind": "\#(kind)", "frame": [0, 0, 9, 9]\#(gestures)}"#
        }
        screen += kinds.map(region).joined(separator: ", ")
        let tree = try #require(readConfiguration(Array((screen + "]}]}]}").utf8), file: "f").settings).tree
        return readEdits(try JSONReader.nodes(Array(text.utf8)), of: tree)
    }

    @Test(arguments: TreeShapes.settable.map(\.name)) func `each property that can be set is set`(name: String) throws {
        let key = try #require(TreeShapes.settable.first { $0.name == name })
        let kind = key.onlyFor?.first ?? "view"
        // Samples of the components would make a singular transform.
        let value = name == "transform" ? "[2,0,0,2,0,0]" : sample(key.type)
        for value in [value] + (key.isClearable ? ["null"] : []) {
            let edits = try edits(#"[{"op":"set","region":"\#(kind)","key":"\#(name)","value":\#(value)}]"#).get()
            #expect(edits.count == 1, "\(value)")
        }
        if !key.isClearable {
            #expect(throws: EditsError.self) { _ = try edits(#"[{"op":"set","region":"\#(kind)","key":"\#(name)","value":null}]"#).get() }
        }
    }

    @Test(arguments: TreeShapes.settableOfGestures.map(\.name)) func `each property of a gesture that can be set is set`(name: String) throws {
        let key = try #require(TreeShapes.settableOfGestures.first { $0.name == name })
        let edits = try edits(#"[{"op":"set","gesture":"view-tap","key":"\#(name)","value":\#(sample(key.type))}]"#).get()
        #expect(edits.count == 1)
    }

    @Test func `a property that a gesture does not have is an error that suggests another`() throws {
        let error = #expect(throws: EditsError.self) {
            try edits(#"[{"op":"set","gesture":"view-tap","key":"taps_required","value":2}]"#).get()
        }
        #expect(error?.description.contains("a gesture has no \"taps_required\" that an edit can set") == true, "\(error?.description ?? "")")
    }

    /// The expected list is written by hand, independent of the format.
    @Test func `what a region is made with stays`() {
        let fixed = Set((TreeShapes.window.keys + TreeShapes.region.keys).filter(\.isFixed).map(\.name))
        #expect(fixed == ["id", "kind", "sensitive", "controller", "gestures", "children", "intercept", "controllers", "spared"])
        #expect(TreeShapes.settable.count == 54)
        #expect(TreeShapes.settable.count(where: \.isClearable) == 15)
    }
}
