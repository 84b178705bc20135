extension ValueType {
    /// The name of the type in messages: `expected …`.
    package var phrase: String {
        switch self {
        case .string(let form): form.phrase
        case .boolean: "true or false"
        case .toggle(let isFalse, let isTrue): oneOf([isFalse, isTrue, "false", "true"])
        case .number(let range): range.phrase
        case .numeral(let numbers): oneOf(numbers.map(String.init))
        case .word(let words): oneOf(words)
        case .mask(let words): oneOf(words) + ", or a list of them"
        case .wordOrNumber(let words, let range): oneOf(words + [range.phrase])
        case .vector(let components):
            "list of \(components.count) numbers [\(components.map(\.name).joined(separator: ", "))]"
        case .list(_, let isEmptyAllowed): isEmptyAllowed ? "list" : "list with at least one element"
        case .object, .members, .map, .byKey, .byWord, .byTouch, .table: "mapping"
        case .any: "value"
        case .either(let types): types.map(\.phrase).joined(separator: " or ")
        case .null: "null"
        }
    }

    /// The hint for a missing key, if the key's name does not already say what to write.
    package var hintIfMissing: String {
        switch self {
        case .string, .object, .members, .map, .list, .byKey, .byWord, .byTouch, .table, .any, .either, .null: ""
        default: ": expected \(phrase)"
        }
    }

    private func oneOf(_ choices: [String]) -> String {
        choices.count == 1 ? choices[0] : "one of " + choices.joined(separator: ", ")
    }
}

extension NumberRange {
    /// The phrase for a value that is no number. A bound that only keeps numbers computable would not help anybody there.
    package var shortPhrase: String {
        let most = 1e12
        let isWide = minimum.map { $0 <= -most } ?? false && maximum.map { $0 >= most } ?? false
        return isWide ? isWhole ? "whole number" : "number" : phrase
    }

    package var phrase: String {
        var phrase = isWhole ? "whole number" : "number"
        if let exclusiveMinimum { phrase += " above \(shortest(exclusiveMinimum))" }
        if let minimum { phrase += " from \(shortest(minimum))" }
        if let maximum { phrase += " to \(shortest(maximum))" } else if minimum != nil { phrase += " up" }
        return phrase
    }
}

/// Returns the shortest text for a number; a whole number has no fraction.
package func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
}
