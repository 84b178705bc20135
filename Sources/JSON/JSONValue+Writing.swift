extension JSONValue {
    /// A whole number.
    public static func whole(_ number: some BinaryInteger) -> JSONValue { .number(Double(number), text: String(number)) }

    /// A finite number, in the shortest form that reads as the same.
    public static func number(_ number: Double) -> JSONValue { .number(number, text: String(number)) }

    /// As JSON text, members in the order of their keys.
    public func write(into bytes: inout [UInt8]) {
        var writer = JSONWriter(capacity: 256)
        writer.value(self)
        writer.withBytes { bytes += $0 }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .whole(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { _, last in last }) }
}
