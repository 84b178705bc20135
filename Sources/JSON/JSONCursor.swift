/// The position at which the next byte of JSON is written. The cursor does not check for room, so the caller makes room first. It consists of only
/// two pointers, so that they stay in registers while a whole event is written.
public struct JSONCursor {
    @usableFromInline var at: UnsafeMutablePointer<UInt8>
    /// The address of `DecimalDigits.table`.
    @usableFromInline let digits: UnsafePointer<UInt32>

    /// The number of bytes after its text that the cursor may overwrite, because it copies text and stores digits several bytes at a time.
    public static let overrun = 16

    @inlinable @inline(__always)
    init(at: UnsafeMutablePointer<UInt8>, _ digits: UnsafePointer<UInt32>) {
        self.at = at
        self.digits = digits
    }

    @inlinable @inline(__always)
    public mutating func byte(_ byte: UInt8) {
        at.pointee = byte
        at += 1
    }

    /// Writes text of the protocol without escaping.
    @inlinable @inline(__always)
    public mutating func text(_ text: StaticString) {
        // The length of a literal is known at compile time, so this becomes a few stores and no call.
        UnsafeMutableRawPointer(at).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        at += text.utf8CodeUnitCount
    }

    @inlinable @inline(__always)
    public mutating func bytes(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        at.update(from: first, count: bytes.count)
        at += bytes.count
    }

    /// Writes short text that has at least `JSONCursor.overrun` readable bytes behind it.
    @inlinable @inline(__always)
    public mutating func padded(_ text: UnsafePointer<UInt8>, count: Int) {
        let (from, to) = (UnsafeRawPointer(text), UnsafeMutableRawPointer(at))
        var done = 0
        repeat {
            to.storeBytes(of: from.loadUnaligned(fromByteOffset: done, as: SIMD16<UInt8>.self), toByteOffset: done, as: SIMD16<UInt8>.self)
            done &+= 16
        } while done < count
        at += count
    }

    /// Writes rare values through a function that is not inlined. The function gets a copy of the cursor, so that the cursor itself stays in
    /// registers.
    @inlinable @inline(__always)
    public mutating func withCopy(_ write: (inout JSONCursor) -> Void) {
        var copy = self
        write(&copy)
        self = copy
    }

    /// Returns the bytes written since `other` was a copy of this cursor.
    public func written(since other: JSONCursor) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: other.at, count: at - other.at) }

    // MARK: Numbers

    @inlinable
    public mutating func integer(_ value: Int64) {
        if value < 0 { byte(UInt8(ascii: "-")) }
        unsigned(value.magnitude)
    }

    /// Writes a number, which takes at most 20 bytes.
    @inlinable @inline(__always)
    public mutating func unsigned(_ value: UInt64) {
        if value < 1000 {
            first(value)
        } else if value < 1_000_000 {
            let thousands = value / 1000
            first(thousands)
            following(value &- thousands &* 1000)
        } else {
            withCopy { $0.largeNumber(value) }
        }
    }

    @usableFromInline @inline(never)
    mutating func largeNumber(_ value: UInt64) {
        let thousands = value / 1000
        unsigned(thousands)
        following(value &- thousands &* 1000)
    }

    /// Writes the first one to three digits of a number.
    @inlinable @inline(__always)
    mutating func first(_ value: UInt64) {
        let entry = digits[Int(truncatingIfNeeded: value)]
        let leading = entry >> 27
        store(entry >> leading, 0)
        at += 3 &- Int(truncatingIfNeeded: entry >> 30)
    }

    /// Writes three digits that follow others.
    @inlinable @inline(__always)
    mutating func following(_ value: UInt64) {
        store(digits[Int(truncatingIfNeeded: value)], 0)
        at += 3
    }

    @inlinable @inline(__always)
    func store(_ digits: UInt32, _ offset: Int) {
        UnsafeMutableRawPointer(at).storeBytes(of: digits.littleEndian, toByteOffset: offset, as: UInt32.self)
    }

    @usableFromInline static let longestNumber = 24

    /// Writes a number rounded to 1e-6, which is finer than any panel, without trailing zeros. It is written in fixed point, because the shortest
    /// round-trip form would cost a heap allocation for most values.
    @inlinable @inline(__always)
    public mutating func number(_ value: Double) {
        let magnitude = value.magnitude
        guard magnitude < 9e12 else { return withCopy { $0.hugeNumber(value) } }
        let scaled = UInt64(bitPattern: Int64(magnitude * 1e6 + 0.5))
        if value < 0, scaled > 0 { byte(UInt8(ascii: "-")) }
        let whole = scaled / 1_000_000
        unsigned(whole)
        let fraction = UInt32(truncatingIfNeeded: scaled &- whole &* 1_000_000)
        if fraction > 0 { self.fraction(fraction) }
    }

    /// Writes the decimal point and the digits of a fraction. `millionths` is from 1 to 999 999.
    @inlinable @inline(__always)
    mutating func fraction(_ millionths: UInt32) {
        let thousandths = millionths / 1000
        let first = digits[Int(truncatingIfNeeded: thousandths)]
        let rest = digits[Int(truncatingIfNeeded: millionths &- thousandths &* 1000)]
        at.pointee = UInt8(ascii: ".")
        store(first, 1)
        store(rest, 4)
        let (inFirst, inRest) = (Int(truncatingIfNeeded: first >> 24 & 3), Int(truncatingIfNeeded: rest >> 24 & 3))
        at += inRest > 0 ? 4 &+ inRest : 1 &+ inFirst
    }

    /// Writes a number that is far larger than any panel or screen, such as the result of an extreme transform.
    @usableFromInline @inline(never)
    mutating func hugeNumber(_ value: Double) {
        // The shortest form has at most 24 characters.
        for byte in (value.isFinite ? value.description : "null").utf8 { self.byte(byte) }
    }

    /// Writes a number so that it ends right before `end`. Also overwrites the byte before the number. Returns the start of the number.
    static func write(_ value: UInt64, before end: UnsafeMutablePointer<UInt8>, _ digits: UnsafePointer<UInt32>) -> UnsafeMutablePointer<UInt8> {
        var (cursor, rest) = (JSONCursor(at: end, digits), value)
        while rest >= 1000 {
            let thousands = rest / 1000
            cursor.store(digits[Int(truncatingIfNeeded: rest &- thousands &* 1000)] << 8, -4)
            cursor.at -= 3
            rest = thousands
        }
        let entry = digits[Int(truncatingIfNeeded: rest)]
        cursor.store(entry << 8, -4)
        return cursor.at - (3 &- Int(truncatingIfNeeded: entry >> 30))
    }
}
