/// The decimal digits of 0 to 999, with which numbers are written three digits at a time.
enum DecimalDigits {
    /// By number. The three lowest bytes of an entry are its digits as they lie in memory, zeros before it included. The next two bits are how
    /// many digits there are up to the last that is not 0: 0 to 3. The highest five bits are how many bits the zeros before it take: 0, 8 or 16.
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
