import TouchCore

/// What a property with its value makes of something. What is wrong with the value is said when the change is made, not when it is
/// applied.
package typealias Change<Whole> = @Sendable (inout Whole) -> Void

/// - Returns: nil without a value.
func setting<Whole, Value: Sendable>(
    _ path: WritableKeyPath<Whole, Value> & Sendable, _ value: Value?
) -> Change<Whole>? {
    guard let value else { return nil }
    return { $0[keyPath: path] = value }
}

/// - Returns: nil without a value.
func changing<Whole, Value: Sendable>(
    _ value: Value?, _ body: @escaping @Sendable (inout Whole, Value) -> Void
) -> Change<Whole>? {
    guard let value else { return nil }
    return { body(&$0, value) }
}
