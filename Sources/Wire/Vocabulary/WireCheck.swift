import Text
import Vocabulary

/// A problem with a value, and its place in the line: `regions[1]`.
package struct WireFlaw: Error, CustomStringConvertible {
    package let place: String
    package let problem: String
    /// The top-level key of the message that contains the value.
    let key: Key?

    package var description: String { place.isEmpty ? problem : "\"\(place)\": \(problem)" }
}

extension WireMessage {
    /// Checks a client's line. Ignores keys that the request does not have, and skips values that the decoder checks, because they may be long.
    func check(_ line: JSONNode) throws(WireFlaw) {
        for key in shape.keys {
            guard let member = line[key.name] else {
                if key.isRequired { throw key.isMissing(in: "", key) }
                continue
            }
            if key.isCheckedByDecoder, case .array = member.content { continue }
            try key.type.check(member.value, false, in: key.name, key)
        }
    }

    /// Checks a line of this type strictly, for tests: unknown keys are errors, whichever side sends them.
    package func checkStrictly(_ line: JSONValue) throws(WireFlaw) { try shape.check(line, true, ignoring: "type", in: "", nil) }

    /// Throws if the line has an unknown key that is one letter away from a key that the request has and the line lacks. Ignores other unknown keys.
    func checkSpelling(of line: JSONNode) throws(WireFlaw) {
        guard case .object(let members) = line.content else { return }
        var unknown: [String] = []
        for member in members where member.key != "type" && shape.key(member.key) == nil { unknown.append(member.key) }
        if unknown.isEmpty { return }
        let lacking = shape.keys.filter { line[$0.name] == nil }
        // Sorted, so that the same flaw is reported each time.
        for name in unknown.sorted() {
            let given = Array(name.utf8)
            if let meant = lacking.first(where: { editDistance(given, Array($0.name.utf8), atMost: 1) != nil }) {
                throw WireFlaw(place: name, problem: "a \"\(type)\" has no such key", key: meant)
            }
        }
    }

    /// Checks a line of the server strictly, with all objects in it; for tests.
    package static func check(lineOfServer line: JSONValue) throws(WireFlaw) {
        guard let type = line["type"]?.string, let message = WireShapes.linesByType[type] else {
            throw WireFlaw(place: "type", problem: "no such message", key: nil)
        }
        try message.checkStrictly(line)
    }
}

extension Shape {
    fileprivate func check(
        _ value: JSONValue, _ strict: Bool, ignoring ignored: String? = nil, in place: String, _ top: Key?
    ) throws(WireFlaw) {
        guard case .object(let members) = value else { throw WireFlaw(place: place, problem: "expected object", key: top) }
        let prefix = place.isEmpty ? "" : place + "."
        for key in keys {
            if let member = members[key.name] {
                try key.type.check(member, strict, in: prefix + key.name, top ?? key)
            } else if key.isRequired {
                throw key.isMissing(in: prefix, top ?? key)
            }
        }
        guard strict else { return }
        // Sorted, so that the same flaw is reported each time.
        if let unknown = members.keys.sorted().first(where: { key($0) == nil && $0 != ignored }) {
            throw WireFlaw(place: prefix + unknown, problem: "is unknown", key: top)
        }
        if !forms.isEmpty, !forms.contains(where: { $0.requires.allSatisfy { members[$0] != nil } && $0.forbids.allSatisfy { members[$0] == nil } }) {
            throw WireFlaw(place: place, problem: "has keys that exclude each other", key: top)
        }
    }
}

extension Key {
    fileprivate func isMissing(in prefix: String, _ top: Key) -> WireFlaw {
        WireFlaw(place: prefix + name, problem: "is missing\(type.hintIfMissing)", key: top)
    }
}

extension ValueType {
    fileprivate func check(_ value: JSONValue, _ strict: Bool, in place: String, _ top: Key) throws(WireFlaw) {
        var isRight: Bool
        switch self {
        case .any: isRight = true
        case .null: isRight = value == .null
        case .boolean: isRight = value.bool != nil
        case .string(let form): isRight = value.string.map(form.accepts) == true
        case .word(let words): isRight = value.string.map(words.contains) == true
        case .number(let range): isRight = value.number.map(range.contains) == true
        case .numeral(let numbers): isRight = value.number.map { number in numbers.contains { Double($0) == number } } == true
        case .vector(let components):
            let numbers = value.array?.map(\.number) ?? []
            isRight = numbers.count == components.count && zip(numbers, components).allSatisfy { $0.map($1.range.contains) == true }
        case .list(let element, let isEmptyAllowed):
            let items = value.array
            isRight = items.map { isEmptyAllowed || !$0.isEmpty } == true
            for (index, item) in (items ?? []).enumerated() { try element.check(item, strict, in: "\(place)[\(index)]", top) }
        case .object(let name): return try WireShapes.format[name].check(value, strict, in: place, top)
        case .members(let shape): return try shape.check(value, strict, in: place, top)
        case .byWord(let key, let choices, let otherwise):
            let choice = choices.first { $0.word == value[key]?.string }?.shape
            guard let name = choice ?? (value[key] == nil ? otherwise : nil) else {
                throw WireFlaw(place: "\(place).\(key)", problem: "expected \(ValueType.word(choices.map(\.word)).phrase)", key: top)
            }
            return try WireShapes.format[name].check(value, strict, in: place, top)
        case .byKey(let choices, let otherwise):
            guard let name = choices.first(where: { value[$0.key] != nil })?.shape ?? otherwise else {
                throw WireFlaw(place: place, problem: "expected one of the keys \(choices.map(\.key).joined(separator: ", "))", key: top)
            }
            return try WireShapes.format[name].check(value, strict, in: place, top)
        case .map(let name): isRight = try Self.object(name).checkMembers(of: value, strict, in: place, top, named: StringForm.identifier.accepts)
        case .byTouch(let type): isRight = try type.checkMembers(of: value, strict, in: place, top) { Int($0) != nil }
        case .table(let form, let type): isRight = try type.checkMembers(of: value, strict, in: place, top, named: form.accepts)
        case .toggle(let isFalse, let isTrue): isRight = value.bool != nil || value.string == isFalse || value.string == isTrue
        case .mask(let words):
            if value.array != nil { return try ValueType.list(.word(words), isEmptyAllowed: false).check(value, strict, in: place, top) }
            isRight = value.string.map(words.contains) == true
        case .wordOrNumber(let words, let range):
            isRight = value.string.map(words.contains) == true || value.number.map(range.contains) == true
        case .either(let types):
            isRight = types.contains { type in
                do {
                    try type.check(value, strict, in: place, top)
                    return true
                } catch {
                    return false
                }
            }
        }
        if !isRight { throw WireFlaw(place: place, problem: "expected \(phrase)", key: top) }
    }

    /// Checks the values of an object that has any names as keys. Returns false if the value is no object, or has a name that is not accepted.
    private func checkMembers(
        of value: JSONValue, _ strict: Bool, in place: String, _ top: Key, named accepts: (String) -> Bool
    ) throws(WireFlaw) -> Bool {
        guard case .object(let members) = value else { return false }
        for (name, member) in members { try check(member, strict, in: "\(place).\(name)", top) }
        return members.keys.allSatisfy(accepts)
    }
}
