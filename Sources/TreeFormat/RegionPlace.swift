import TouchCore

/// The field of a region that a key's value goes to, for keys that only set a field.
package enum RegionPlace: Sendable {
    case boolean(WritableKeyPath<RegionSpec, Bool> & Sendable)
    case number(WritableKeyPath<RegionSpec, Double> & Sendable)
    case insets(WritableKeyPath<RegionSpec, Insets> & Sendable)
    /// A number that can be removed.
    case optionalNumber(WritableKeyPath<RegionSpec, Double?> & Sendable)
    /// A time in µs that can be removed.
    case seconds(WritableKeyPath<RegionSpec, Int64?> & Sendable)
    /// A word from the list that the key allows; nil removes the value.
    case word(@Sendable (inout RegionSpec, String?) -> Void)
}
