import ArgumentParser
import Wire

@main
struct Touchctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touchctl", abstract: "Looks into touchd, its configuration and its recordings.",
        version: String(ServerMessages.version.dropFirst("touchd ".count)),
        subcommands: [
            Monitor.self, Status.self, Clients.self, Replay.self, Check.self, Test.self, Hit.self, Devices.self, Record.self, Inject.self, Reload.self,
        ])
}
