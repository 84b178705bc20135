import Text
import Vocabulary

/// Checks a tree against the shapes: unknown and missing keys, types, ranges, choices.
///
/// The reader's limit on nesting bounds the recursion. O(nodes).
package struct ShapeValidator {
    private let format: Format
    private let log: DiagnosticLog

    package init(_ format: Format, log: DiagnosticLog) {
        self.format = format
        self.log = log
    }

    /// Checks an object of the format, with everything in it.
    package mutating func validate(_ node: YAMLNode, _ name: ShapeName) {
        check(node, .object(name), Place(owner: Owner(node, format[name])))
    }

    /// Checks a value as if it were under a key of an object without a name.
    ///
    /// - Parameter owner: the object's name for messages.
    package mutating func validate(_ node: YAMLNode, as key: Key, of owner: String) {
        check(node, key.type, hints: key.hints, Place(key: key.name, owner: Owner(node, nil, unnamed: owner)))
    }

    /// The object that a value belongs to. Its name is made only for a message, and then once, because finding the ID takes time in proportion to the
    /// object's keys.
    private final class Owner {
        private let object: YAMLNode
        private let shape: Shape?
        /// The name for messages: `region "home"`, or `a region` if it has no ID.
        lazy var name: String = {
            guard let shape, shape.key(shape.nameKey) != nil, let id = object[shape.nameKey]?.string else { return unnamed }
            return "\(shape.noun) \(quoted(id))"
        }()
        private let unnamed: String

        /// - Parameter shape: the object's shape; nil for an object without a name.
        init(_ object: YAMLNode, _ shape: Shape?, unnamed: String) {
            self.object = object
            self.shape = shape
            self.unnamed = unnamed
        }

        convenience init(_ object: YAMLNode, _ shape: Shape) { self.init(object, shape, unnamed: shape.unnamed) }
    }

    /// The place of a value in the file, for messages.
    private struct Place {
        /// The component of a vector.
        var component: String?
        /// The key in a map; the map itself is the value of `key`.
        var mapKey: String?
        var key: String?
        /// True for an element of the list at this place.
        var isElement = false
        /// True for the value of a key that the object must have.
        var isRequired = false
        var owner: Owner

        var text: String {
            (component.map { "\($0) of " } ?? "") + (mapKey.map { "\(quoted($0)) in " } ?? "")
                + (key.map { (isElement ? "an element of " : "") + "\(quoted($0)) in " } ?? "") + owner.name
        }
    }

    private mutating func check(_ node: YAMLNode, _ type: ValueType, hints: [String: String] = [:], _ place: Place) {
        if node.isRefused { return }
        func refuse(_ more: @autoclosure () -> String = "") { self.refuse(node, expected: type.phrase, place, more()) }
        func refuseForm() { refuse(place.mapKey == nil ? rightLine(node, type, place) : "") }
        switch type {
        case .string(let form):
            guard let text = node.string, form.accepts(text) else { return refuse() }
        case .boolean:
            if node.boolean == nil { refuse(node.unquoted.boolean == nil ? meantBoolean(node) : withoutQuotes) }
        case .toggle(let isFalse, let isTrue):
            if node.toggle(false: isFalse, true: isTrue) != nil { return }
            refuse(node.unquoted.boolean == nil ? suggestionSuffix(for: node.string ?? "", among: [isFalse, isTrue]) : withoutQuotes)
        case .number(let range):
            check(node, range, place)
        case .numeral(let numbers):
            guard let number = node.number, numbers.contains(where: { Double($0) == number }) else {
                return refuse(node.unquoted.number == nil || node.number != nil ? "" : withoutQuotes)
            }
        case .word(let words):
            guard let word = node.string else { return refuse() }
            if words.contains(word) { return }
            refuse(hints[word].map { "; \($0)" } ?? suggestionSuffix(for: word, among: words))
        case .mask(let words):
            if node.items != nil { return check(node, .list(.word(words), isEmptyAllowed: false), place) }
            if node.string.map(words.contains) != true { refuse(suggestionSuffix(for: node.string ?? "", among: words)) }
        case .wordOrNumber(let words, let range):
            if node.string.map(words.contains) == true || node.number.map(range.contains) == true { return }
            refuse(suggestionSuffix(for: node.string ?? "", among: words))
        case .vector(let components):
            guard let items = node.items else { return refuseForm() }
            guard items.count == components.count else {
                log.error(node.mark, "\(place.text): expected \(type.phrase), found a list of \(items.count)\(MeantNumber.missingComma(items))")
                return
            }
            for (item, component) in zip(items, components) where item.finite.map(component.range.contains) != true {
                check(item, component.range, Place(component: component.name, key: place.key, owner: place.owner))
            }
        case .list(let element, let isEmptyAllowed):
            guard let items = node.items else { return refuseForm() }
            if items.isEmpty, !isEmptyAllowed {
                log.error(node.mark, "\(place.text): expected \(type.phrase), found an empty list")
            }
            var place = place
            place.isElement = true
            for item in items { check(item, element, place) }
        case .object(let name):
            guard case .mapping(let entries) = node.content else { return refuseForm() }
            check(node, entries, format[name])
        case .members(let shape):
            guard case .mapping(let entries) = node.content else { return refuseForm() }
            check(node, entries, shape)
        case .byKey(let choices, let otherwise):
            guard case .mapping(let entries) = node.content else { return refuse() }
            let chosen = choices.first { choice in entries.contains { $0.key == choice.key } }
            guard let name = chosen?.shape ?? otherwise else {
                let keys = choices.map(\.key)
                func suffix() -> String { entries.lazy.map { suggestionSuffix(for: $0.key, among: keys) }.first { !$0.isEmpty } ?? "" }
                log.error(node.mark, "\(place.text): expected one of the keys \(keys.joined(separator: ", "))\(suffix())")
                return
            }
            check(node, entries, format[name])
        case .byWord(let key, let choices, let otherwise):
            guard case .mapping(let entries) = node.content else { return refuse() }
            guard let word = node[key] else {
                if let otherwise { return check(node, entries, format[otherwise]) }
                log.error(node.mark, "missing \(quoted(key)) in \(place.text)\(ValueType.word(choices.map(\.word)).hintIfMissing)")
                return
            }
            let text = word.string
            guard let choice = choices.first(where: { $0.word == text }) else {
                return check(word, .word(choices.map(\.word)), Place(key: key, owner: place.owner))
            }
            check(node, entries, format[choice.shape])
        case .byTouch(let type):
            guard case .mapping(let entries) = node.content else { return refuse() }
            for entry in entries {
                if Int(entry.key) == nil {
                    log.error(entry.mark, "key in \(place.text): expected the number of a touch, found \(quoted(entry.key))")
                }
                check(entry.value, type, Place(mapKey: entry.key, key: place.key, owner: place.owner))
            }
        case .table(let form, let type):
            guard case .mapping(let entries) = node.content else { return refuse() }
            for entry in entries {
                if !form.accepts(entry.key) {
                    log.error(entry.mark, "key in \(place.text): expected \(form.phrase), found \(quoted(entry.key))")
                }
                check(entry.value, type, Place(mapKey: entry.key, key: place.key, owner: place.owner))
            }
        case .any: break
        case .null:
            if !node.isNull { refuse() }
        case .either(let types):
            if !types.contains(where: { fits(node, $0, place) }) { refuse() }
        case .map(let name):
            guard case .mapping(let entries) = node.content else { return refuse() }
            for entry in entries {
                if !StringForm.identifier.accepts(entry.key) {
                    log.error(
                        entry.mark,
                        "key in \(place.text): expected \(StringForm.identifier.phrase), found \(quoted(entry.key))")
                }
                check(entry.value, .object(name), Place(mapKey: entry.key, key: place.key, owner: place.owner))
            }
        }
    }

    /// True if the node fits the type. Logs nothing.
    private func fits(_ node: YAMLNode, _ type: ValueType, _ place: Place) -> Bool {
        let trial = DiagnosticLog(file: "")
        var validator = ShapeValidator(format, log: trial)
        validator.check(node, type, place)
        return !trial.hasErrors
    }

    private func rightLine(_ node: YAMLNode, _ type: ValueType, _ place: Place) -> String {
        place.key == nil ? "" : RightLine(format).suffix(for: node, type, key: place.isElement ? nil : place.key)
    }

    private var withoutQuotes: String { "; write it without quotes" }

    /// Returns `; write true` for a word that means so elsewhere.
    private func meantBoolean(_ node: YAMLNode) -> String {
        switch node.string {
        case "yes", "Yes", "YES", "on", "On", "ON", "y", "True", "TRUE", "1": "; write true"
        case "no", "No", "NO", "off", "Off", "OFF", "n", "False", "FALSE", "0": "; write false"
        default: ""
        }
    }

    private func refuse(_ node: YAMLNode, expected phrase: @autoclosure () -> String, _ place: Place, _ more: @autoclosure () -> String) {
        let more = more()
        let isValue = node.isNull && place.key != nil && place.component == nil && !place.isElement
        log.error(
            node.mark,
            "\(place.text): expected \(phrase()), found \(node.found)"
                + (more.isEmpty && isValue ? "; write a value" + (place.isRequired ? "" : ", or leave the key out") : more))
    }

    private func check(_ node: YAMLNode, _ range: NumberRange, _ place: Place) {
        if node.isRefused { return }
        guard let number = node.number, range.contains(number) else {
            let isQuoted = node.number == nil && node.unquoted.number != nil
            let phrase = node.number == nil ? range.shortPhrase : range.phrase
            return refuse(node, expected: phrase, place, isQuoted ? withoutQuotes : MeantNumber.advice(node))
        }
        if !number.isFinite { log.error(node.mark, "\(place.text): \(node.found) is too large") }
    }

    private mutating func check(_ object: YAMLNode, _ entries: [YAMLNode.Entry], _ shape: Shape) {
        let owner = Owner(object, shape)
        let variant = variant(of: object, shape)
        for entry in entries {
            guard let key = shape.key(entry.key) else {
                refuseUnknown(entry, in: shape, owner)
                continue
            }
            if let onlyFor = key.onlyFor, let variant, !onlyFor.contains(variant) {
                log.error(
                    entry.mark,
                    "\(quoted(key.name)) in \(owner.name) is for \(shape.discriminator!.key) \(onlyFor.joined(separator: ", ")) only"
                )
            }
            check(entry.value, key.type, hints: key.hints, Place(key: key.name, isRequired: key.isRequired, owner: owner))
        }
        for key in shape.keys where key.isRequired && !object.has(key.name) {
            if let onlyFor = key.onlyFor, !onlyFor.contains(variant ?? "") { continue }
            log.error(object.mark, "missing \(quoted(key.name)) in \(owner.name)\(key.type.hintIfMissing)")
        }
        checkForm(object, shape, owner)
        if entries.isEmpty, !shape.isEmptyAllowed {
            let names = shape.keys.map(\.name).joined(separator: ", ")
            log.error(object.mark, "\(owner.name) is empty: expected at least one of \(names)")
        }
    }

    /// Returns the value of the key that decides which other keys are allowed; nil if it is not one of its words, because then nobody knows which keys
    /// were meant.
    private func variant(of object: YAMLNode, _ shape: Shape) -> String? {
        guard let discriminator = shape.discriminator else { return nil }
        guard let given = object[discriminator.key] else { return discriminator.byDefault }
        if case .word(let words)? = shape.key(discriminator.key)?.type, given.string.map(words.contains) != true { return nil }
        return given.string
    }

    /// The most keys that an error lists.
    private static let listedKeysMax = 12

    private func refuseUnknown(_ entry: YAMLNode.Entry, in shape: Shape, _ owner: Owner) {
        if let home = shape.misplaced[entry.key] {
            log.error(entry.mark, "\(quoted(entry.key)) is not allowed in \(owner.name): it belongs to \(home)")
            return
        }
        func cure() -> String {
            if let advice = shape.advice[entry.key] { return "; " + advice }
            let names = shape.keys.map(\.name)
            let suffix = suggestionSuffix(for: entry.key, among: names)
            return suffix.isEmpty && names.count <= Self.listedKeysMax ? "; the keys are " + names.joined(separator: ", ") : suffix
        }
        log.error(entry.mark, "unknown key \(quoted(entry.key)) in \(owner.name)" + cure())
    }

    /// Checks the object against the first form of which it has a required key.
    private func checkForm(_ object: YAMLNode, _ shape: Shape, _ owner: Owner) {
        guard !shape.forms.isEmpty else { return }
        guard let form = shape.forms.first(where: { $0.requires.contains { object.has($0) } }) else {
            let ways = shape.forms.map { $0.requires.map(quoted).joined(separator: " and ") }
            log.error(object.mark, "missing \(ways.joined(separator: ", or ")) in \(owner.name)")
            return
        }
        for name in form.requires where !object.has(name) {
            let given = form.requires.filter { object.has($0) }.map(quoted).joined(separator: " and ")
            log.error(object.mark, "missing \(quoted(name)) beside \(given) in \(owner.name)")
        }
        for name in form.forbids {
            guard let entry = object.entry(name) else { continue }
            log.error(entry.mark, "\(quoted(name)) in \(owner.name) cannot be used together with \(quoted(form.requires[0]))")
        }
    }
}
