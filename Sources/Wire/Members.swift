import TouchCore
import Vocabulary

/// The members of a client's line that was checked against its shape. Reading a key that the shape does not have is a programming error.
package struct Members {
    let line: JSONNode
    let shape: Shape
    /// Called with each key that is read.
    let asked: (String) -> Void

    subscript(key: String) -> JSONValue? {
        reportRead(key)
        return line[key]?.value
    }

    /// Returns the member with the positions of its values in the text, for callers that check its contents.
    func node(_ key: String) -> JSONNode? {
        reportRead(key)
        return line[key]
    }

    private func reportRead(_ key: String) {
        assert(shape.key(key) != nil, "\(shape.noun) has no \"\(key)\" in the vocabulary")
        asked(key)
    }

    func strings(_ key: String) -> [String]? { self[key]?.array?.compactMap(\.string) }

    /// Returns the touch IDs of a list. A number that cannot be a touch ID becomes ID 0, which no touch ever has.
    func touches(_ key: String) -> [TouchID] { self[key]!.array!.map { TouchID($0.number.flatMap { UInt64(exactly: $0) } ?? 0) } }
}
