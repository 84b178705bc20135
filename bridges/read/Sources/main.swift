import Arguments
import Glibc
import Logging
import SettingsFile

Log.program = "touchd-read"
ProcessMemory.protect()
exit(start(ProgramArguments.all))

/// Runs the bridge. Returns the exit status when it ends.
private func start(_ arguments: [String]) -> Int32 {
    let options: CommandLineOptions
    do throws(CommandLineOptions.UsageError) { options = try CommandLineOptions(arguments, configuration: Options.configuration) } catch {
        Log.writeBeforeExit(.readWrongArguments, "wrong arguments (see touchd-read --help): \(error.message)")
        return 64
    }
    switch options.action {
    case .help: print(Options.usage, terminator: "")
    case .version: print(Options.version)
    case .check, .serve:
        let settings: ReadSettings
        do throws(SettingsFile.Refused) { settings = try SettingsFile.load(options.configuration, ReadTable.settings, SettingsReader.read) } catch {
            error.print()
            return SettingsFile.refusedStatus
        }
        if options.action == .check {
            print("\(options.configuration): ok")
        } else {
            Bridge(settings).run()
        }
    }
    return 0
}
