import Glibc

/// Numbers that rise from one to the next and from one run of the program to the next. A receiver takes a bundle whose number is below the
/// last one for a late one and drops it, until the numbers are 100 apart (the rule of TUIO's reference clients); and a session that comes back
/// is another finger.
struct RisingNumber {
    private var last: Int32

    /// - Parameter wallClock: ms since 1970. The numbers begin there, so a later run begins above them: fewer than 1000 are used in a second.
    init(wallClock: Int64) { last = Int32(truncatingIfNeeded: wallClock & 0x7fff_ffff) }

    /// From 1 to 2³¹ − 1, then 1 again.
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
