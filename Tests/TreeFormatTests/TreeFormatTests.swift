import Testing
import TouchCore
import Vocabulary

@testable import TreeFormat

@Suite struct `Format of trees` {
    /// The object shapes that a type's values may have.
    private func names(_ type: ValueType) -> [ShapeName] {
        switch type {
        case .object(let name), .map(let name): [name]
        case .list(let type, _), .byTouch(let type): names(type)
        case .either(let types): types.flatMap(names)
        case .members(let shape): shape.keys.flatMap { names($0.type) }
        case .byKey(let choices, let otherwise): choices.map(\.shape) + [otherwise].compactMap { $0 }
        case .byWord(_, let choices, let otherwise): choices.map(\.shape) + [otherwise].compactMap { $0 }
        default: []
        }
    }

    @Test func `each object that a format names is in it`() {
        for format in [TreeShapes.trees, TreeShapes.regions, TreeShapes.edits] {
            for name in format.names {
                for key in format[name].keys {
                    for part in names(key.type) { #expect(format.names.contains(part), "\(part.rawValue) of \(key.name) of \(name.rawValue)") }
                }
            }
        }
    }

    @Test func `what is for some kinds only is for kinds that there are`() {
        for shape in [TreeShapes.window, TreeShapes.region, TreeShapes.gesture] {
            let words: [String] =
                switch shape.discriminator.flatMap({ shape.key($0.key) })?.type {
                case .word(let words): words
                default: []
                }
            for key in shape.keys {
                for kind in key.onlyFor ?? [] { #expect(words.contains(kind), "\(key.name) of \(kind)") }
            }
        }
        #expect(TreeShapes.kinds.allSatisfy { RegionKind(rawValue: $0) != nil })
    }

    @Test func `each property that an edit can set is there once, and only such can be taken away again`() {
        let names = TreeShapes.settable.map(\.name)
        #expect(Set(names).count == names.count)
        for shape in [TreeShapes.window, TreeShapes.region, TreeShapes.gesture] {
            for key in shape.keys { #expect(!(key.isClearable && (key.isFixed || key.isRequired)), "\(key.name)") }
        }
    }

    @Test func `each property that stands alone is a key whose values go where they belong`() throws {
        for (name, place) in TreeShapes.places {
            let key = try #require(TreeShapes.settable.first { $0.name == name }, "\(name)")
            switch (place, key.type) {
            case (.boolean, .boolean), (.number, .number), (.seconds, .number), (.insets, .vector), (.optionalNumber, .number), (.word, .word): break
            default: Issue.record("\(name) is \(key.type.phrase)")
            }
            switch place {
            case .seconds, .optionalNumber: #expect(key.isClearable, "\(name)")
            case .boolean, .number, .insets: #expect(!key.isClearable, "\(name)")
            case .word: break
            }
        }
    }

    @Test func `each op of an edit is a word of its shape`() {
        for (word, name) in TreeShapes.editOps {
            guard case .word(let words)? = TreeShapes.edits[name].key("op")?.type else {
                Issue.record("\(name.rawValue) has no op")
                continue
            }
            #expect(words.contains(word))
        }
    }

    @Test func `each type of gesture can be written, with its properties and their defaults`() {
        guard case .word(let types)? = TreeShapes.gesture.key("type")?.type else {
            Issue.record("no type")
            return
        }
        #expect(types == GestureType.ofGestures.map(\.name))
        for type in GestureType.ofGestures {
            for property in type.properties {
                let key = TreeShapes.gesture.key(property.name)
                #expect(key?.onlyFor?.contains(type.name) == true, "\(property.name) of \(type.name)")
                #expect(!property.defaultText.isEmpty && key?.documentation.contains("Default: ") == true)
            }
        }
    }
}
