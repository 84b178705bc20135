import Arguments
import Glibc
import Logging
import Server
import Service
import Wire

@main
struct Main {
    static func main() {
        Log.program = "touchd"
        ProcessMemory.protect()
        let options: Options
        do { options = try Options(ProgramArguments.all) } catch {
            Log.writeBeforeExit(.wrongArguments, "wrong arguments (see touchd --help): \(error.message)")
            ServiceProcess.pauseBeforeExit()
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
            // A shortage of descriptors is also reported if it kept a file or a socket from being opened.
            let shortage = error.status == StartFailure.system ? nil : Descriptors.shortage(spare: Descriptors.spareAtStart)
            switch error.status {
            case 0: Log.writeBeforeExit(.stoppedBeforeStart, error.message)
            case StartFailure.configuration:
                Log.writeBeforeExit(.configurationFault, error.message)
                ServiceProcess.pauseBeforeExit()
            default: Log.writeBeforeExit(.startFailed, error.message)
            }
            if let shortage { Log.writeBeforeExit(.descriptorsShort, shortage) }
            exit(shortage == nil ? error.status : StartFailure.system)
        }
    }
}
