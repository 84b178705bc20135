import ArgumentParser
import Arguments
import Glibc
import Wire

@main
struct Touchctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touchctl", abstract: "Shows the state of touchd, checks its configuration, and works with recordings.",
        discussion: """
            Exit status: 0 for success, 1 if the answer is no, 64 for a wrong request, 66 if an input is missing, 69 if touchd is not reachable, \
            73 and 74 if it cannot write, 76 if touchd speaks another protocol, 77 without permission, 78 for a wrong configuration.
            """,
        version: String(ServerMessages.version.dropFirst("touchd ".count)),
        subcommands: [
            Monitor.self, Status.self, Doctor.self, Stats.self, Metrics.self, Clients.self, Regions.self, Replay.self, Report.self, Check.self,
            Test.self, Hit.self, Devices.self, Edit.self, Record.self, Calibrate.self, Map.self, Inject.self, Screen.self, Idle.self, Reload.self,
            Recover.self, Unit.self, Open.self, Version.self,
        ])

    static func main() {
        // Writing to a reader that is gone must fail with an error, so the signal must not kill the program.
        signal(SIGPIPE, SIG_IGN)
        if let number = ProgramArguments.notUTF8 {
            complain("touchctl: argument \(number) is not UTF-8; rename the file")
            exit(withError: Exit.usage)
        }
        if let unknown = UnknownCommand.first(in: ProgramArguments.all, of: Self.self) {
            complain(unknown.description)
            exit(withError: Exit.usage)
        }
        do {
            var command = try parseAsRoot(NegativeNumber.protected(ProgramArguments.all))
            try command.run()
        } catch let error as Connection.NotReachable {
            complain("touchctl: \(error)")
            exit(withError: Exit.unavailable)
        } catch {
            exit(withError: error)
        }
    }
}
