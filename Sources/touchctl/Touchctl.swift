import ArgumentParser

@main
struct Touchctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touchctl", abstract: "Looks into touchd, its configuration and its recordings.",
        version: "0.1.0", subcommands: [Monitor.self, Replay.self, Check.self, Test.self, Hit.self, Devices.self, Record.self])
}
