import StrictYAML

/// References by ID from other parts of the file, to regions or to gestures. They are collected while decoding and resolved at the end, because a
/// reference may precede its definition. O(IDs + references).
struct References {
    private struct Definition {
        var mark: Mark
        var screen: Int
        /// False for controllers and interceptors. Their IDs must differ from those of regions.
        var isRegion: Bool
    }

    private struct Reference {
        var name: String
        var mark: Mark
        /// The place for messages, made only if there is an error.
        var place: () -> String
        /// The screen that must have a region of this name; nil if a region of any screen will do, or a controller or an interceptor.
        var screen: Int?
    }

    /// The maximum number of suggestions per file, because each one compares a name with every ID.
    private static let suggestionsMax = 20

    /// The kind of the named things, for messages.
    private let noun: String
    /// The scope in which the IDs are unique.
    private let scope: String
    /// The maximum number of definitions.
    private let most: Int
    private var definitions: [String: Definition] = [:]
    private var references: [Reference] = []

    /// True if there are more definitions than the maximum.
    private(set) var isFull = false

    init(noun: String, scope: String = "file", most: Int = .max) {
        self.noun = noun
        self.most = most
        self.scope = scope
    }

    /// Adds a definition. Logs an ID that is already in use.
    mutating func define(_ id: String, _ mark: Mark, screen: Int, isRegion: Bool = true, log: DiagnosticLog) {
        if let first = definitions[id] {
            log.error(
                mark,
                "\(noun) id \(quoted(id)) is already used on line \(first.mark.line); ids are unique in the whole \(scope)")
        } else if definitions.count >= most {
            if !isFull { log.error(mark, "this is \(noun) number \(most + 1) of the \(scope), and the limit is \(most)") }
            isFull = true
        } else {
            definitions[id] = Definition(mark: mark, screen: screen, isRegion: isRegion)
        }
    }

    /// Makes the ID free again.
    mutating func forget(_ id: String) { definitions[id] = nil }

    mutating func refer(to name: String, _ mark: Mark, place: @escaping @autoclosure () -> String, screen: Int? = nil) {
        references.append(Reference(name: name, mark: mark, place: place, screen: screen))
    }

    func resolve(log: DiagnosticLog) {
        var suggestions = 0
        lazy var known = definitions.keys.sorted()
        func suffix(_ name: String) -> String {
            suggestions += 1
            return suggestions <= Self.suggestionsMax ? suggestionSuffix(for: name, among: known) : ""
        }
        for reference in references {
            guard let definition = definitions[reference.name] else {
                log.error(
                    reference.mark, "\(reference.place()): there is no \(noun) \(quoted(reference.name))\(suffix(reference.name))")
                continue
            }
            if reference.screen != nil, !definition.isRegion {
                log.error(reference.mark, "\(reference.place()): \(quoted(reference.name)) is not a region (line \(definition.mark.line))")
            } else if let screen = reference.screen, screen != definition.screen {
                log.error(
                    reference.mark,
                    "\(reference.place()): \(noun) \(quoted(reference.name)) is on another screen (line \(definition.mark.line))"
                )
            }
        }
    }
}
