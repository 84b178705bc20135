/// A noise filter as the configuration describes it: its name, its parameters, and their effect on the rules.
///
/// A new filter needs a file with its type and its code, a field and a list entry in `FilterRules`, and a call where it acts: `ContactFilter`,
/// `FilteredFinger` or `FilteredFinger.Hold`. The format, its schema, its checks and its decoding are derived from the type.
public struct FilterType: Sendable {
    /// The key in the configuration.
    public let name: String
    /// The effect of the filter, in one line.
    public let documentation: String
    /// The filter's name in messages about its object of parameters. Nil if the configuration gives a single value instead of an object. The only
    /// parameter then has the same name as the filter.
    public let noun: String?
    /// The parameters. All of them are required.
    public let parameters: [FilterParameter]
    private let set: @Sendable (FilterValues, inout FilterRules) -> Void

    init(
        _ name: String, _ noun: String, _ documentation: String, _ parameters: [FilterParameter],
        set: @escaping @Sendable (FilterValues, inout FilterRules) -> Void
    ) {
        (self.name, self.noun, self.documentation, self.parameters, self.set) = (name, noun, documentation, parameters, set)
    }

    /// Creates a filter that is written as a single value.
    init(
        _ name: String, _ kind: FilterParameter.Kind, _ documentation: String,
        set: @escaping @Sendable (FilterValues, inout FilterRules) -> Void
    ) {
        (self.name, noun, self.documentation, self.set) = (name, nil, documentation, set)
        parameters = [FilterParameter(name, kind, documentation)]
    }

    /// Enables the filter in the rules.
    public func apply(_ values: FilterValues, to rules: inout FilterRules) { set(values, &rules) }
}

/// A parameter of a filter.
public struct FilterParameter: Sendable {
    public enum Kind: Sendable {
        /// A number that is not negative; greater than 0 unless 0 is allowed.
        case number(isZeroAllowed: Bool, most: Double = .infinity)
        /// A time in seconds, greater than 0.
        case seconds
        /// A whole number, at least 1.
        case count
        /// Rectangles of the screen, in points.
        case rectangles
        case flag
    }

    public let name: String
    public let kind: Kind
    /// The name of a parameter of the same filter that this one must not exceed.
    public let notAbove: String?
    /// The meaning, in one line.
    public let documentation: String

    init(_ name: String, _ kind: Kind, notAbove: String? = nil, _ documentation: String) {
        (self.name, self.kind, self.notAbove, self.documentation) = (name, kind, notAbove, documentation)
    }
}

/// The configured values of a filter: one for each parameter, of the parameter's kind.
public struct FilterValues: Sendable {
    public enum Value: Sendable {
        case number(Double)
        case flag(Bool)
        case rectangles([Rect])
    }

    private var values: [String: Value] = [:]

    /// Returns nil if a parameter has no value.
    ///
    /// - Parameter value: returns the value of a parameter; nil if it is missing or invalid.
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
