/// Writes JSON into memory that is reused, so nothing is allocated once it has grown to the longest line. All JSON is written here: the lines of
/// touchd and of its clients, schemas, and output for other programs.
///
/// It owns raw memory instead of an array, because this is the hottest code: an append is a store and an addition, without a uniqueness check. Every
/// write first announces its maximum length, and room is made for it; a longer write stops the process (`write(atMost:)`). Commas are added where
/// needed. Apart from that, the calls are not checked.
public struct JSONWriter: ~Copyable {
    // Private in effect. `@usableFromInline` is for functions that are inlined into another module, where frames are encoded.
    @usableFromInline var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    /// The start of the text, which goes up to `end`. The bytes below it are room for `prepend`.
    @usableFromInline var start = headroom
    @usableFromInline var end = headroom
    @usableFromInline var needsComma = false
    @usableFromInline let digits = DecimalDigits.table

    @usableFromInline static let headroom = 64

    public init(capacity: Int = 4096) {
        self.capacity = Self.headroom + capacity
        memory = .allocate(capacity: self.capacity)
    }

    deinit { memory.deallocate() }

    @inlinable
    public var count: Int { end - start }

    /// Calls `body` with the written bytes, which are valid only during the call.
    @inlinable
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: memory + start, count: count))
    }

    /// A copy of the written bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// The written bytes as a string.
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    @inlinable
    public mutating func removeAll() {
        start = Self.headroom
        end = Self.headroom
        needsComma = false
    }

    // MARK: Memory

    /// Makes room for this many bytes, and lets `body` write them without further checks.
    @inlinable @inline(__always)
    public mutating func write(atMost most: Int, _ body: (inout JSONCursor) -> Void) {
        if end + most + JSONCursor.overrun > capacity { grow(to: end + most + JSONCursor.overrun) }
        var cursor = JSONCursor(at: memory + end, digits)
        body(&cursor)
        let written = cursor.at - (memory + end)
        assert(written <= most, "\(written) bytes were written where \(most) were announced")
        end += written
        precondition(end <= capacity, "JSON was written beyond its memory")
    }

    @usableFromInline @inline(never)
    mutating func grow(to least: Int) {
        move(to: max(least, 2 * capacity))
    }

    /// Makes room for this many additional bytes.
    public mutating func reserve(_ bytes: Int) {
        if end + bytes + JSONCursor.overrun > capacity { move(to: end + bytes + JSONCursor.overrun) }
    }

    /// Frees the unused memory. For a writer that is not expected to get more text.
    public mutating func shrink() {
        let least = end + JSONCursor.overrun
        if least < capacity { move(to: least) }
    }

    private mutating func move(to size: Int) {
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        new.update(from: memory, count: end)
        memory.deallocate()
        memory = new
        capacity = size
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    private mutating func open(_ byte: UInt8) {
        value(atMost: 1) { $0.byte(byte) }
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        write(atMost: 1) { $0.byte(byte) }
        needsComma = true
    }

    /// Writes a key of the protocol: plain ASCII with nothing to escape.
    @inlinable
    public mutating func key(_ key: StaticString) {
        value(atMost: 3 + key.utf8CodeUnitCount) {
            $0.text("\"")
            $0.text(key)
            $0.text("\":")
        }
        needsComma = false
    }

    /// Writes a key that is not a literal.
    public mutating func key(name: String) {
        string(name)
        raw(":")
    }

    /// Writes text of the protocol without escaping: several tokens at once, with their commas.
    @inlinable
    public mutating func raw(_ text: StaticString) {
        write(atMost: text.utf8CodeUnitCount) { $0.text(text) }
        needsComma = false
    }

    /// Puts `text` and then `number` in front of everything written, in place of an earlier `prepend`. `text` has at most 43 bytes.
    public mutating func prepend(_ text: StaticString, _ number: UInt64) {
        precondition(1 + text.utf8CodeUnitCount + 20 <= Self.headroom)
        let first = JSONCursor.write(number, before: memory + Self.headroom, digits) - text.utf8CodeUnitCount
        UnsafeMutableRawPointer(first).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        start = first - memory
    }

    /// Writes the end of a line of the protocol.
    public mutating func endLine() { raw("\n") }

    // MARK: Values

    /// Writes an element of a list or the value of a key, with the comma before it.
    @inlinable @inline(__always)
    mutating func value(atMost most: Int, _ body: (inout JSONCursor) -> Void) {
        let comma = needsComma
        write(atMost: 1 + most) {
            if comma { $0.text(",") }
            body(&$0)
        }
        needsComma = true
    }

    /// Writes a value that is already encoded.
    public mutating func value(copied bytes: UnsafeBufferPointer<UInt8>) { value(atMost: bytes.count) { $0.bytes(bytes) } }

    /// Begins a value that is not in the same list as the previous value, so that no comma separates them.
    public mutating func beginSeparateValue() { needsComma = false }

    public mutating func null() { value(atMost: 4) { $0.text("null") } }
    public mutating func bool(_ flag: Bool) { value(atMost: 5) { $0.text(flag ? "true" : "false") } }

    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            value(atMost: 2 + 6 * utf8.count) { cursor in  // six for the longest escape
                cursor.text("\"")
                for byte in utf8 {
                    if byte >= 0x20 && byte != 0x22 && byte != 0x5c { cursor.byte(byte) } else { Self.escape(byte, &cursor) }
                }
                cursor.text("\"")
            }
        }
    }

    /// Writes an escape: one of the common short forms of RFC 8259, or else four hexadecimal digits.
    private static func escape(_ byte: UInt8, _ cursor: inout JSONCursor) {
        switch byte {
        case 0x22: cursor.text("\\\"")
        case 0x5c: cursor.text("\\\\")
        case 0x0a: cursor.text("\\n")
        case 0x09: cursor.text("\\t")
        case 0x0d: cursor.text("\\r")
        default:
            cursor.text("\\u00")
            for digit in [byte >> 4, byte & 15] { cursor.byte(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
        }
    }

    public mutating func integer(_ number: Int64) {
        value(atMost: 21) {
            if number < 0 { $0.text("-") }
            $0.unsigned(number.magnitude)
        }
    }

    public mutating func integer(_ number: Int) { integer(Int64(number)) }

    public mutating func unsigned(_ number: UInt64) { value(atMost: 20) { $0.unsigned(number) } }

    /// Writes a number that is already encoded.
    public mutating func number(text: String) {
        value(atMost: text.utf8.count) { for byte in text.utf8 { $0.byte(byte) } }
    }

    /// Writes a number of points, radians and the like, rounded to 1e-6.
    public mutating func number(_ number: Double) {
        value(atMost: JSONCursor.longestNumber) { $0.number(number) }
    }
}

extension JSONWriter {
    /// Writes a value, with the members of objects in the order of their keys.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(_, let text): number(text: text)
        case .string(let text): string(text)
        case .array(let values):
            beginArray()
            for value in values { self.value(value) }
            endArray()
        case .object(let members):
            beginObject()
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                self.key(name: key)
                self.value(value)
            }
            endObject()
        }
    }
}
