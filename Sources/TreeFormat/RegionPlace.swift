import TouchCore

/// Which field of a region a key's value is, for keys that are nothing else.
package enum RegionPlace: Sendable {
    case boolean(WritableKeyPath<RegionSpec, Bool> & Sendable)
    case number(WritableKeyPath<RegionSpec, Double> & Sendable)
    case insets(WritableKeyPath<RegionSpec, Insets> & Sendable)
    /// A number that can be taken away.
    case optionalNumber(WritableKeyPath<RegionSpec, Double?> & Sendable)
    /// A time that can be taken away, in µs.
    case seconds(WritableKeyPath<RegionSpec, Int64?> & Sendable)
    /// One of the key's words; nil: it is taken away.
    case word(@Sendable (inout RegionSpec, String?) -> Void)
}
