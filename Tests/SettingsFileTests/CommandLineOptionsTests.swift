import Testing

@testable import SettingsFile

@Suite struct CommandLineOptionsTests {
    private func read(_ arguments: String...) throws(CommandLineOptions.UsageError) -> CommandLineOptions {
        try CommandLineOptions(arguments, configuration: "/etc/own.yaml")
    }

    @Test func `without arguments the program serves by its own file`() throws {
        let options = try read()
        #expect(options.configuration == "/etc/own.yaml")
        #expect(options.action == .serve)
    }

    @Test(arguments: [["--config", "/a b"], ["--config=/a b"]])
    func `another file is named in both ways`(arguments: [String]) throws {
        let options = try CommandLineOptions(arguments + ["--check"], configuration: "/etc/own.yaml")
        #expect(options.configuration == "/a b")
        #expect(options.action == .check)
    }

    @Test func `help and version are actions`() throws {
        #expect(try read("-h").action == .help)
        #expect(try read("--help").action == .help)
        #expect(try read("--version").action == .version)
        #expect(try read("-V").action == .version)
    }

    @Test func `what is wrong is named`() {
        #expect(throws: CommandLineOptions.UsageError(message: "--config needs a value")) { try read("--config") }
        #expect(throws: CommandLineOptions.UsageError(message: "unknown argument --chek; did you mean --check?")) { try read("--chek") }
        #expect(throws: CommandLineOptions.UsageError(message: "unknown argument x")) { try read("x") }
    }
}
