import JSON
import Support
import Testing

@testable import touchctl

@Suite struct MetricTextTests {
    private let source = MetricSource(status: .null, statistics: .null, clockOffset: 0)

    private func family(_ kind: MetricFamily.Kind, _ name: String = "a", _ help: String = "Help.", _ samples: MetricSample...) -> MetricFamily {
        MetricFamily(name, kind, help) { [samples] _ in samples }
    }

    @Test func `OpenMetrics names a family without the suffix of its samples, and ends with EOF`() {
        let text = MetricText.openmetrics.text([family(.counter, "a_seconds", "Help.", MetricSample(.duration(1_500_000), ["b": "c"]))], of: source)
        #expect(
            text == """
                # TYPE touchd_a_seconds counter
                # UNIT touchd_a_seconds seconds
                # HELP touchd_a_seconds Help.
                touchd_a_seconds_total{b="c"} 1.5
                # EOF

                """)
    }

    @Test func `the older format describes the samples, and has no units and no end`() {
        let counter = family(.counter, "a_seconds", "Help.", MetricSample(3))
        #expect(
            MetricText.prometheus.text([counter], of: source)
                == "# TYPE touchd_a_seconds_total counter\n# HELP touchd_a_seconds_total Help.\ntouchd_a_seconds_total 3\n")
        let info = family(.info, "a", "Help.", MetricSample(1, ["v": "1"]))
        #expect(
            MetricText.prometheus.text([info], of: source) == "# TYPE touchd_a_info gauge\n# HELP touchd_a_info Help.\ntouchd_a_info{v=\"1\"} 1\n")
    }

    @Test func `a family without a sample is left out`() {
        #expect(MetricText.prometheus.text([family(.gauge)], of: source) == "")
    }

    @Test(arguments: MetricText.allCases) func `labels and help are escaped`(_ format: MetricText) {
        let text = format.text([family(.gauge, "a", "a\\b\"\n", MetricSample(1, ["b": "\"\\\n\u{e9}"]))], of: source)
        #expect(text.contains(#"# HELP touchd_a a\\b"# + (format == .openmetrics ? #"\"\n"# : #""\n"#) + "\n"))
        #expect(text.contains(#"touchd_a{b="\"\\\né"} 1"#))
    }

    /// The labels of a sample's line, read byte by byte by the rules of OpenMetrics: only \\, \" and \n are escapes.
    private func labels(_ line: ArraySlice<UInt8>) -> [String: [UInt8]]? {
        var (rest, labels) = (line, [String: [UInt8]]())
        guard rest.starts(with: "touchd_a{".utf8) else { return nil }
        rest = rest.dropFirst("touchd_a{".utf8.count)
        while rest.first != UInt8(ascii: "}") {
            let name = rest.prefix { $0 != UInt8(ascii: "=") }
            rest = rest.dropFirst(name.count + 1)
            guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
            var value: [UInt8] = []
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                guard byte == UInt8(ascii: "\\") else { value.append(byte); continue }
                switch rest.popFirst() {
                case UInt8(ascii: "\\"): value.append(UInt8(ascii: "\\"))
                case UInt8(ascii: "\""): value.append(UInt8(ascii: "\""))
                case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
                default: return nil
                }
            }
            labels[String(decoding: name, as: UTF8.self)] = value
            if rest.first == UInt8(ascii: ",") { rest.removeFirst() }
        }
        return rest.elementsEqual("} 1".utf8) ? labels : nil
    }

    @Test(arguments: MetricText.allCases) func `a label is read back whatever stands beside its special characters`(_ format: MetricText) throws {
        for value in HostileText("\"\\\n{},=#", random: 200) {
            let text = format.text([family(.gauge, "a", value, MetricSample(1, ["b": value, "c": value]))], of: source)
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            try #require(lines.count == (format == .openmetrics ? 5 : 4), "\(value.debugDescription)")
            let sample = ArraySlice(Array(lines[2]))
            #expect(labels(sample) == ["b": Array(value.utf8), "c": Array(value.utf8)], "\(value.debugDescription)")
        }
    }

    @Test(arguments: [
        (0, "0.0"), (1, "0.000001"), (1_500_000, "1.5"), (2_000_000, "2.0"), (1_790_000_000_123_000, "1790000000.123"), (-1, "-0.000001"),
    ])
    func `microseconds are told in seconds, exactly`(_ microseconds: Int64, _ seconds: String) {
        #expect(MetricSample.Value.duration(microseconds).text == seconds)
    }
}
