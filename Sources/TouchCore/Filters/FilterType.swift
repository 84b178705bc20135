/// A noise filter as the configuration has it: its name, what can be set of it, and what that makes of the rules.
///
/// A new filter is a file that declares its type and has what it does, a field and a place in the list in `FilterRules`, and the place
/// where it acts: `ContactFilter`, `FilteredFinger` or `FilteredFinger.Hold`. The format, its schema, its checks and its decoding are read
/// off the type.
public struct FilterType: Sendable {
    /// As the configuration calls it.
    public let name: String
    /// What it does, in one line.
    public let documentation: String
    /// What messages call the object with its parameters; nil: it has one parameter, of its own name, and is that one's value.
    public let noun: String?
    /// All of them are to be given.
    public let parameters: [FilterParameter]
    private let set: @Sendable (FilterValues, inout FilterRules) -> Void

    init(
        _ name: String, _ noun: String, _ documentation: String, _ parameters: [FilterParameter],
        set: @escaping @Sendable (FilterValues, inout FilterRules) -> Void
    ) {
        (self.name, self.noun, self.documentation, self.parameters, self.set) = (name, noun, documentation, parameters, set)
    }

    /// A filter that is one value.
    init(
        _ name: String, _ kind: FilterParameter.Kind, _ documentation: String,
        set: @escaping @Sendable (FilterValues, inout FilterRules) -> Void
    ) {
        (self.name, noun, self.documentation, self.set) = (name, nil, documentation, set)
        parameters = [FilterParameter(name, kind, documentation)]
    }

    /// Asks the rules for the filter.
    public func apply(_ values: FilterValues, to rules: inout FilterRules) { set(values, &rules) }
}

/// Something that is set of a filter.
public struct FilterParameter: Sendable {
    public enum Kind: Sendable {
        /// Not negative; more than 0 unless 0 is allowed.
        case number(isZeroAllowed: Bool, most: Double = .infinity)
        /// More than 0.
        case seconds
        /// A whole number from 1.
        case count
        /// Of the screen, in points.
        case rectangles
        case flag
    }

    public let name: String
    public let kind: Kind
    /// The name of a parameter of the same filter that this one must not be above.
    public let notAbove: String?
    /// Meaning, in one line.
    public let documentation: String

    init(_ name: String, _ kind: Kind, notAbove: String? = nil, _ documentation: String) {
        (self.name, self.kind, self.notAbove, self.documentation) = (name, kind, notAbove, documentation)
    }
}

/// What a configuration has set of a filter: a value for each parameter, of its kind.
public struct FilterValues: Sendable {
    public enum Value: Sendable {
        case number(Double)
        case flag(Bool)
        case rectangles([Rect])
    }

    private var values: [String: Value] = [:]

    /// Nil when a parameter has no value.
    ///
    /// - Parameter value: a parameter's; nil where none is given, or none that is right.
    public init?(_ parameters: [FilterParameter], _ value: (FilterParameter) -> Value?) {
        for parameter in parameters {
            guard let value = value(parameter) else { return nil }
            values[parameter.name] = value
        }
    }

    public func number(_ name: String) -> Double {
        if case .number(let number)? = values[name] { number } else { 0 }
    }

    func microseconds(_ name: String) -> Int64 { Int64(microsecondsOf: number(name)) }

    func count(_ name: String) -> Int { Int(clamping: min(max(number(name), 1), 1e6)) }

    func flag(_ name: String) -> Bool {
        if case .flag(let flag)? = values[name] { flag } else { false }
    }

    func rectangles(_ name: String) -> [Rect] {
        if case .rectangles(let rectangles)? = values[name] { rectangles } else { [] }
    }
}
