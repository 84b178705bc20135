import Text

/// A JSON value with its place in the text, and with an object's members in the order of the text. For readers whose errors name a place.
public struct JSONNode: Sendable {
    public enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Double, text: String)
        case string(String)
        case array([JSONNode])
        /// The members in the order of the text. A key may occur twice.
        case object([Member])
    }

    public struct Member: Sendable {
        public let key: String
        /// The place of the key.
        public let mark: Mark
        public let value: JSONNode
    }

    /// The place of the value's first character.
    public let mark: Mark
    public let content: Content

    /// Returns the member of an object with this key. If the key occurs twice, the last one counts.
    public subscript(key: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        for index in members.indices.reversed() where members[index].key == key { return members[index].value }
        return nil
    }

    /// The value without places.
    public var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let number, let text): .number(number, text: text)
        case .string(let text): .string(text)
        case .array(let items): .array(items.map(\.value))
        case .object(let members): .object(Dictionary(members.map { ($0.key, $0.value.value) }) { _, last in last })
        }
    }
}

/// Makes nodes. Because values come in the order of the text, each mark is counted from the one before.
struct JSONNodeMaker: JSONMaker {
    private var mark = Mark.start
    /// The offset of `mark`.
    private var marked: Int

    init(from start: Int) { marked = start }

    mutating func place(_ offset: Int, _ bytes: [UInt8]) -> Mark {
        mark.advance(over: bytes[marked..<offset])
        marked = offset
        return mark
    }

    func null(_ mark: Mark) -> JSONNode { JSONNode(mark: mark, content: .null) }
    func bool(_ flag: Bool, _ mark: Mark) -> JSONNode { JSONNode(mark: mark, content: .bool(flag)) }
    func number(_ number: Double, text: String, _ mark: Mark) -> JSONNode { JSONNode(mark: mark, content: .number(number, text: text)) }
    func string(_ text: String, _ mark: Mark) -> JSONNode { JSONNode(mark: mark, content: .string(text)) }
    func array(_ items: consuming [JSONNode], _ mark: Mark) -> JSONNode { JSONNode(mark: mark, content: .array(items)) }

    func add(_ key: consuming String, _ mark: Mark, _ value: consuming JSONNode, to members: inout [JSONNode.Member]) {
        // Most objects have a few members. Without this, the array would be allocated for one, then for two, then for four.
        if members.isEmpty { members.reserveCapacity(4) }
        members.append(JSONNode.Member(key: key, mark: mark, value: value))
    }
    func object(_ members: consuming [JSONNode.Member], _ mark: Mark) -> JSONNode { JSONNode(mark: mark, content: .object(members)) }
}
