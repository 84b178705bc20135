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
            73 and 74 if it cannot write, 76 if touchd speaks another protocol, 77 without permission, 78 for a wrong configuration. Options may stand \
            before or after the command; -V is --version; a file named - is standard input.
            """,
        version: String(ServerMessages.version.dropFirst("touchd ".count)),
        groupedSubcommands: [
            CommandGroup(
                name: "Monitoring",
                subcommands: [
                    Status.self, Monitor.self, Regions.self, Clients.self, Devices.self, Stats.self, Metrics.self, Version.self,
                ]),
            CommandGroup(name: "Checking", subcommands: [Check.self, Doctor.self, Hit.self]),
            CommandGroup(name: "Setup", subcommands: [Live.self, Edit.self, Calibrate.self, Map.self]),
            CommandGroup(name: "Operation", subcommands: [Reload.self, Screen.self, Idle.self, Recover.self, Unit.self, Open.self]),
            CommandGroup(name: "Testing", subcommands: [Test.self, Inject.self, Record.self, Replay.self, Report.self]),
        ])

    static func main() {
        // Writing to a reader that is gone must fail with an error, so the signal must not kill the program.
        signal(SIGPIPE, SIG_IGN)
        if let number = ProgramArguments.notUTF8 {
            complain("touchctl: argument \(number) is not UTF-8; rename the file")
            exit(withError: Exit.usage)
        }
        let arguments = prepared(ProgramArguments.all)
        if let unknown = UnknownCommand.first(in: arguments, of: Self.self) {
            complain(unknown.description)
            exit(withError: Exit.usage)
        }
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch let error as Connection.NotReachable {
            complain("touchctl: \(error)")
            exit(withError: Exit.unavailable)
        } catch {
            let status = exitCode(for: error)
            if error is ExitCode || status.isSuccess { exit(withError: error) }
            complain(WrongArguments(message: message(for: error), arguments: arguments).description)
            exit(withError: status)
        }
    }

    /// The arguments in the form in which ArgumentParser takes them.
    static func prepared(_ arguments: [String]) -> [String] {
        NegativeNumber.protected(Test.withWholeOptions(ArgumentOrder.commandFirst(arguments, of: self)))
    }
}
