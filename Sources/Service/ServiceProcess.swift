import CLinux
import Glibc
import Logging
import Recordings
import Server
import Sockets

/// The service as a process: runs on the real system until a signal ends it.
public final class ServiceProcess {
    private let loop = EventLoop()
    private let manager = ServiceManager()
    private let signals = Signals()
    private let service: TouchService

    public init(_ options: ServiceOptions) throws(StartFailure) {
        signal(SIGPIPE, SIG_IGN)
        // Without this, the descriptor of a virtual panel could be turned into a keyboard. It comes before the first thread starts, because it
        // applies only to this thread and to threads that start later.
        if SocketPath.devicesInEnvironment != nil, clinux_refuse_uinput() < 0 {
            let why = String(cString: strerror(errno))
            Log.write(.uinputNotRefused, "cannot give up the right to change virtual panels: \(why)", .reason(why))
        }
        // Lets threads reuse each other's freed memory, because a reload of a large configuration needs memory for the old tree, the new tree and its
        // source at the same time.
        clinux_share_memory()
        let file = options.configurationFile
        let state = options.recordings.isEmpty ? options.state : nil
        let loaded = try Self.load(file, state, signals)
        for warning in loaded.warnings { Log.write(.configurationWarning, warning, .file(file)) }
        var sockets = ServiceSockets(options, loaded.settings.server)
        let listeners = try sockets.open()
        let recordings: [Recording]
        do { recordings = try Self.load(options.recordings, signals) } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        let system = Platform.system(configuration: file, instance: options.instance, state: state, kept: sockets.kept, loop: loop, manager: manager)
        service = try TouchService(
            loaded, listeners: listeners, recordings: recordings, loops: options.loops, epoch: Self.randomEpoch(), loop: loop,
            platform: options.hasNoDevices ? system.withoutDevices : system)
        loop.add(signals.fd) { [unowned self] _ in handleSignals() }
        loop.add(Log.leftOut) { _ in Log.writeLeftOut() }
        if let failure = loop.failure ?? Descriptors.shortage(spare: Descriptors.spareAtStart) {
            service.publisher.close()
            throw StartFailure(message: failure, status: StartFailure.system)
        }
    }

    /// Waits for some seconds, or for a signal, if sockets were passed to this process. The service manager starts the service again for every client
    /// that waits at them, so a wrong configuration would start it without a pause.
    public static func pauseBeforeExit() {
        if !SocketActivation.hasUntakenDescriptors { return }
        var ends = sigset_t()
        sigemptyset(&ends)
        for signal in [SIGTERM, SIGINT] { sigaddset(&ends, signal) }
        var patience = timespec(tv_sec: 5, tv_nsec: 0)
        sigtimedwait(&ends, nil, &patience)
    }

    /// Runs until a signal ends the service.
    public func run() {
        service.start()
        // Returns the memory that reading the configuration needed.
        clinux_trim()
        if let interval = manager.watchdogInterval {
            // The loop itself sends this, so that the watchdog detects a loop that hangs.
            let timer = loop.timer { [manager] in manager.notify("WATCHDOG=1") }
            timer.set(after: interval / 2, every: interval / 2)
        }
        if signals.isStale { service.reload { _ in } }
        loop.run()
        Log.finish()
    }

    private func handleSignals() {
        while let signal = signals.next() {
            if signal == SIGHUP {
                service.reload { _ in }
            } else {
                let why = signal == SIGINT ? "SIGINT" : "SIGTERM"
                Log.write(.stopping, "stopping: \(why)", .reason(why))
                service.shutDown()
                loop.stop()
            }
        }
    }

    /// Loads the configuration, or its last good copy if the configuration is wrong, because a kiosk without touch input is useless.
    private static func load(_ file: String, _ state: StateFolder?, _ signals: Signals) throws(StartFailure) -> LoadedConfiguration {
        let hangs = LoadedConfiguration.timeoutFailure(file)
        let failure: StartFailure
        do { return try LoadedConfiguration.job(file, copyingTo: state).result(signals, ifItHangs: hangs) } catch { failure = error }
        guard let state, failure.status == StartFailure.configuration else { throw failure }
        return try LoadedConfiguration.lastGoodJob(state, of: file, insteadOf: failure).result(signals, ifItHangs: failure)
    }

    private static func load(_ files: [String], _ signals: Signals) throws(StartFailure) -> [Recording] {
        if files.isEmpty { return [] }
        let job = BackgroundJob<Result<[Recording], StartFailure>> { waits in
            var recordings: [Recording] = []
            for file in files {
                do throws(RecordingError) { recordings.append(try Recording.load(file, waits: waits)) } catch {
                    return .failure(StartFailure(message: "\(error)", status: StartFailure.noInput))
                }
            }
            return .success(recordings)
        }
        return try job.result(
            signals,
            ifItHangs: StartFailure(
                message: "cannot read the recordings \(files.joined(separator: ", ")): the system does not answer; check their file system",
                status: StartFailure.noInput))
    }

    private static func randomEpoch() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = String(generator.next(), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
