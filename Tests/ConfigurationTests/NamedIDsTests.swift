import StrictYAML
import Testing
import TouchCore
import Vocabulary

@testable import Configuration

/// An editor of a region needs the right to edit the regions that its values name (docs/access.md), so every such key must be known.
@Suite struct NamedIDsTests {
    /// Keys that give a name to the region itself or a part of it.
    private static let own: Set<String> = ["id", "controller"]

    /// Objects of a shape, each with one key that names `other`, and the name of that key.
    private static func objects(_ name: ShapeName) -> [(key: String, text: String)] {
        let shape = Shapes.format[name]
        return shape.keys.flatMap { key -> [(String, String)] in
            let values: [(String, String)] =
                switch key.type {
                case .string(.identifier): own.contains(key.name) ? [] : [(key.name, "other")]
                case .list(.string(.identifier), _): [(key.name, "[other]")]
                case .object(let inner): objects(inner)
                case .list(.object(let inner), _): inner == .region ? [] : objects(inner).map { ($0.key, "[\($0.text)]") }
                default: []
                }
            return values.map { (key.name == $0.0 ? $0.0 : "\(key.name).\($0.0)", object(shape, key, $0.1)) }
        }
    }

    private static func object(_ shape: Shape, _ key: Key, _ value: String) -> String {
        var members = ["\(key.name): \(value)"]
        let kind = key.onlyFor?.first ?? shape.discriminator?.byDefault
        for other in shape.keys where other.name != key.name {
            if other.name == shape.discriminator?.key {
                if let kind { members.append("\(other.name): \(kind)"); continue }
            } else if !other.isRequired || other.onlyFor.map({ !$0.contains(kind ?? "") }) ?? false {
                continue
            }
            if case .word(let words) = other.type {
                members.append("\(other.name): \(words.last!)")
            } else {
                members.append("\(other.name): own-\(shape.noun)")
            }
        }
        if shape.key("frame") != nil { members.append("frame: [0, 0, 9, 9]") }
        return "{ \(members.joined(separator: ", ")) }"
    }

    @Test func `a region says of every id that one of its values is that it names it`() throws {
        var keys: [String] = []
        for (name, isWindow) in [(ShapeName.window, true), (.region, false)] {
            for (key, text) in Self.objects(name) {
                let log = DiagnosticLog(file: "")
                let node = try #require(DocumentReader.read(Array(text.utf8), log: log))
                var decoder = RegionDecoder(log: log)
                let spec = isWindow ? decoder.windows([node], screen: 0)[0] : decoder.addedRegion(node)
                #expect((spec.namedRegions + spec.namedGestures).contains("other"), "\(key), in \(text)")
                keys.append(key)
            }
        }
        // The walk reaches these keys.
        for key in [
            "fallback", "hitTest.to", "intercept.insideOf", "intercept.deliverTo", "touchesShouldBeginNo", "gestures.requireToFail",
            "gestures.shouldReceiveNot",
        ] {
            #expect(keys.contains(key))
        }
    }
}
