/// Writes JSON by hand into memory that is kept: no allocation once it has grown to the longest line.
///
/// Owns raw memory rather than an array, because this is the hottest code there is: an append is a store and an
/// addition, without a check for uniqueness. Every write first makes `room`, so a store is never out of bounds. Commas
/// are put where one is needed; beyond that there is no checking of what the caller writes.
public struct JSONWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// What is written lies from `start` up to `end`; below is room for `prepend`.
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

    /// What has been written, where it lies; only valid inside the call.
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: memory + start, count: count))
    }

    /// What has been written, copied.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    public mutating func removeAll() {
        start = Self.headroom
        end = Self.headroom
        needsComma = false
    }

    // MARK: Memory

    @inline(__always)
    private mutating func room(for more: Int) {
        if end + more > capacity { grow(to: end + more) }
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

    /// The caller has made room.
    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        memory[end] = byte
        end &+= 1
    }

    /// The caller has made room.
    @inline(__always)
    private mutating func put(_ text: StaticString) {
        (memory + end).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        end &+= text.utf8CodeUnitCount
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    private mutating func open(_ byte: UInt8) {
        room(for: 2)
        separate()
        put(byte)
        needsComma = false
    }

    private mutating func close(_ byte: UInt8) {
        room(for: 1)
        put(byte)
        needsComma = true
    }

    /// The caller has made room.
    @inline(__always)
    private mutating func separate() {
        if needsComma { put(UInt8(ascii: ",")) }
        needsComma = true
    }

    /// A key of the protocol's own: plain ASCII, nothing to escape.
    public mutating func key(_ key: StaticString) {
        room(for: 4 + key.utf8CodeUnitCount)
        separate()
        put(UInt8(ascii: "\""))
        put(key)
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Text of the protocol's own as it stands, several tokens at once, their commas included.
    @inline(__always)
    public mutating func raw(_ text: StaticString) {
        room(for: text.utf8CodeUnitCount)
        put(text)
        needsComma = false
    }

    /// A value that was written as JSON before.
    @inline(__always)
    public mutating func raw(_ value: UnsafeBufferPointer<UInt8>) {
        room(for: value.count)
        if let first = value.baseAddress { (memory + end).update(from: first, count: value.count) }
        end &+= value.count
        needsComma = true
    }

    /// Puts text and a number before all that is written, in place of what was put there before. At most 44 bytes of text.
    public mutating func prepend(_ text: StaticString, _ number: UInt64) {
        precondition(text.utf8CodeUnitCount + 20 <= Self.headroom)
        start = digits(number, before: Self.headroom) - text.utf8CodeUnitCount
        (memory + start).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Ends a line of the protocol.
    public mutating func endLine() { raw("\n") }

    // MARK: Values

    public mutating func null() { literal("null") }
    public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    private mutating func literal(_ text: StaticString) {
        room(for: 1 + text.utf8CodeUnitCount)
        separate()
        put(text)
    }

    public mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            room(for: 3 + 6 * utf8.count)  // the longest escape
            separate()
            put(UInt8(ascii: "\""))
            for byte in utf8 {
                if byte >= 0x20 && byte != 0x22 && byte != 0x5c { put(byte) } else { escape(byte) }
            }
            put(UInt8(ascii: "\""))
        }
    }

    /// The caller has made room.
    private mutating func escape(_ byte: UInt8) {
        put(0x5c)
        switch byte {
        case 0x22, 0x5c: put(byte)
        case 0x0a: put(UInt8(ascii: "n"))
        case 0x09: put(UInt8(ascii: "t"))
        case 0x0d: put(UInt8(ascii: "r"))
        default:
            put("u00")
            for digit in [byte >> 4, byte & 15] { put(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
        }
    }

    public mutating func integer(_ value: Int64) {
        room(for: 22)
        separate()
        if value < 0 { put(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    public mutating func integer(_ value: Int) { integer(Int64(value)) }

    public mutating func unsigned(_ value: UInt64) {
        room(for: 22)
        separate()
        digits(value)
    }

    /// A number of points, radians and the like: rounded to 1e-6, finer than any panel, and without trailing zeros.
    /// Fixed point rather than shortest round trip, which would cost a heap allocation for most values.
    public mutating func number(_ value: Double) {
        room(for: 32)
        separate()
        guard value.magnitude < 9e12 else { return outlandish(value) }
        let scaled = Int64(value * 1e6 + (value < 0 ? -0.5 : 0.5))
        if scaled < 0 { put(UInt8(ascii: "-")) }
        let whole = scaled.magnitude / 1_000_000
        digits(whole)
        let fraction = UInt32(truncatingIfNeeded: scaled.magnitude &- whole &* 1_000_000)
        if fraction == 0 { return }
        let hundreds = fraction / 100
        let first = hundreds / 100
        let point = memory + end
        point[0] = UInt8(ascii: ".")
        Self.pair(first, point + 1)
        Self.pair(hundreds &- first &* 100, point + 3)
        Self.pair(fraction &- hundreds &* 100, point + 5)
        var length = 7
        while point[length &- 1] == UInt8(ascii: "0") { length &-= 1 }
        end &+= length
    }

    /// Beyond every panel and screen, as a wild transform may make them.
    @inline(never)
    private mutating func outlandish(_ value: Double) {
        for byte in (value.isFinite ? value.description : "null").utf8 {
            room(for: 1)
            put(byte)
        }
    }

    // MARK: Digits

    /// The caller has made room for 20.
    @inline(__always)
    private mutating func digits(_ value: UInt64) {
        var length = 1
        var power: UInt64 = 10
        while value >= power {
            length &+= 1
            if length == 20 { break }
            power &*= 10
        }
        end &+= length
        digits(value, before: end)
    }

    /// Writes backwards and returns where it came to.
    @inline(__always) @discardableResult
    private func digits(_ value: UInt64, before end: Int) -> Int {
        let memory = memory
        var at = end
        var rest = value
        while rest >= 100 {
            let next = rest / 100
            at &-= 2
            Self.pair(UInt32(truncatingIfNeeded: rest &- next &* 100), memory + at)
            rest = next
        }
        if rest >= 10 {
            at &-= 2
            Self.pair(UInt32(truncatingIfNeeded: rest), memory + at)
        } else {
            at &-= 1
            memory[at] = 0x30 + UInt8(truncatingIfNeeded: rest)
        }
        return at
    }

    /// The two digits of a number below 100.
    @inline(__always)
    private static func pair(_ number: UInt32, _ place: UnsafeMutablePointer<UInt8>) {
        let tens = (number &* 103) >> 10  // number / 10, exact up to 178
        place[0] = UInt8(truncatingIfNeeded: 0x30 &+ tens)
        place[1] = UInt8(truncatingIfNeeded: 0x30 &+ number &- tens &* 10)
    }
}
