/// Holds a tree against the shapes: unknown and missing keys, types, ranges, choices.
///
/// Recursion is bounded by the reader's limit on nesting. O(nodes).
struct ShapeValidator {
    private let log: DiagnosticLog
    /// Names of inactive keys that were warned of: once a file is enough.
    private var warned: Set<String> = []

    init(log: DiagnosticLog) {
        self.log = log
    }

    mutating func validate(_ root: YAMLNode) {
        check(root, .object(.configuration), Place(key: nil, owner: Shapes.configuration.unnamed))
    }

    /// Where a value stands, for messages. The text is made only when there is something to say.
    private struct Place {
        var key: String?
        var owner: () -> String

        init(key: String?, owner: @escaping @autoclosure () -> String) {
            self.key = key
            self.owner = owner
        }

        var text: String { key.map { "\(quoted($0)) in \(owner())" } ?? owner() }
    }

    private mutating func check(_ node: YAMLNode, _ type: ValueType, hints: [String: String] = [:], _ place: Place) {
        if node.isRefused { return }
        func refuse(_ more: String = "") { self.refuse(node, expected: type.phrase, place, more) }
        switch type {
        case .string(let form):
            guard let text = node.string, form.accepts(text) else { return refuse() }
        case .boolean:
            if node.boolean == nil { refuse(node.unquoted.boolean == nil ? "" : withoutQuotes) }
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
        case .vector(let components):
            guard let items = node.items else { return refuse() }
            guard items.count == components.count else {
                log.error(node.mark, "\(place.text): expected \(type.phrase), found a list of \(items.count)")
                return
            }
            for (item, component) in zip(items, components) {
                check(item, component.range, Place(key: nil, owner: "\(component.name) of \(place.text)"))
            }
        case .list(let element, let isEmptyAllowed):
            guard let items = node.items else { return refuse() }
            if items.isEmpty, !isEmptyAllowed {
                log.error(node.mark, "\(place.text): expected \(type.phrase), found an empty list")
            }
            for item in items { check(item, element, place) }
        case .object(let name):
            guard case .mapping(let entries) = node.content else { return refuse() }
            check(node, entries, Shapes.shape(name))
        case .map(let name):
            guard case .mapping(let entries) = node.content else { return refuse() }
            for entry in entries {
                if !StringForm.identifier.accepts(entry.key) {
                    log.error(
                        entry.mark,
                        "key in \(place.text): expected \(StringForm.identifier.phrase), found \(quoted(entry.key))")
                }
                check(entry.value, .object(name), Place(key: entry.key, owner: place.text))
            }
        }
    }

    private var withoutQuotes: String { "; write it without quotes" }

    private func refuse(_ node: YAMLNode, expected phrase: String, _ place: Place, _ more: String) {
        log.error(node.mark, "\(place.text): expected \(phrase), found \(node.found)\(more)")
    }

    private func check(_ node: YAMLNode, _ range: NumberRange, _ place: Place) {
        if node.isRefused { return }
        guard let number = node.number, range.contains(number) else {
            let isQuoted = node.number == nil && node.unquoted.number != nil
            return refuse(node, expected: range.phrase, place, isQuoted ? withoutQuotes : "")
        }
        if !number.isFinite { log.error(node.mark, "\(place.text): \(node.found) is too large") }
    }

    private mutating func check(_ object: YAMLNode, _ entries: [YAMLNode.Entry], _ shape: Shape) {
        let owner = { description(of: object, as: shape) }
        let variant = shape.discriminator.flatMap { object[$0.key]?.string ?? $0.byDefault }
        for entry in entries {
            guard let key = shape.key(entry.key) else {
                refuseUnknown(entry, in: shape, owner())
                continue
            }
            if let onlyFor = key.onlyFor, let variant, !onlyFor.contains(variant) {
                log.error(
                    entry.mark,
                    "\(quoted(key.name)) in \(owner()) is for \(shape.discriminator!.key) \(onlyFor.joined(separator: ", ")) only")
            } else {
                warnOfInactive(key, entry)
            }
            check(entry.value, key.type, hints: key.hints, Place(key: key.name, owner: owner()))
        }
        for key in shape.keys where key.isRequired && object.entry(key.name) == nil {
            if let onlyFor = key.onlyFor, !onlyFor.contains(variant ?? "") { continue }
            log.error(object.mark, "missing \(quoted(key.name)) in \(owner())\(key.type.hintIfMissing)")
        }
        checkForm(object, shape, owner)
        if entries.isEmpty, !shape.isEmptyAllowed {
            let names = shape.keys.map(\.name).joined(separator: ", ")
            log.error(object.mark, "\(owner()) is empty: expected at least one of \(names)")
        }
    }

    private func refuseUnknown(_ entry: YAMLNode.Entry, in shape: Shape, _ owner: String) {
        if let home = shape.misplaced[entry.key] {
            log.error(entry.mark, "\(quoted(entry.key)) is not allowed in \(owner): it belongs to \(home)")
            return
        }
        let suffix = suggestionSuffix(for: entry.key, among: shape.keys.lazy.map(\.name))
        log.error(entry.mark, "unknown key \(quoted(entry.key)) in \(owner)\(suffix)")
    }

    private mutating func warnOfInactive(_ key: Key, _ entry: YAMLNode.Entry) {
        switch key.activity {
        case .active: return
        case .inactive: break
        case .activeOnly(let value): if entry.value.string == value { return }
        }
        guard warned.insert(key.name).inserted else { return }
        log.warning(entry.mark, "\(quoted(key.name)) is checked but has no effect in this version")
    }

    /// The form is the first of which any required key is there.
    private func checkForm(_ object: YAMLNode, _ shape: Shape, _ owner: () -> String) {
        guard !shape.forms.isEmpty else { return }
        guard let form = shape.forms.first(where: { $0.requires.contains { object.entry($0) != nil } }) else {
            let ways = shape.forms.map { $0.requires.map(quoted).joined(separator: " and ") }
            log.error(object.mark, "missing \(ways.joined(separator: ", or ")) in \(owner())")
            return
        }
        for name in form.requires where object.entry(name) == nil {
            let given = form.requires.filter { object.entry($0) != nil }.map(quoted).joined(separator: " and ")
            log.error(object.mark, "missing \(quoted(name)) beside \(given) in \(owner())")
        }
        for name in form.forbids {
            guard let entry = object.entry(name) else { continue }
            log.error(entry.mark, "\(quoted(name)) in \(owner()) cannot stand beside \(quoted(form.requires[0]))")
        }
    }
}

/// What messages call an object: `region "home"`, or `a region` when it has no id.
private func description(of object: YAMLNode, as shape: Shape) -> String {
    if let id = object["id"]?.string, shape.key("id") != nil { return "\(shape.noun) \(quoted(id))" }
    return shape.unnamed
}
