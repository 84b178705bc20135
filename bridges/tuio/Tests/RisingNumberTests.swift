import Testing

@testable import touchd_tuio

@Suite struct RisingNumberTests {
    @Test func `a run begins above the numbers of the run before`() {
        let start: Int64 = 1_790_000_000_000
        var before = RisingNumber(wallClock: start)
        let used = (0..<900).map { _ in before.next() }
        #expect(zip(used, used.dropFirst()).allSatisfy { $1 == $0 + 1 })
        var after = RisingNumber(wallClock: start + 1000)
        #expect(after.next() > used.last!)
    }

    @Test(arguments: [0, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, -1, Int64.max, Int64.min])
    func `the numbers are positive whatever the clock says`(clock: Int64) {
        var numbers = RisingNumber(wallClock: clock)
        for _ in 0..<3 { #expect(numbers.next() > 0) }
    }

    @Test func `after the highest number comes 1`() {
        var numbers = RisingNumber(wallClock: Int64(Int32.max) - 1)
        #expect([numbers.next(), numbers.next()] == [.max, 1])
    }
}
