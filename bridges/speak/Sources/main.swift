import Arguments
import Glibc
import Logging
import SettingsFile
import Speech

Log.program = "touchd-speak"
ProcessMemory.protect()
exit(start(ProgramArguments.all))

/// Runs the bridge. Returns the exit status when it ends.
private func start(_ arguments: [String]) -> Int32 {
    let options: CommandLineOptions
    do throws(CommandLineOptions.UsageError) { options = try CommandLineOptions(arguments, configuration: Options.configuration) } catch {
        Log.writeBeforeExit(.speakWrongArguments, "wrong arguments (see touchd-speak --help): \(error.message)")
        return 64
    }
    switch options.action {
    case .help: print(Options.usage, terminator: "")
    case .version: print(Options.version)
    case .check, .serve:
        let settings: SpeakSettings
        let languages: SpokenLanguages
        do throws(SettingsFile.Refused) {
            settings = try SettingsFile.load(options.configuration, SpeakTable.settings, SettingsReader.read)
            languages = try SpokenLanguages(settings, file: options.configuration)
        } catch {
            error.print()
            return SettingsFile.refusedStatus
        }
        if options.action == .check {
            print("\(options.configuration): ok")
        } else {
            Bridge(settings, languages).run()
        }
    }
    return 0
}
