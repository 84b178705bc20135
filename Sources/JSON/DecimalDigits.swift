/// The decimal digits of 0 to 999, for writing numbers three digits at a time.
enum DecimalDigits {
    /// An entry for each number. The three lowest bytes are its digits in memory order, including leading zeros. The next two bits are the number of
    /// digits up to the last one that is not 0: 0 to 3. The highest five bits are the number of bits by which a shift removes the leading zeros: 0, 8
    /// or 16.
    nonisolated(unsafe) static let table: UnsafePointer<UInt32> = {
        let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 1000)
        for number in UInt32(0)..<1000 {
            let (hundreds, tens, ones) = (number / 100, number / 10 % 10, number % 10)
            let text = (hundreds | tens << 8 | ones << 16) + 0x303030
            let significant: UInt32 = ones > 0 ? 3 : tens > 0 ? 2 : hundreds > 0 ? 1 : 0
            let leading: UInt32 = hundreds > 0 ? 0 : tens > 0 ? 8 : 16
            (table + Int(number)).initialize(to: text | significant << 24 | leading << 27)
        }
        return UnsafePointer(table)
    }()
}
