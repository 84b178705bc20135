import Glibc
import Server
import Wire

@main
struct Main {
    static func main() {
        let options: Options
        do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
            Log.error(error.message + "\n" + Options.usage)
            exit(64)
        }
        if options.wantsHelp || options.wantsVersion {
            print(options.wantsHelp ? Options.usage : ServerMessages.version)
            exit(0)
        }
        do {
            let daemon = try Daemon(options)
            daemon.run()
        } catch {
            Log.error(error.message)
            exit(error.status)
        }
    }
}
