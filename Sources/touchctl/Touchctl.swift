import ArgumentParser
import Arguments
import Glibc
import Wire

@main
struct Touchctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touchctl", abstract: "Looks into touchd, its configuration and its recordings.",
        discussion: """
            Exits with 0 when all is well, 1 for a negative answer, 64 for what is asked for in a wrong way, 66 without input, 69 when \
            touchd is not reachable, 73 and 74 when it cannot write, 76 when touchd speaks otherwise, 77 without permission, \
            78 for a wrong configuration.
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
            complain("touchctl: argument \(number) is no UTF-8; give the file a name that is")
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
