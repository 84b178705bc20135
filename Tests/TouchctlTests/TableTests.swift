import Testing

@testable import touchctl

@Suite struct `Tables and quantities` {
    @Test func `columns are as wide as their widest text, and numbers stand to the right`() {
        var table = Table("name", ">n")
        table.add(["a", "1"])
        table.add(["longer", "200"])
        #expect(table.lines(fitting: nil) == ["name      n", "a         1", "longer  200"])
    }

    @Test func `a table that is too wide becomes a list of its rows`() {
        var table = Table("name", ">n")
        table.add(["a", "1"])
        table.add(["longer", "200"])
        #expect(table.lines(fitting: 10) == ["name  a", "n     1", "", "name  longer", "n     200"])
    }

    @Test(
        arguments: [
            (0, "0.0 s"), (1_550_000, "1.5 s"), (59_000_000, "59 s"), (3_600_000_000, "1 h"), (3_725_000_000, "1 h 2 min"),
            (90_000_000_000, "1 d 1 h"),
            (-5, "0.0 s"),
        ] as [(Int64, String)]) func `a time is told in its two largest units`(microseconds: Int64, text: String)
    {
        #expect(duration(microseconds) == text)
    }

    @Test(arguments: [(9999, "9999 B"), (10240, "10 KiB"), (10 << 20, "10 MiB"), (9 << 20, "9216 KiB")] as [(Int64, String)])
    func `bytes are told in the largest unit of which there are ten`(count: Int64, text: String) {
        #expect(bytes(count) == text)
    }
}
