/// A JSON value read from a line of the protocol.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number, with its text, because an `id` is returned as it was written.
    case number(Double, text: String)
    case string(String)
    case array([JSONValue])
    /// The members. A key that occurs twice has its last value.
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

/// A syntax error, and its offset in bytes from 0.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    public let offset: Int
    public let message: String
    /// True if the text exceeds a limit of the reader. It may be valid JSON.
    public var isLimit = false
    public var description: String { "\(message) at byte \(offset)" }
}

extension JSONValue {
    /// Returns a whole number.
    public static func whole(_ number: some BinaryInteger) -> JSONValue { .number(Double(number), text: String(number)) }

    /// Returns a finite number, in the shortest form that reads back as the same value.
    public static func number(_ number: Double) -> JSONValue { .number(number, text: String(number)) }

    /// Writes the value as JSON text, with members in the order of their keys.
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
