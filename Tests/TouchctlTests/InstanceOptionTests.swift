import ArgumentParser
import Testing

@testable import touchctl

@Suite struct InstanceOptionTests {
    @Test func `a name that cannot be an instance's is refused with its reason`() throws {
        #expect(try InstanceOption.parse(["--instance", "left"]).instance?.name == "left")
        #expect(try InstanceOption.parse([]).instance == nil)
        for (name, reason) in [("web", "\"touchd-web\" is reserved for a part of touchd"), ("../etc", "1 to 24 letters")] {
            do {
                _ = try InstanceOption.parse(["--instance", name])
                Issue.record("\(name) is taken")
            } catch {
                #expect(InstanceOption.message(for: error).contains(reason))
                #expect(InstanceOption.exitCode(for: error) == ExitCode(64))
            }
        }
    }
}
