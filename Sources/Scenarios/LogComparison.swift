import Configuration
import JSON
import StrictYAML
import Vocabulary

/// Compares a log with the expected entries.
struct LogComparison {
    let tolerance: Double

    /// True if the entry has each field of the filter, with one of the values that the filter lists for the field.
    func passes(_ entry: LogEntry, _ filter: [(field: String, values: [OrderedJSON])]) -> Bool {
        filter.allSatisfy { field, values in
            guard let got = entry.fields[field] else { return false }
            return values.contains { difference($0, got, field, isSet: false) == nil }
        }
    }

    /// Returns the first difference, or nil.
    ///
    /// Entries must come in the expected order, except for those of different receivers at the same time.
    /// - Complexity: O(entries) if the order is the expected one.
    func firstDifference(_ log: [LogEntry], _ scenario: Scenario) -> ScenarioFailure? {
        var rest = log
        for (number, expected) in scenario.expected.enumerated() {
            let candidates = rest.indices.prefix { index in index == 0 || rest[0].mayFollow(rest[index]) }.filter { index in
                rest[..<index].allSatisfy { $0.mayFollow(rest[index]) }
            }
            if let match = candidates.first(where: { difference(expected.fields, rest[$0].fields) == nil }) {
                rest.remove(at: match)
                continue
            }
            let place = "entry \(number + 1) of \(scenario.expected.count)"
            guard let first = candidates.first else {
                return ScenarioFailure(
                    mark: expected.mark, message: "\(place): no further entry has come", entry: number + 1, wanted: expected.fields)
            }
            // Reports the candidate that is most similar to the expected entry.
            let got = rest[
                candidates.first { isSame(expected.fields, rest[$0], keys: 2) }
                    ?? candidates.first { isSame(expected.fields, rest[$0], keys: 1) } ?? first]
            return ScenarioFailure(
                mark: expected.mark, message: "\(place): \(difference(expected.fields, got.fields)!)", entry: number + 1,
                wanted: expected.fields, got: got.shown(beside: expected.fields))
        }
        guard let more = rest.first else { return nil }
        return ScenarioFailure(
            mark: scenario.expectMark, message: "the log has \(rest.count) more than the \(scenario.expected.count) expected entries",
            entry: scenario.expected.count + 1, got: more.shown(beside: nil))
    }

    private func isSame(_ wanted: OrderedJSON, _ got: LogEntry, keys: Int) -> Bool {
        got.kind.mainKeys.prefix(keys).allSatisfy { key in
            guard let a = wanted[key], let b = got.fields[key] else { return false }
            return difference(a, b, key, isSet: false) == nil
        }
    }

    /// Returns a description of the first difference between the expected fields and an entry.
    private func difference(_ wanted: OrderedJSON, _ entry: OrderedJSON) -> String? {
        guard case .object(let members) = wanted else { return nil }
        for (key, value) in members {
            guard let got = entry[key] else { return "it has no \(quoted(key))" }
            let isSet = key == "touches" || (key == "result" && entry["query"]?.string == "touchesForView")
            if let difference = difference(value, got, quoted(key), isSet: isSet) { return difference }
        }
        return nil
    }

    private func difference(_ wanted: OrderedJSON, _ got: OrderedJSON, _ place: String, isSet: Bool) -> String? {
        let differ = "\(place): wanted \(wanted.text), got \(got.text)"
        switch (wanted, got) {
        case (.null, .null): return nil
        case (.boolean(let a), .boolean(let b)): return a == b ? nil : differ
        case (.number(let a), .number(let b)): return abs(a - b) <= tolerance ? nil : differ
        case (.string(let a), .string(let b)): return a == b ? nil : differ
        // An ID of digits that is written without quotes.
        case (.number(let a), .string(let b)): return shortest(a) == b ? nil : differ
        case (.list(let a), .list(let b)):
            guard a.count == b.count else { return differ }
            let pairs = isSet ? zip(a.sorted(by: Self.precedes), b.sorted(by: Self.precedes)) : zip(a, b)
            return pairs.allSatisfy { difference($0, $1, place, isSet: false) == nil } ? nil : differ
        case (.object(let a), .object(let b)):
            for (key, value) in a {
                guard let other = got[key] else { return "\(place) has no \(quoted(key)); it is \(got.text)" }
                if let difference = difference(value, other, "\(place) of \(key)", isSet: false) { return difference }
            }
            if let more = b.first(where: { wanted[$0.key] == nil }) {
                return "\(place) has \(quoted(more.key)) as well: \(got.text)"
            }
            return nil
        default: return differ
        }
    }

    private static func precedes(_ a: OrderedJSON, _ b: OrderedJSON) -> Bool {
        if case .number(let a) = a, case .number(let b) = b { a < b } else { false }
    }
}
