import Text

/// Reads the values of a settings file. It collects mistakes, so that a person sees all of them at once.
public struct ValueReader: Sendable {
    public private(set) var mistakes: [Mistake] = []

    public init() {}

    public mutating func complain(_ mark: Mark, _ message: String) { mistakes.append(Mistake(mark: mark, message: message)) }

    /// Returns the entries of a mapping whose keys are known; other keys are mistakes.
    ///
    /// - Parameter noun: the name of the mapping in messages, such as `the file` or `"limits"`.
    public mutating func entries(_ value: YAMLValue, _ noun: String, known: [String]) -> [YAMLValue.Entry] {
        guard case .mapping(let entries) = value.content else {
            complain(value.mark, "\(noun): expected keys, found \(value.found)")
            return []
        }
        return entries.filter { entry in
            if known.contains(entry.key) { return true }
            let hint = suggestion(for: entry.key, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
            complain(entry.mark, "unknown key \"\(printable(entry.key, atMost: 60))\" in \(noun)\(hint)")
            return false
        }
    }

    public mutating func items(_ value: YAMLValue, _ key: String) -> [YAMLValue] {
        if case .list(let items) = value.content { return items }
        complain(value.mark, "\"\(key)\": expected a list, found \(value.found)")
        return []
    }

    /// Reads a text that is printable and not empty.
    public mutating func text(_ value: YAMLValue, _ key: String) -> String? {
        if case .scalar(let text, _) = value.content, !text.isEmpty, !text.unicodeScalars.contains(where: { !$0.isPrintable }) { return text }
        complain(value.mark, "\"\(key)\": expected a text, found \(value.found)")
        return nil
    }

    public mutating func texts(_ value: YAMLValue, _ key: String) -> [(mark: Mark, text: String)] {
        items(value, key).compactMap { item in text(item, key).map { (item.mark, $0) } }
    }

    public mutating func path(_ value: YAMLValue, _ key: String) -> String? {
        guard let path = text(value, key) else { return nil }
        if path.begins(with: "/") { return path }
        complain(value.mark, "\"\(key)\": expected a path from the root, found \(value.found)")
        return nil
    }

    public mutating func flag(_ value: YAMLValue, _ key: String) -> Bool? {
        if case .scalar("true", isPlain: true) = value.content { return true }
        if case .scalar("false", isPlain: true) = value.content { return false }
        complain(value.mark, "\"\(key)\": expected true or false, found \(value.found)")
        return nil
    }

    public mutating func number(_ value: YAMLValue, _ key: String, in range: ClosedRange<Double>) -> Double? {
        if case .scalar(let text, isPlain: true) = value.content, let number = Double(text), range.contains(number) { return number }
        complain(value.mark, "\"\(key)\": expected a number from \(range.lowerBound) to \(range.upperBound), found \(value.found)")
        return nil
    }

    public mutating func whole(_ value: YAMLValue, _ key: String, in range: ClosedRange<Int>) -> Int? {
        if case .scalar(let text, isPlain: true) = value.content, let number = Int(text), range.contains(number) { return number }
        complain(value.mark, "\"\(key)\": expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(value.found)")
        return nil
    }

    /// Reads one of a few words.
    public mutating func word<Word: RawRepresentable & CaseIterable>(_ value: YAMLValue, _ key: String) -> Word? where Word.RawValue == String {
        if case .scalar(let text, _) = value.content, let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        complain(value.mark, "\"\(key)\": expected one of \(words), found \(value.found)")
        return nil
    }
}
