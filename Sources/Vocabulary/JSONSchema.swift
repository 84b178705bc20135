import JSON

/// Shapes as JSON Schema (draft 2020-12), for editors and other programs.
///
/// The schema is made from the same shapes as the checks. Only the reader refuses violations of rules that a schema cannot express (unique ids,
/// invertible matrices, references). Where the reader takes any scalar for a string, the schema requires a string.
package struct JSONSchema {
    package typealias Members = [(key: String, value: OrderedJSON)]

    /// True if objects may have keys that no shape knows.
    private let isOpen: Bool

    package init(isOpen: Bool = false) { self.isOpen = isOpen }

    package static let draft = OrderedJSON.string("https://json-schema.org/draft/2020-12/schema")

    package func schema(_ shape: Shape) -> Members {
        let always = shape.keys.filter { $0.isRequired && $0.onlyFor == nil }
        var members: Members = [
            ("description", .string(shape.documentation)),
            ("type", .string("object")),
            ("properties", .object(shape.keys.map { ($0.name, .object(schema($0))) })),
        ]
        if !isOpen { members.append(("additionalProperties", .boolean(false))) }
        if !always.isEmpty { members.append(("required", strings(always.map(\.name)))) }
        if !shape.isEmptyAllowed { members.append(("minProperties", .number(1))) }
        if !shape.forms.isEmpty { members.append(("oneOf", .list(shape.forms.map { .object(schema($0)) }))) }
        let conditions = conditions(shape)
        if !conditions.isEmpty { members.append(("allOf", .list(conditions))) }
        return members
    }

    private func schema(_ key: Key) -> Members {
        // The schema of an inline shape brings its own description; the key's replaces it.
        [("description", .string(key.documentation))] + schema(key.type).filter { $0.0 != "description" }
    }

    private func schema(_ form: Form) -> Members {
        [("required", strings(form.requires)), ("properties", forbidden(form.forbids))]
    }

    /// Returns the conditions for keys that only certain values of the discriminator allow: one condition for each set of such values.
    private func conditions(_ shape: Shape) -> [OrderedJSON] {
        guard let discriminator = shape.discriminator else { return [] }
        var variants: [[String]] = []
        for case let onlyFor? in shape.keys.map(\.onlyFor) where !variants.contains(onlyFor) { variants.append(onlyFor) }
        return variants.map { values in
            let keys = shape.keys.filter { $0.onlyFor == values }
            let required = keys.filter(\.isRequired).map(\.name)
            // If the discriminator is absent, its default counts. `required` makes an absent discriminator fail the test.
            let isDefault = discriminator.byDefault.map(values.contains) ?? false
            var test: Members = [
                ("properties", .object([(discriminator.key, .object([("enum", strings(values))]))]))
            ]
            if !isDefault { test.append(("required", strings([discriminator.key]))) }
            var condition: Members = [("if", .object(test))]
            if !required.isEmpty { condition.append(("then", .object([("required", strings(required))]))) }
            condition.append(("else", .object([("properties", forbidden(keys.map(\.name)))])))
            return .object(condition)
        }
    }

    package func schema(_ type: ValueType) -> Members {
        switch type {
        case .string(let form): return schema(form)
        case .boolean: return [("type", .string("boolean"))]
        case .toggle(let isFalse, let isTrue):
            return [("enum", .list([.string(isFalse), .string(isTrue), .boolean(false), .boolean(true)]))]
        case .number(let range): return schema(range)
        case .numeral(let numbers): return [("enum", .list(numbers.map { .number(Double($0)) }))]
        case .word(let words): return [("enum", strings(words))]
        case .mask(let words):
            let list = schema(.list(.word(words), isEmptyAllowed: false))
            return [("anyOf", .list([.object(schema(.word(words))), .object(list)]))]
        case .wordOrNumber(let words, let range):
            return [("anyOf", .list([.object([("enum", strings(words))]), .object(schema(range))]))]
        case .vector(let components):
            let count = Double(components.count)
            let items = components.map {
                OrderedJSON.object([("description", .string($0.name))] + schema($0.range))
            }
            return [
                ("type", .string("array")), ("prefixItems", .list(items)), ("items", .boolean(false)),
                ("minItems", .number(count)),
            ]
        case .list(let element, let isEmptyAllowed):
            let least: Members = isEmptyAllowed ? [] : [("minItems", .number(1))]
            return [("type", .string("array")), ("items", .object(schema(element)))] + least
        case .object(let name): return [("$ref", .string("#/$defs/\(name.rawValue)"))]
        case .members(let shape): return schema(shape)
        case .byWord(_, let choices, _):
            return [("anyOf", .list(ValueType.shapes(choices).map { .object(schema(.object($0))) }))]
        case .either(let types): return [("anyOf", .list(types.map { .object(schema($0)) }))]
        case .null: return [("type", .string("null"))]
        case .any: return []
        case .byKey(let choices, let otherwise):
            let names = choices.map(\.shape) + (otherwise.map { [$0] } ?? [])
            return [("anyOf", .list(names.map { .object(schema(.object($0))) }))]
        case .byTouch(let type):
            return [
                ("type", .string("object")), ("propertyNames", .object([("pattern", .string("^[0-9]+$"))])),
                ("additionalProperties", .object(schema(type))),
            ]
        case .table(let form, let type):
            return [
                ("type", .string("object")), ("propertyNames", .object(schema(form))),
                ("additionalProperties", .object(schema(type))),
            ]
        case .map(let name):
            return [
                ("type", .string("object")), ("propertyNames", .object(schema(.string(.identifier)))),
                ("additionalProperties", .object(schema(.object(name)))),
            ]
        }
    }

    private func schema(_ form: StringForm) -> Members {
        // 0457 and 1234 are numbers to a YAML reader that guesses types.
        if case .usbID = form {
            return [
                ("type", strings(["string", "integer"])), ("pattern", .string(form.pattern!)),
                ("minimum", .number(1000)), ("maximum", .number(9999)),
            ]
        }
        var members: Members = [("type", .string("string"))]
        if let pattern = form.pattern { members.append(("pattern", .string(pattern))) }
        // A schema counts characters, but the parsers count bytes. They refuse some texts that the schema accepts.
        if let bytesMax = form.bytesMax { members.append(("maxLength", .number(Double(bytesMax)))) }
        return members
    }

    private func schema(_ range: NumberRange) -> Members {
        var members: Members = [("type", .string(range.isWhole ? "integer" : "number"))]
        if let minimum = range.minimum { members.append(("minimum", .number(minimum))) }
        if let minimum = range.exclusiveMinimum { members.append(("exclusiveMinimum", .number(minimum))) }
        if let maximum = range.maximum { members.append(("maximum", .number(maximum))) }
        return members
    }
}

private func forbidden(_ names: [String]) -> OrderedJSON { .object(names.map { ($0, .boolean(false)) }) }

private func strings(_ strings: [String]) -> OrderedJSON { .list(strings.map(OrderedJSON.string)) }
