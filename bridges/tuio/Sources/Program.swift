import Arguments
import CLinux
import Glibc
import Logging
import SettingsFile
import Sockets

/// The program: arguments, signals, timers, exit statuses.
@main struct Program {
    private enum Status { static let usage: Int32 = 64, system: Int32 = 71 }

    static func main() { exit(run(ProgramArguments.all)) }

    /// Runs the outputs. Returns the exit status when they end.
    private static func run(_ arguments: [String]) -> Int32 {
        Log.program = "touchd-tuio"
        ProcessMemory.protect()
        let options: CommandLineOptions
        do throws(CommandLineOptions.UsageError) { options = try CommandLineOptions(arguments, configuration: Options.configuration) } catch {
            Log.writeBeforeExit(.wrongArguments, "wrong arguments (see touchd-tuio --help): \(error.message)")
            return Status.usage
        }
        switch options.action {
        case .help:
            print(Options.usage, terminator: "")
            return 0
        case .version:
            print(Options.version)
            return 0
        case .check, .serve: break
        }
        let settings: Settings
        do throws(SettingsFile.Refused) {
            settings = try SettingsFile.load(options.configuration, .tuio, SettingsReader.read)
        } catch {
            error.print()
            return SettingsFile.refusedStatus
        }
        if options.action == .check {
            print("\(options.configuration): ok")
            return 0
        }
        return serve(settings)
    }

    private static func serve(_ settings: Settings) -> Int32 {
        // Block signals before the first thread is created, because threads inherit the mask.
        let signals = clinux_signalfd([SIGTERM, SIGINT], 2)
        guard signals >= 0, let alarm = Alarm() else {
            let reason = String(cString: strerror(errno))
            Log.writeBeforeExit(.noDescriptor, "cannot create descriptors for signals and timers: \(reason)")
            return Status.system
        }
        var outputs: [Output] = []
        for one in settings.outputs {
            guard let output = Output(one, socket: settings.socket, alarm: alarm) else {
                let (peer, reason) = (one.destination.text, String(cString: strerror(errno)))
                Log.writeBeforeExit(.noSocket, "\(one.name): cannot create a socket for \(peer): \(reason)")
                return Status.system
            }
            Log.write(.outputBegins, "\(one.name): sending to \(one.destination.text)", one.field, .peer(one.destination.text))
            outputs.append(output)
        }
        for output in outputs { Task.detached { await output.run() } }
        notify("READY=1")
        wait(signals, alarm, outputs)
        notify("STOPPING=1")
        for output in outputs { output.end() }
        Log.finish()
        return 0
    }

    /// Waits for signals and timers. Returns when the program must exit.
    private static func wait(_ signals: Int32, _ alarm: Alarm, _ outputs: [Output]) {
        var ready = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
        alarm.wake(by: MonotonicClock.now)
        while true {
            guard poll(&ready, 2, -1) > 0 else { continue }
            if ready[0].revents != 0 { return }
            alarm.stop()
            let now = MonotonicClock.now
            for output in outputs { alarm.wake(by: output.tick(now)) }
            Log.writeLeftOut()
            // This happens at least once a second, because all cursors are sent that often.
            notify("WATCHDOG=1")
        }
    }

    private static func notify(_ state: String) {
        if let path = getenv("NOTIFY_SOCKET") { Datagram.send(state, to: String(cString: path)) }
    }
}
