import StrictYAML
import TouchCore

extension FilterRules {
    /// Reads the section `filters` of a panel. Nil if it enables no filter.
    init?(_ node: YAMLNode, ofPanel id: String, _ log: DiagnosticLog) {
        self.init()
        for type in FilterRules.types {
            let owner = type.noun == nil ? node : node[type.name]
            guard let owner, let values = FilterValues(type.parameters, { Self.value(of: $0, in: owner) }) else { continue }
            type.apply(values, to: &self)
            for parameter in type.parameters {
                guard let higher = parameter.notAbove, values.number(parameter.name) > values.number(higher) else { continue }
                log.error(
                    owner[parameter.name]?.mark ?? owner.mark,
                    "\(quoted(parameter.name)) of the \(type.noun ?? type.name) in panel \(quoted(id)) is above its \(quoted(higher))")
            }
        }
        if isEmpty { return nil }
    }

    private static func value(of parameter: FilterParameter, in node: YAMLNode) -> FilterValues.Value? {
        switch parameter.kind {
        case .number, .seconds, .count: node.number(parameter.name).map { .number($0) }
        case .rectangles: node[parameter.name]?.items.map { .rectangles($0.compactMap(\.rect)) }
        case .flag: node.boolean(parameter.name).map { .flag($0) }
        }
    }
}
