import JSON
import Testing

@testable import touchctl

@Suite struct StatsTests {
    @Test func `the most touched region comes first, with the reasons of its cancels`() throws {
        let statistics = try JSONReader.parse(
            Array(
                #"""
                {"duration":7200000000,"missed":3,"forgotten":2,"regions":[
                {"region":"b","touches":2,"taps":1,"dwell":1500000,"longest":900000,"cancels":{}},
                {"region":"a","touches":12,"taps":3,"dwell":61000000,"longest":9000000,"cancels":{"gesture":4,"palm":5}}],
                "panels":[{"panel":"main-0","touches":14,"reports":900,"ghosts":1,"drops":0}]}
                """#.utf8))
        #expect(
            Stats.lines(statistics, fitting: nil) == [
                "counted for 2 h; 3 touches hit no region that takes them", "the counts of 2 removed regions were dropped", "",
                "REGION  TOUCHES  TAPS      DWELL  LONGEST  CANCELLED  WHY",
                "a            12     3  1 min 1 s    9.0 s          9  palm 5, gesture 4",
                "b             2     1      1.5 s    0.9 s          0", "",
                "PANEL   TOUCHES  REPORTS  A SECOND  GHOSTS  DROPS", "main-0       14      900         -       1      0",
            ])
    }
}
