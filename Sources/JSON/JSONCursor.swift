/// Where the next byte of JSON goes, for somebody who has made room for all that he writes. Nothing but a pointer, so
/// that a whole event is written from registers.
public struct JSONCursor {
    @usableFromInline var at: UnsafeMutablePointer<UInt8>

    @inlinable @inline(__always)
    init(at: UnsafeMutablePointer<UInt8>) { self.at = at }

    @inlinable @inline(__always)
    public mutating func byte(_ byte: UInt8) {
        at.pointee = byte
        at += 1
    }

    /// Text of the protocol's own as it stands.
    @inlinable @inline(__always)
    public mutating func text(_ text: StaticString) {
        at.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        at += text.utf8CodeUnitCount
    }

    @inlinable @inline(__always)
    public mutating func bytes(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        at.update(from: first, count: bytes.count)
        at += bytes.count
    }

    @inlinable
    public mutating func integer(_ value: Int64) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        unsigned(value.magnitude)
    }

    /// At most 20 bytes.
    @inlinable @inline(__always)
    public mutating func unsigned(_ value: UInt64) {
        var length = 1
        var power: UInt64 = 10
        while value >= power {
            length &+= 1
            if length == 20 { break }
            power &*= 10
        }
        at += length
        Self.digits(value, before: at)
    }

    @usableFromInline static let longestNumber = 24

    /// A number rounded to 1e-6, finer than any panel, and without trailing zeros. Fixed point rather than shortest round
    /// trip, which would cost a heap allocation for most values.
    public mutating func number(_ value: Double) {
        guard value.magnitude < 9e12 else { return outlandish(value) }
        let scaled = Int64(value * 1e6 + (value < 0 ? -0.5 : 0.5))
        if scaled < 0 { byte(UInt8(ascii: "-")) }
        let whole = scaled.magnitude / 1_000_000
        unsigned(whole)
        let fraction = UInt32(truncatingIfNeeded: scaled.magnitude &- whole &* 1_000_000)
        if fraction == 0 { return }
        let hundreds = fraction / 100
        let first = hundreds / 100
        at[0] = UInt8(ascii: ".")
        Self.pair(first, at + 1)
        Self.pair(hundreds &- first &* 100, at + 3)
        Self.pair(fraction &- hundreds &* 100, at + 5)
        at += 7
        while at[-1] == UInt8(ascii: "0") { at -= 1 }
    }

    /// Beyond every panel and screen, as a wild transform may make them.
    @inline(never)
    private mutating func outlandish(_ value: Double) {
        // The shortest form has at most 24 characters.
        for byte in (value.isFinite ? value.description : "null").utf8 { self.byte(byte) }
    }

    /// Writes backwards; returns where it came to.
    @inlinable @inline(__always) @discardableResult
    static func digits(_ value: UInt64, before end: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        var at = end
        var rest = value
        while rest >= 100 {
            let next = rest / 100
            at -= 2
            pair(UInt32(truncatingIfNeeded: rest &- next &* 100), at)
            rest = next
        }
        if rest >= 10 {
            at -= 2
            pair(UInt32(truncatingIfNeeded: rest), at)
        } else {
            at -= 1
            at.pointee = 0x30 + UInt8(truncatingIfNeeded: rest)
        }
        return at
    }

    /// The two digits of a number below 100.
    @inlinable @inline(__always)
    static func pair(_ number: UInt32, _ place: UnsafeMutablePointer<UInt8>) {
        let tens = (number &* 103) >> 10  // number / 10, exact up to 178
        place[0] = UInt8(truncatingIfNeeded: 0x30 &+ tens)
        place[1] = UInt8(truncatingIfNeeded: 0x30 &+ number &- tens &* 10)
    }
}
