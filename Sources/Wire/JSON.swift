// Modules that read lines of the protocol also need the JSON values.
@_exported import JSON

/// Values in a line from touchd, for readers that replace a missing or invalid value.
extension JSONValue {
    /// The string or the number at a key, as text. Returns an empty text if there is neither.
    package func text(_ key: String) -> String { self[key]?.string ?? self[key]?.numberText ?? "" }

    /// The whole number at a key. Returns 0 if there is none.
    package func whole(_ key: String) -> Int64 { self[key]?.wholeNumber ?? 0 }

    /// The number, rounded. Returns 0 for other values and for numbers beyond 64 bits.
    package var wholeNumber: Int64 { number.flatMap { Int64(exactly: $0.rounded()) } ?? 0 }
}
