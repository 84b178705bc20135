import TreeFormat
import Vocabulary

/// A message of the protocol: one line of a client or of the server.
package struct WireMessage: Sendable {
    package enum Side: String, Sendable { case client, server }

    package let type: String
    package let side: Side
    /// The keys besides `type`, which every message has. The shape's `documentation` states the meaning of a server's message, or the answer to a
    /// client's message.
    package let shape: Shape
    /// The answer to a client's message.
    package let answer: String
    /// The permission that a client's message needs.
    package let requirement: Requirement
    /// True if a client's message changes nothing and only gets an answer.
    let isQuery: Bool
    /// The keys of the reply to a client's message, besides those of every reply.
    let reply: [Key]
    /// Makes the request from a client's line that fits the shape.
    let decode: @Sendable (Members) throws(RequestError) -> Request.Body

    /// Makes a message of clients.
    init(
        request type: String, needs requirement: Requirement = .nothing, isQuery: Bool = false, answer: String, reply: [Key] = [], _ keys: Key...,
        decode: @escaping @Sendable (Members) throws(RequestError) -> Request.Body
    ) {
        self.type = type
        side = .client
        shape = Shape(type, unnamed: "\"\(type)\"", answer, keys: keys)
        self.answer = answer
        self.requirement = requirement
        self.isQuery = isQuery
        self.reply = reply
        self.decode = decode
    }

    /// Makes a message of the server.
    init(_ type: String, _ meaning: String, _ keys: Key...) { self.init(type, meaning, keys) }

    init(_ type: String, _ meaning: String, forms: [Form] = [], _ keys: [Key]) {
        self.type = type
        side = .server
        shape = Shape(type, unnamed: "\"\(type)\"", meaning, forms: forms, keys: keys)
        answer = ""
        requirement = .nothing
        isQuery = false
        reply = []
        decode = { _ in .unknown }
    }
}

/// The protocol: every message and every key. The reader checks lines against it, the published JSON Schema and the tables of docs/protocol.md are
/// generated from it, and tests check all lines of the server against it.
package enum WireShapes {
    /// The messages of both sides, in the order of the documentation.
    package static let messages = requests + lines

    static let requestsByType = Dictionary(uniqueKeysWithValues: requests.map { ($0.type, $0) })
    static let linesByType = Dictionary(uniqueKeysWithValues: lines.map { ($0.type, $0) })

    /// The objects in messages. For the tree, these are the objects in edits.
    package static let format = Format(objects, parts: TreeShapes.edits)

    // Types and keys that several messages share.
    static let id = ValueType.either([.string(.any), .number(.any), .null])
    static let requestID = Key("id", id, "A string or a number; the answer repeats it as it was written.")
    static let strings = ValueType.list(.string(.any), isEmptyAllowed: true)
    static let someStrings = ValueType.list(.string(.any), isEmptyAllowed: false)
    static let count = ValueType.number(.whole(from: 0))
    static let integer = ValueType.number(NumberRange(isWhole: true))
    static let point = ValueType.vector([Component("x"), Component("y")])
    static let touchIDs = ValueType.list(count, isEmptyAllowed: true)
    static let someTouchIDs = ValueType.list(count, isEmptyAllowed: false)

    static let seq = Key("seq", .number(.whole(from: 1)), required: true, "The line's number on this connection, from 1 and without gaps.")
    static let generation = Key("generation", count, required: true, "The tree's generation; rises with each change.")
    static let time = Key("time", integer, required: true, "Event time in µs: the kernel's CLOCK_MONOTONIC.")
    static let panels = Key("panels", .list(.object(.wirePanel), isEmptyAllowed: true), required: true, "The panels in use.")
    static let screens = Key("screens", .list(.object(.wireScreen), isEmptyAllowed: true), required: true, "The screens and their states.")
    /// The keys of a line about one screen, and of each screen in a list.
    static let screenState = [
        Key("screen", .string(.any), required: true, "The screen's id."),
        Key("display", .word(["on", "off", "unknown"]), required: true, "The state of the display under the glass, as far as touchd knows it."),
        Key("activity", .word(["active", "idle"]), required: true, "idle: nobody has touched the screen for the time of a threshold."),
        Key("idle", .orNull(.number(.any)), required: true, "The threshold that has passed, in seconds; null while active."),
        Key("mode", .word(["normal", "cleaning", "locked"]), required: true, "cleaning, locked: no touch reaches anybody."),
        Key("lastTouch", .orNull(integer), required: true, "Event time of the last touch in µs; null: nobody has touched yet."),
    ]
    static let regions = Key(
        "regions", .list(.object(.wireRegion), isEmptyAllowed: true), required: true, "The regions that the subscriptions match.")
}
