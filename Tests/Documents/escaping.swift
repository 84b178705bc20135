// Tests/Documents/escaping adds this file to each module: the compiler prefers these declarations to Swift's if the receiver is a String, a Substring
// or a Character, and so reports where they are used. Nothing is built from it.

extension StringProtocol {
    @available(*, deprecated, message: "looks at Characters")
    func contains(_ element: Character) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func contains(_ other: some StringProtocol) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func contains(where predicate: (Character) throws -> Bool) rethrows -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func allSatisfy(_ predicate: (Character) throws -> Bool) rethrows -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func map<T>(_ transform: (Character) throws -> T) rethrows -> [T] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func compactMap<T>(_ transform: (Character) throws -> T?) rethrows -> [T] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func flatMap<S: Sequence>(_ transform: (Character) throws -> S) rethrows -> [S.Element] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func filter(_ isIncluded: (Character) throws -> Bool) rethrows -> String { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func reduce<R>(_ initial: R, _ next: (R, Character) throws -> R) rethrows -> R { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func reduce<R>(into initial: R, _ update: (inout R, Character) throws -> Void) rethrows -> R { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func forEach(_ body: (Character) throws -> Void) rethrows { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func split(separator: Character, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true) -> [SubSequence] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func split(separator: some StringProtocol, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true) -> [SubSequence] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func split(maxSplits: Int = .max, omittingEmptySubsequences: Bool = true, whereSeparator isSeparator: (Character) throws -> Bool) rethrows
        -> [SubSequence]
    { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func replacing(_ other: some StringProtocol, with replacement: some StringProtocol) -> String { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func replacing(_ other: some StringProtocol, with replacement: some StringProtocol, maxReplacements: Int) -> String { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func replacingOccurrences(of other: some StringProtocol, with replacement: some StringProtocol) -> String { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func components(separatedBy separator: some StringProtocol) -> [String] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func ranges(of other: some StringProtocol) -> [Range<Index>] { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func firstRange(of other: some StringProtocol) -> Range<Index>? { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func trimmingPrefix(_ prefix: some StringProtocol) -> SubSequence { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func trimmingPrefix(while predicate: (Character) throws -> Bool) rethrows -> SubSequence { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func first(where predicate: (Character) throws -> Bool) rethrows -> Character? { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func firstIndex(of element: Character) -> Index? { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func firstIndex(where predicate: (Character) throws -> Bool) rethrows -> Index? { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func lastIndex(of element: Character) -> Index? { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func lastIndex(where predicate: (Character) throws -> Bool) rethrows -> Index? { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func prefix(while predicate: (Character) throws -> Bool) rethrows -> SubSequence { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func drop(while predicate: (Character) throws -> Bool) rethrows -> SubSequence { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func hasPrefix(_ prefix: some StringProtocol) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func hasSuffix(_ suffix: some StringProtocol) -> Bool { fatalError() }
}

extension String {
    // Swift declares these for this type itself, and prefers them to those of a protocol.
    @available(*, deprecated, message: "looks at Characters")
    func hasPrefix(_ prefix: String) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func hasSuffix(_ suffix: String) -> Bool { fatalError() }
}

extension Substring {
    // Swift declares these for this type itself, and prefers them to those of a protocol.
    @available(*, deprecated, message: "looks at Characters")
    func hasPrefix(_ prefix: String) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    func hasSuffix(_ suffix: String) -> Bool { fatalError() }
}

extension Character {
    // A loop over a text, a `switch`, and closures of any function.
    @available(*, deprecated, message: "looks at Characters")
    static func == (a: Character, b: Character) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    static func != (a: Character, b: Character) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    static func ~= (a: Character, b: Character) -> Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    var isNewline: Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    var isWhitespace: Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    var isLetter: Bool { fatalError() }
    @available(*, deprecated, message: "looks at Characters")
    var isNumber: Bool { fatalError() }
}
