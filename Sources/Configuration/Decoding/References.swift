/// Ids that other parts of the file name: regions, gestures. Collected while decoding, resolved at the end, since a
/// name may come before what it names. O(ids + references).
struct References {
    private struct Definition {
        var mark: Mark
        var screen: Int
        /// Not a controller or an interceptor, which have ids of the same kind.
        var isRegion: Bool
    }

    private struct Reference {
        var name: String
        var mark: Mark
        /// What messages call the place; made only when there is something to say.
        var place: () -> String
        /// The screen that must hold the region that is named; nil: any, and it need not be a region.
        var screen: Int?
    }

    /// Suggestions compare a name with every id, so only so many are made in a file.
    private static let suggestionsMax = 20

    /// The kind of thing that is named, for messages.
    private let noun: String
    /// The scope in which its ids are unique.
    private let scope: String
    /// How many there may be.
    private let most: Int
    private var definitions: [String: Definition] = [:]
    private var references: [Reference] = []

    /// Whether there are more.
    private(set) var isFull = false

    init(noun: String, scope: String = "file", most: Int = .max) {
        self.noun = noun
        self.most = most
        self.scope = scope
    }

    /// Logs an id that is already taken.
    mutating func define(_ id: String, _ mark: Mark, screen: Int, isRegion: Bool = true, log: DiagnosticLog) {
        if let first = definitions[id] {
            log.error(
                mark,
                "\(noun) id \(quoted(id)) is already used on line \(first.mark.line); ids are unique in the whole \(scope)")
        } else if definitions.count >= most {
            if !isFull { log.error(mark, "this is \(noun) number \(most + 1) of the \(scope), and \(most) are the limit") }
            isFull = true
        } else {
            definitions[id] = Definition(mark: mark, screen: screen, isRegion: isRegion)
        }
    }

    /// The id may be taken again.
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
