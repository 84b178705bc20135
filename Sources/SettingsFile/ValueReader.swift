import Text

/// Reads the values of a settings file. It collects mistakes, so that a person sees all of them at once.
public struct ValueReader: Sendable {
    public private(set) var mistakes: [Mistake] = []

    public init() {}

    public mutating func addMistake(_ mark: Mark, _ message: String) { mistakes.append(Mistake(mark: mark, message: message)) }

    /// Returns the entries of a mapping that have known keys. Every other key is a mistake.
    ///
    /// - Parameters:
    ///   - noun: the name of the mapping in messages, such as `the file` or `"limits"`.
    ///   - keys: the keys that such a mapping may have.
    public mutating func entries<Key: RawRepresentable & CaseIterable>(
        _ value: YAMLValue, _ noun: String, _ keys: Key.Type
    ) -> [(key: Key, value: YAMLValue)] where Key.RawValue == String {
        guard case .mapping(let entries) = value.content else {
            addMistake(value.mark, "\(noun): expected keys, found \(value.found)")
            return []
        }
        return entries.compactMap { entry in
            if let key = Key(rawValue: entry.key) { return (key, entry.value) }
            let hint = suggestion(for: entry.key, among: Key.allCases.map(\.rawValue)).map { "; did you mean \"\($0)\"?" } ?? ""
            addMistake(entry.mark, "unknown key \"\(printable(entry.key, atMost: 60))\" in \(noun)\(hint)")
            return nil
        }
    }

    public mutating func items(_ value: YAMLValue, _ key: String) -> [YAMLValue] {
        if case .list(let items) = value.content { return items }
        addMistake(value.mark, "\"\(key)\": expected a list, found \(value.found)")
        return []
    }

    /// Reads a text that is printable and not empty.
    public mutating func text(_ value: YAMLValue, _ key: String) -> String? {
        if case .scalar(let text, _) = value.content, !text.isEmpty, !text.unicodeScalars.contains(where: { !$0.isPrintable }) { return text }
        addMistake(value.mark, "\"\(key)\": expected text, found \(value.found)")
        return nil
    }

    public mutating func texts(_ value: YAMLValue, _ key: String) -> [(mark: Mark, text: String)] {
        items(value, key).compactMap { item in text(item, key).map { (item.mark, $0) } }
    }

    public mutating func path(_ value: YAMLValue, _ key: String) -> String? {
        guard let path = text(value, key) else { return nil }
        if path.begins(with: "/") { return path }
        addMistake(value.mark, "\"\(key)\": expected an absolute path, found \(value.found)")
        return nil
    }

    public mutating func flag(_ value: YAMLValue, _ key: String) -> Bool? {
        if case .scalar("true", isPlain: true) = value.content { return true }
        if case .scalar("false", isPlain: true) = value.content { return false }
        addMistake(value.mark, "\"\(key)\": expected true or false, found \(value.found)")
        return nil
    }

    public mutating func number(_ value: YAMLValue, _ key: String, in range: ClosedRange<Double>) -> Double? {
        if case .scalar(let text, isPlain: true) = value.content, let number = Double(text), range.contains(number) { return number }
        addMistake(value.mark, "\"\(key)\": expected a number from \(range.lowerBound) to \(range.upperBound), found \(value.found)")
        return nil
    }

    public mutating func whole(_ value: YAMLValue, _ key: String, in range: ClosedRange<Int>) -> Int? {
        if case .scalar(let text, isPlain: true) = value.content, let number = Int(text), range.contains(number) { return number }
        addMistake(value.mark, "\"\(key)\": expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(value.found)")
        return nil
    }

    /// Reads a word: one of the cases of `Word`.
    public mutating func word<Word: RawRepresentable & CaseIterable>(_ value: YAMLValue, _ key: String) -> Word? where Word.RawValue == String {
        if case .scalar(let text, _) = value.content, let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        addMistake(value.mark, "\"\(key)\": expected one of \(words), found \(value.found)")
        return nil
    }
}
