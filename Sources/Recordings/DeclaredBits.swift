/// The event codes that a panel declares: the `B:` lines, each with eight more bytes of its event type's bit field.
struct DeclaredBits {
    /// The kernel's EV_CNT.
    static let typeCount = 0x20

    private var words = [[UInt64]](repeating: [], count: typeCount)

    /// Adds 64 more bits to `type`. Returns a message if one of them is beyond the kernel's codes.
    mutating func append(_ word: UInt64, type: Int) -> String? {
        let first = words[type].count * 64
        let count = Self.codeCount(ofType: type)
        let used = first + 64 - word.leadingZeroBitCount
        guard word == 0 || used <= count else {
            let last = String(count - 1, radix: 16)
            return "bit \(String(used - 1, radix: 16)) of event type \(String(type, radix: 16)) is beyond the kernel's last code, \(last)"
        }
        // Zeros above the last code are padding and are dropped.
        if first < count { words[type].append(word) }
        return nil
    }

    /// Returns the codes of a type in ascending order.
    func codes(ofType type: UInt16) -> [UInt16] {
        words[Int(type)].enumerated().flatMap { index, word in
            (0..<64).filter { word >> UInt64($0) & 1 == 1 }.map { UInt16(index * 64 + $0) }
        }
    }

    /// Returns the kernel's ABS_CNT or KEY_CNT. The other types do not matter here, so they get KEY_CNT, the largest.
    private static func codeCount(ofType type: Int) -> Int { type == 3 ? 0x40 : 0x300 }
}
