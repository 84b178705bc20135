import TouchCore
import Vocabulary

/// The members of a client's line that was checked against its shape. To read a key that the shape does not have is a mistake.
package struct Members {
    let line: JSONNode
    let shape: Shape
    /// Is told of each key that is read.
    let asked: (String) -> Void

    subscript(key: String) -> JSONValue? {
        note(key)
        return line[key]?.value
    }

    /// The member with the places of its values, for who checks what is in it.
    func node(_ key: String) -> JSONNode? {
        note(key)
        return line[key]
    }

    private func note(_ key: String) {
        assert(shape.key(key) != nil, "\(shape.noun) has no \"\(key)\" in the vocabulary")
        asked(key)
    }

    func strings(_ key: String) -> [String]? { self[key]?.array?.compactMap(\.string) }

    /// What is no touch's id stands for one that never was.
    func touches(_ key: String) -> [TouchID] { self[key]!.array!.map { TouchID($0.number.flatMap { UInt64(exactly: $0) } ?? 0) } }
}
