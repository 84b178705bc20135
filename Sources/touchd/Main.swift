import Glibc
import Logging
import Server
import Service
import Wire

@main
struct Main {
    static func main() {
        Log.program = "touchd"
        let options: Options
        do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
            Log.write(.wrongArguments, error.message + "\n" + Options.usage)
            exit(64)
        }
        if options.wantsHelp || options.wantsVersion {
            print(options.wantsHelp ? Options.usage : ServerMessages.version)
            exit(0)
        }
        Descriptors.allowAll()
        do {
            let process = try ServiceProcess(options.service)
            process.run()
        } catch {
            // Also where it is what a file or a socket could not be opened for.
            let shortage = error.status == StartFailure.system ? nil : Descriptors.shortage(spare: Descriptors.spareAtStart)
            switch error.status {
            case 0: Log.write(.stoppedBeforeStart, error.message)
            case StartFailure.configuration: Log.write(.configurationFault, error.message, .file(options.service.configurationFile))
            default: Log.write(.startFailed, error.message)
            }
            if let shortage { Log.write(.descriptorsShort, shortage) }
            exit(shortage == nil ? error.status : StartFailure.system)
        }
    }
}
