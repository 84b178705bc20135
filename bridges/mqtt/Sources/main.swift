import Arguments
import Glibc
import Logging
import SettingsFile

Log.program = "touchd-mqtt"
ProcessMemory.protect()
exit(start(ProgramArguments.all))

/// Runs the bridge. Returns the exit status when it ends.
private func start(_ arguments: [String]) -> Int32 {
    let options: CommandLineOptions
    do throws(CommandLineOptions.UsageError) { options = try CommandLineOptions(arguments, configuration: Options.configuration) } catch {
        Log.writeBeforeExit(.mqttWrongArguments, "wrong arguments (see touchd-mqtt --help): \(error.message)")
        return 64
    }
    switch options.action {
    case .help: print(Options.usage, terminator: "")
    case .version: print("touchd-mqtt \(Options.version)")
    case .check, .serve:
        let settings: BridgeSettings
        do throws(SettingsFile.Refused) { settings = try BridgeSettings(file: options.configuration) } catch {
            error.print()
            return SettingsFile.refusedStatus
        }
        if options.action == .serve {
            Bridge(settings).run()
            return 0
        }
        if !settings.unreadable.isEmpty {
            SettingsFile.Refused(messages: settings.unreadable.map { "\(options.configuration): error: \($0)" }).print()
            return SettingsFile.refusedStatus
        }
        if let warning = settings.warning { print("\(options.configuration): warning: \(warning)") }
        print("\(options.configuration): ok")
    }
    return 0
}
