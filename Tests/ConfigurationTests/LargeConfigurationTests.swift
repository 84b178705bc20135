import Glibc
import Testing

@testable import Configuration

/// Large configurations, whose checks must not be quadratic in the file's size: the limits are so wide that only a quadratic step exceeds them, even
/// in a debug build.
@Suite struct LargeConfigurationTests {
    private static let regions = 10_000

    /// Measures this thread's CPU time, which excludes the machine's other work.
    private func time(
        _ text: String, _ read: ([UInt8]) -> ConfigurationResult = { readConfiguration($0, file: "f") }
    ) -> (Duration, ConfigurationResult) {
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let bytes = Array(text.utf8)
        let start = now()
        let result = read(bytes)
        return (now() - start, result)
    }

    private func tree(_ more: (Int) -> String) -> String {
        "version: 1\nscreens:\n  - id: main\n    size: [1, 1]\n    windows:\n      - id: w\n"
            + "        frame: [0, 0, 1, 1]\n        children:\n"
            + (0..<Self.regions).map { "          - { id: r\($0), frame: [0, 0, 1, 1], \(more($0)) }\n" }.joined()
    }

    @Test func `ten thousand regions`() {
        let (duration, result) = time(tree { _ in "kind: button, hitInsets: [-15, -15, -15, -15]" })
        #expect(result.diagnostics == [])
        #expect(result.settings?.screens[0].spec.windows[0].children.count == Self.regions)
        #expect(duration < .seconds(20))
    }

    /// Warnings are searched for on the machine where the file is written, so this may take longer.
    @Test func `five thousand regions, looked at for warnings`() {
        let rows = (0..<Self.regions / 2).map { "          - { id: r\($0), frame: [\($0 % 100 * 10), \($0 / 100 * 10), 10, 10] }\n" }
        let text =
            "version: 1\nscreens:\n  - id: main\n    size: [1000, 1000]\n    windows:\n      - id: w\n        frame: [0, 0, 1000, 1000]\n        children:\n"
        let (duration, result) = time(text + rows.joined()) { checkConfiguration($0, file: "f") }
        #expect(result.diagnostics == [])
        #expect(duration < .seconds(60))
    }

    @Test func `ten thousand mistakes`() {
        let (duration, result) = time(tree { "hitTest: { kind: redirect, to: nobody\($0) }, chlidren: []" })
        #expect(result.diagnostics.map(\.message).last == "\(2 * Self.regions - 100) more")
        #expect(result.diagnostics.count == 101)
        #expect(duration < .seconds(20))
    }

    @Test func `ten thousand redirects in a circle`() {
        let (duration, result) = time(
            tree { "hitTest: { kind: redirect, to: r\(($0 + 1) % Self.regions), when: always }" })
        #expect(
            result.diagnostics.map(\.message) == [
                "redirects go round in a circle: r0 → r1 → r2 → r3 → r4 → r5 → r6 → r7 → … → r0"
            ])
        #expect(duration < .seconds(20))
    }

    @Test func `fifty thousand unknown keys in one object`() {
        let (duration, result) = time("version: 1\n" + (0..<50_000).map { "k\($0): 1\n" }.joined() + "k7: 1\n")
        #expect(result.diagnostics.count == 101)
        #expect(result.diagnostics.last?.description == "f: error: 49902 more")
        #expect(duration < .seconds(40))
    }
}
