import JSON
import Vocabulary

/// Documents with a place for a number, one for every number in the vocabulary; a new key is covered automatically.
struct NumberCases {
    /// Marks the number's place in a document.
    static let place: Character = "§"

    /// Returns the shape of a name.
    let shape: (ShapeName) -> Shape
    /// JSON by key, for values that must refer to something that exists.
    var usual: [String: String] = [:]
    private var count = 0

    init(shape: @escaping (ShapeName) -> Shape, usual: [String: String] = [:]) {
        self.shape = shape
        self.usual = usual
    }

    /// Documents of a type, each with one or more places, valid except for the numbers.
    mutating func documents(_ type: ValueType, inside visited: Set<ShapeName> = []) -> [String] {
        switch type {
        case .number, .numeral, .wordOrNumber: return [String(Self.place)]
        case .vector(let components):
            let one = components.indices.map { index in
                components.indices.map { $0 == index ? String(Self.place) : number(components[$0].range) }
            }
            return (one + [components.map { _ in String(Self.place) }]).map { "[" + $0.joined(separator: ",") + "]" }
        case .list(let element, _): return documents(element, inside: visited).map { "[\($0)]" }
        case .object(let name): return visited.contains(name) ? [] : documents(shape(name), inside: visited.union([name]))
        case .members(let shape): return documents(shape, inside: visited)
        case .map(let name): return documents(.object(name), inside: visited).map { "{\"m\":\($0)}" }
        case .byTouch(let type): return documents(type, inside: visited).map { "{\"1\":\($0)}" }
        case .table(_, let type): return documents(type, inside: visited).map { "{\"KEY_A\":\($0)}" }
        case .either(let types): return types.flatMap { documents($0, inside: visited) }
        case .byKey(let choices, let otherwise):
            return (choices.map(\.shape) + (otherwise.map { [$0] } ?? [])).flatMap { documents(.object($0), inside: visited) }
        case .byWord(let key, let choices, let otherwise):
            return choices.flatMap { documents(shape($0.shape), fixed: [key: jsonLiteral($0.word)], inside: visited) }
                + (otherwise.map { documents(shape($0), inside: visited) } ?? [])
        case .string, .boolean, .toggle, .word, .mask, .null, .any: return []
        }
    }

    /// Objects of a shape, each with a number under one key, and one with a number under every key that the others allow.
    mutating func documents(_ shape: Shape, fixed: [String: String] = [:], inside visited: Set<ShapeName> = []) -> [String] {
        var all: [String] = []
        var together: [String?: [String: String]] = [:]
        for key in shape.keys where fixed[key.name] == nil {
            let values = documents(key.type, inside: visited)
            for variant in key.onlyFor.map({ $0.map(Optional.init) }) ?? [nil] {
                all += values.map { object(shape, [key.name: $0].merging(fixed) { $1 }, variant) }
                if values == [String(Self.place)] { together[variant, default: [:]][key.name] = values[0] }
            }
        }
        for (variant, values) in together.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
            all.append(object(shape, values.merging(together[nil] ?? [:]) { $1 }.merging(fixed) { $1 }, variant))
        }
        return all
    }

    private mutating func object(_ shape: Shape, _ given: [String: String], _ variant: String?) -> String {
        var members = given
        let discriminator = shape.discriminator
        let wanted = variant ?? discriminator?.byDefault ?? discriminator.flatMap { words($0.key, shape).first }
        if let discriminator, let wanted, wanted != discriminator.byDefault, members[discriminator.key] == nil {
            members[discriminator.key] = jsonLiteral(wanted)
        }
        var required = shape.keys.filter { $0.isRequired && ($0.onlyFor?.contains(wanted ?? "") ?? true) }.map(\.name)
        // The first form that the given members allow.
        let forms = shape.forms.filter { form in !form.forbids.contains { members[$0] != nil } }
        if let form = forms.first(where: { $0.requires.contains { members[$0] != nil } }) ?? forms.first { required += form.requires }
        for name in required where members[name] == nil { members[name] = value(name, of: shape) }
        return "{" + members.sorted { $0.key < $1.key }.map { "\(jsonLiteral($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }

    private func words(_ key: String, _ shape: Shape) -> [String] {
        if case .word(let words)? = shape.key(key)?.type { words } else { [] }
    }

    private mutating func value(_ key: String, of shape: Shape) -> String {
        usual[key] ?? shape.key(key).map { value($0.type) } ?? "null"
    }

    /// A valid value.
    private mutating func value(_ type: ValueType) -> String {
        switch type {
        case .string(.usbID): return "\"0eef\""
        case .string(.connector): return "\"HDMI-A-1\""
        case .string(.fileMode): return "\"0660\""
        case .string(.socketPath): return "\"/run/x\""
        case .string(.keyName): return "\"KEY_A\""
        case .string:
            count += 1
            return "\"i\(count)\""
        case .boolean, .toggle: return "true"
        case .number(let range), .wordOrNumber(_, let range): return number(range)
        case .numeral(let numbers): return String(numbers[0])
        case .word(let words), .mask(let words): return jsonLiteral(words[0])
        case .vector(let components): return "[" + components.map { number($0.range) }.joined(separator: ",") + "]"
        case .list(let element, let isEmptyAllowed): return isEmptyAllowed ? "[]" : "[\(value(element))]"
        case .object(let name): return object(shape(name), [:], nil)
        case .members(let shape): return object(shape, [:], nil)
        case .map, .byTouch, .table: return "{}"
        case .byKey(let choices, let otherwise): return object(shape(otherwise ?? choices[0].shape), [:], nil)
        case .byWord(let key, let choices, _): return object(shape(choices[0].shape), [key: jsonLiteral(choices[0].word)], nil)
        case .either(let types): return value(types[0])
        case .null, .any: return "null"
        }
    }

    private func number(_ range: NumberRange) -> String { shortest([100, 1, range.minimum ?? 0].first(where: range.contains) ?? 1) }
}
