import Files
import JSON
import Testing
import TouchCore
import Wire

@testable import touchctl

@Suite struct MetricTableTests {
    private func source(_ status: String = "{}", _ statistics: String = "{}", clockOffset: Int64 = 0) throws -> MetricSource {
        MetricSource(
            status: try JSONReader.parse(Array(status.utf8)), statistics: try JSONReader.parse(Array(statistics.utf8)), clockOffset: clockOffset)
    }

    private func lines(_ name: String, _ source: MetricSource) -> [String] {
        let families = MetricTable.families.filter { $0.name == "touchd_" + name }
        return MetricText.openmetrics.text(families, of: source).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test func `names are different, in lower case, without the suffix of their type`() {
        let names = MetricTable.families.map { $0.name + $0.suffix }
        #expect(Set(names).count == names.count)
        for family in MetricTable.families {
            let suffixes = ["_total", "_info", "_bucket", "_count", "_sum"]
            #expect(!suffixes.contains(where: family.name.hasSuffix) && family.name == family.name.lowercased(), "\(family.name)")
            #expect(family.help.hasSuffix("."), "\(family.name)")
        }
    }

    /// Reads the rows of the tables by name: type, labels and meaning.
    @Test func `docs metrics md describes each family, and no others`() throws {
        let file = String(#filePath.dropLast("Tests/TouchctlTests/MetricTableTests.swift".count)) + "docs/metrics.md"
        let page = String(decoding: try readFile(file, atMost: 1 << 20), as: UTF8.self)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `touchd_") }.map { $0.split(separator: "|").map { $0.trimmed } }
        let families = MetricTable.families
        #expect(rows.map { $0[0] } == families.map { "`\($0.name + $0.suffix)`" })
        for (row, family) in zip(rows, families) {
            #expect(row[1] == family.kind.rawValue && row[3] == family.help, "\(family.name)")
        }
    }

    @Test func `of a touchd that is not reachable there is only that`() {
        let text = MetricText.prometheus.text(MetricTable.families, of: MetricSource(status: .null, statistics: .null, clockOffset: 0))
        #expect(text == "# TYPE touchd_up gauge\n# HELP touchd_up Whether touchd answers.\ntouchd_up 0\n")
        let refused = MetricSource(status: .null, statistics: .null, clockOffset: 0, isRefused: true)
        #expect(MetricText.prometheus.text(MetricTable.families, of: refused).hasSuffix("\ntouchd_up 1\n"))
    }

    @Test func `the buckets of the latency hold all that took less, too`() throws {
        let source = try source(#"{"latency":{"bounds":[50,100,1000000],"counts":[3,0,2,1],"sum":2500000}}"#)
        #expect(
            lines("report_latency_seconds", source) == [
                #"touchd_report_latency_seconds_bucket{le="5e-05"} 3"#, #"touchd_report_latency_seconds_bucket{le="0.0001"} 3"#,
                #"touchd_report_latency_seconds_bucket{le="1.0"} 5"#, #"touchd_report_latency_seconds_bucket{le="+Inf"} 6"#,
                "touchd_report_latency_seconds_sum 2.5", "touchd_report_latency_seconds_count 6",
            ])
    }

    @Test func `times are Unix time, and the last touch is one outside of sensitive regions`() throws {
        let source = try source(
            #"{"startedAt":5000400,"screens":[{"screen":"main","lastTouch":8000000,"lastOpenTouch":7000000},"#
                + #"{"screen":"side","lastTouch":8000000,"lastOpenTouch":null}]}"#,
            clockOffset: 1_000_000_000_000)
        #expect(lines("start_time_seconds", source) == ["touchd_start_time_seconds 1000005.0"])
        #expect(
            lines("screen_last_touch_timestamp_seconds", source) == [#"touchd_screen_last_touch_timestamp_seconds{screen="main"} 1000007.0"#])
    }

    @Test func `regions beyond the bound are one together`() throws {
        func counts(_ touches: Int) -> String {
            #""touches":\#(touches),"ended":\#(touches - 1),"taps":1,"dwell":1000000,"longest":1,"cancels":{"palm":1}"#
        }
        let source = try source(
            "{}",
            #"{"regions":[{"region":"b",\#(counts(2))},{"region":"a",\#(counts(9))}],"others":{\#(counts(40))},"total":{\#(counts(51))}}"#)
        #expect(
            lines("region_touches", source)
                == [("b", 2), ("a", 9), ("*", 40)].flatMap { id, touches in
                    [("began", touches), ("ended", touches - 1), ("cancelled", 1)].map {
                        #"touchd_region_touches_total{region="\#(id)",phase="\#($0.0)"} \#($0.1)"#
                    }
                })
        #expect(lines("region_taps", source).last == #"touchd_region_taps_total{region="*"} 1"#)
        #expect(lines("region_dwell_seconds", source).last == #"touchd_region_dwell_seconds_total{region="*"} 1.0"#)
        let few = try self.source(
            "{}", #"{"regions":[{"region":"b",\#(counts(2))}],"others":{"touches":0,"ended":0,"taps":0,"dwell":0,"cancels":{}}}"#)
        #expect(lines("region_taps", few) == [#"touchd_region_taps_total{region="b"} 1"#])
    }

    @Test func `each reason of a cancel has a sample, also before the first cancel`() throws {
        let samples = lines("touch_cancels", try source("{}", #"{"total":{"cancels":{"palm":4}}}"#))
        #expect(samples.count == CancelReason.allCases.count)
        #expect(samples.filter { !$0.hasSuffix(" 0") } == [#"touchd_touch_cancels_total{reason="palm"} 4"#])
    }

    @Test func `a configuration is outdated while a later one is refused, or the last right one is in force`() throws {
        func outdated(_ configuration: String) throws -> [String] {
            lines("configuration_outdated", try source(#"{"configuration":\#(configuration)}"#))
        }
        #expect(try outdated(#"{"loadedAt":5}"#) == ["touchd_configuration_outdated 0"])
        #expect(try outdated(#"{"loadedAt":5,"refusedAt":4}"#) == ["touchd_configuration_outdated 0"])
        #expect(try outdated(#"{"loadedAt":5,"refusedAt":6}"#) == ["touchd_configuration_outdated 1"])
        #expect(try outdated(#"{"loadedAt":5,"refusedAt":5,"lastGood":true}"#) == ["touchd_configuration_outdated 1"])
    }

    @Test func `a recording's last report has no time of the wall clock`() throws {
        let source = try source(
            #"{"panels":[{"panel":"a-0","node":"/dev/input/event3","health":{"lastReport":1000}},{"panel":"b-0","node":"x.evemu","health":{"lastReport":1}}]}"#
        )
        #expect(lines("panel_last_report_timestamp_seconds", source) == [#"touchd_panel_last_report_timestamp_seconds{panel="a-0"} 0.001"#])
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
