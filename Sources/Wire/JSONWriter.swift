/// Writes JSON by hand into memory that is kept: no allocation once it has grown to the longest line.
///
/// Owns raw memory rather than an array, because this is the hottest code there is: an append is a store and an
/// addition, without a check for uniqueness. Every write first announces how much it may be, and room is made for that; a write that is
/// longer stops the process (`write(atMost:)`). Commas are put where one is needed; beyond that there is no checking of what the caller
/// writes.
public struct JSONWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The text lies from `start` up to `end`; below is room for `prepend`.
    private var start = headroom
    private var end = headroom
    private var needsComma = false

    private static let headroom = 64

    public init(capacity: Int = 4096) {
        self.capacity = Self.headroom + capacity
        memory = .allocate(capacity: self.capacity)
    }

    deinit { memory.deallocate() }

    public var count: Int { end - start }

    /// The written bytes in their place; only valid inside the call.
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: memory + start, count: count))
    }

    /// A copy of the written bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    public mutating func removeAll() {
        start = Self.headroom
        end = Self.headroom
        needsComma = false
    }

    // MARK: Memory

    /// Makes room for so many bytes, and lets them be written without asking again.
    @inline(__always)
    mutating func write(atMost most: Int, _ body: (inout JSONCursor) -> Void) {
        if end + most > capacity { grow(to: end + most) }
        var cursor = JSONCursor(at: memory + end)
        body(&cursor)
        let written = cursor.at - (memory + end)
        assert(written <= most, "\(written) bytes were written where \(most) were announced")
        end += written
        precondition(end <= capacity, "JSON was written beyond its memory")
    }

    @inline(never)
    private mutating func grow(to least: Int) {
        let larger = max(least, 2 * capacity)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        new.update(from: memory, count: end)
        memory.deallocate()
        memory = new
        capacity = larger
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

    /// A key of the protocol's own: plain ASCII, nothing to escape.
    public mutating func key(_ key: StaticString) {
        value(atMost: 3 + key.utf8CodeUnitCount) {
            $0.text("\"")
            $0.text(key)
            $0.text("\":")
        }
        needsComma = false
    }

    /// A key that is no literal.
    public mutating func key(name: String) {
        string(name)
        raw(":")
    }

    /// Text of the protocol's own as it stands, several tokens at once, their commas included.
    mutating func raw(_ text: StaticString) {
        write(atMost: text.utf8CodeUnitCount) { $0.text(text) }
        needsComma = false
    }

    /// Puts text and a number before the whole text, in place of an earlier `prepend`. At most 44 bytes of text.
    mutating func prepend(_ text: StaticString, _ number: UInt64) {
        precondition(text.utf8CodeUnitCount + 20 <= Self.headroom)
        let first = JSONCursor.digits(number, before: memory + Self.headroom) - text.utf8CodeUnitCount
        first.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        start = first - memory
    }

    /// Ends a line of the protocol.
    public mutating func endLine() { raw("\n") }

    // MARK: Values

    /// What stands in a list or after a key, with the comma before it.
    @inline(__always)
    private mutating func value(atMost most: Int, _ body: (inout JSONCursor) -> Void) {
        let comma = needsComma
        write(atMost: 1 + most) {
            if comma { $0.text(",") }
            body(&$0)
        }
        needsComma = true
    }

    /// A value that is written already.
    mutating func value(copied bytes: UnsafeBufferPointer<UInt8>) { value(atMost: bytes.count) { $0.bytes(bytes) } }

    /// What follows is no part of a list that what stands before is in.
    mutating func beginApart() { needsComma = false }

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

    /// A number that is written already.
    public mutating func number(text: String) {
        value(atMost: text.utf8.count) { for byte in text.utf8 { $0.byte(byte) } }
    }

    /// A number of points, radians and the like, rounded to 1e-6.
    public mutating func number(_ number: Double) {
        value(atMost: JSONCursor.longestNumber) { $0.number(number) }
    }
}
