import Testing

@testable import touchd

@Suite struct `Arguments of touchd` {
    private func message(_ arguments: String...) -> String? {
        do throws(Options.UsageError) {
            _ = try Options(arguments)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `a value stands behind its option, or after an equals sign`() throws {
        let options = try Options(["--config", "a.yaml", "--socket=/tmp/x=y", "--admin-socket=", "--recording", "1", "--recording=2"])
        #expect(options.service.configuration == "a.yaml")
        #expect(options.service.socket == "/tmp/x=y")
        #expect(options.service.adminSocket == "")
        #expect(options.service.recordings == ["1", "2"])
        #expect(!options.wantsHelp && !options.wantsVersion)
    }

    @Test func `without arguments everything has its default`() throws {
        let options = try Options([])
        #expect(options.service.configurationFile == "/etc/touchd/touchd.yaml" && options.service.instance == nil)
        #expect(options.service.socket == nil && options.service.adminSocket == nil && options.service.recordings == [])
    }

    @Test func `an instance has its own configuration, unless another is named`() throws {
        let options = try Options(["--instance", "left"])
        #expect(options.service.instance?.name == "left")
        #expect(options.service.configurationFile == "/etc/touchd/left.yaml")
        #expect(try Options(["--instance=left", "--config", "a.yaml"]).service.configurationFile == "a.yaml")
        #expect(
            message("--instance", "web") == #""web" is not a valid instance name: "touchd-web" is reserved for a part of touchd"#)
        #expect(
            message("--instance", "../etc") == #""../etc" is not a valid instance name: 1 to 24 letters, digits, "-" and "_""#)
    }

    @Test func `recordings are played in a loop where there are some`() throws {
        #expect(try Options(["--recording", "1", "--loop"]).service.loops && !Options(["--recording", "1"]).service.loops)
        #expect(message("--loop") == "--loop requires --recording")
        #expect(try Options(["--recording", "1", "--no-devices"]).service.hasNoDevices && !Options(["--recording", "1"]).service.hasNoDevices)
        #expect(message("--no-devices") == "--no-devices requires --recording")
        #expect(message("--loop=2", "--recording", "1") == "unknown argument --loop=2; did you mean --loop?")
    }

    @Test func `help and the version are asked for by their options`() throws {
        #expect(try Options(["--help"]).wantsHelp && Options(["-h"]).wantsHelp)
        #expect(try Options(["--version"]).wantsVersion && Options(["-V"]).wantsVersion)
    }

    @Test func `a missing value and an unknown argument are named`() {
        #expect(message("--socket") == "--socket needs a value")
        #expect(message("--verbose") == "unknown argument --verbose")
        #expect(message("a.yaml") == "unknown argument a.yaml")
    }

    @Test func `an option with a slip has what was meant`() {
        #expect(message("--confg", "x") == "unknown argument --confg; did you mean --config?")
        #expect(message("--sokcet=/tmp/x") == "unknown argument --sokcet=/tmp/x; did you mean --socket?")
        #expect(message("--rec", "x") == "unknown argument --rec; did you mean --recording?")
    }

    @Test func `the usage names each option`() {
        for option in ["--instance", "--config", "--socket", "--admin-socket", "--recording", "--loop", "--no-devices", "--help", "--version"] {
            #expect(Options.usage.contains(option))
        }
    }
}
