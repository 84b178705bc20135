/// A JSON value read from a line of the protocol.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The text as it stood: an id goes back as it came.
    case number(Double, text: String)
    case string(String)
    case array([JSONValue])
    /// A key that comes twice has its last value.
    case object([String: JSONValue])

    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var number: Double? { if case .number(let value, _) = self { value } else { nil } }
    public var numberText: String? { if case .number(_, let text) = self { text } else { nil } }
    public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

/// What is wrong with a line, and where (bytes from 0).
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    public let offset: Int
    public let message: String
    public var description: String { "\(message) at byte \(offset)" }
}

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
