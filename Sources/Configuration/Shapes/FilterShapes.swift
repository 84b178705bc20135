import TouchCore
import Vocabulary

/// The noise filters' part of the format, made from the filters' own declarations (`FilterRules.types`).
extension Shapes {
    static let filters = Shape(
        "filters section", unnamed: "the filters section", "Filters against a panel's noise. A filter that is absent is off.",
        keys: FilterRules.types.map { Key($0.name, valueType($0), $0.documentation) })

    private static func valueType(_ type: FilterType) -> ValueType {
        guard let noun = type.noun else { return valueType(type.parameters[0].kind) }
        let keys = type.parameters.map { Key($0.name, valueType($0.kind), required: true, $0.documentation) }
        return .members(Shape(noun, unnamed: "the \(noun)", type.documentation, keys: keys))
    }

    private static func valueType(_ kind: FilterParameter.Kind) -> ValueType {
        switch kind {
        case .number(let isZeroAllowed, let most):
            .number(
                NumberRange(
                    minimum: isZeroAllowed ? 0 : nil, exclusiveMinimum: isZeroAllowed ? nil : 0, maximum: most.isFinite ? most : nil))
        case .seconds: .number(.positive)
        case .count: .number(.whole(from: 1))
        case .rectangles: .list(.vector(solidRectangle), isEmptyAllowed: true)
        case .flag: .boolean
        }
    }

    /// The components of a rectangle that is not empty.
    static let solidRectangle = [Component("x"), Component("y"), Component("width", .positive), Component("height", .positive)]
}
