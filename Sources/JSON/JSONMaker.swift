/// Makes the reader's results: values (`JSONValue`), or nodes with their places in the text (`JSONNode`).
protocol JSONMaker {
    associatedtype Place
    associatedtype Value
    associatedtype Members: EmptyInitializable

    /// Returns the place of a value or key that begins at the offset. Offsets ascend from call to call.
    mutating func place(_ offset: Int, _ bytes: [UInt8]) -> Place
    func null(_ place: Place) -> Value
    func bool(_ flag: Bool, _ place: Place) -> Value
    func number(_ number: Double, text: String, _ place: Place) -> Value
    func string(_ text: String, _ place: Place) -> Value
    func array(_ items: consuming [Value], _ place: Place) -> Value
    func add(_ key: consuming String, _ place: Place, _ value: consuming Value, to members: inout Members)
    func object(_ members: consuming Members, _ place: Place) -> Value
}

/// A collection that can be created empty, for the members of an object.
protocol EmptyInitializable { init() }
extension Array: EmptyInitializable {}
extension Dictionary: EmptyInitializable {}

struct JSONValueMaker: JSONMaker {
    func place(_ offset: Int, _ bytes: [UInt8]) {}
    func null(_ place: Void) -> JSONValue { .null }
    func bool(_ flag: Bool, _ place: Void) -> JSONValue { .bool(flag) }
    func number(_ number: Double, text: String, _ place: Void) -> JSONValue { .number(number, text: text) }
    func string(_ text: String, _ place: Void) -> JSONValue { .string(text) }
    func array(_ items: consuming [JSONValue], _ place: Void) -> JSONValue { .array(items) }
    func add(_ key: consuming String, _ place: Void, _ value: consuming JSONValue, to members: inout [String: JSONValue]) { members[key] = value }
    func object(_ members: consuming [String: JSONValue], _ place: Void) -> JSONValue { .object(members) }
}
