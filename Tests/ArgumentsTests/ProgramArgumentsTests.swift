import Arguments
import Testing

@Suite struct ProgramArgumentsTests {
    @Test func `the arguments are those that CommandLine reads from proc`() {
        #expect(ProgramArguments.all == Array(CommandLine.arguments.dropFirst()))
    }
}
