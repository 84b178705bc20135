import Glibc

/// Numbers that rise within a run of the program and from one run to the next. A receiver drops a bundle as late if its number is lower than the last
/// one by less than 100 (the rule of TUIO's reference clients). A session ID that is used again would look like the old finger.
struct RisingNumber {
    private var last: Int32

    /// Creates a sequence that begins at the time.
    ///
    /// - Parameter wallClock: ms since 1970. A later run begins above all earlier numbers, because fewer than 1000 are used in a second.
    init(wallClock: Int64) { last = Int32(truncatingIfNeeded: wallClock & 0x7fff_ffff) }

    /// The next number, from 1 to 2³¹ − 1, then 1 again.
    mutating func next() -> Int32 {
        last = last == .max ? 1 : last + 1
        return last
    }
}

extension RisingNumber {
    static var ofThisRun: RisingNumber {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return RisingNumber(wallClock: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
