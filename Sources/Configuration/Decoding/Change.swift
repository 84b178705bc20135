import TouchCore

/// The effect of a property and its value on a region or gesture. Errors in the value are logged when the change is made, not when it is applied.
package typealias Change<Whole> = @Sendable (inout Whole) -> Void

/// Returns a change that sets a property.
///
/// - Returns: nil without a value.
func setting<Whole, Value: Sendable>(
    _ path: WritableKeyPath<Whole, Value> & Sendable, _ value: Value?
) -> Change<Whole>? {
    guard let value else { return nil }
    return { $0[keyPath: path] = value }
}

/// Returns a change that calls `body` with the value.
///
/// - Returns: nil without a value.
func changing<Whole, Value: Sendable>(
    _ value: Value?, _ body: @escaping @Sendable (inout Whole, Value) -> Void
) -> Change<Whole>? {
    guard let value else { return nil }
    return { body(&$0, value) }
}
