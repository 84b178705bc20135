import Arguments
import Glibc
import Logging
import NIOCore
import NIOPosix
import SettingsFile
import Sockets

/// The program: arguments, sockets, signals, exit statuses.
public struct Program {
    private enum Status { static let usage: Int32 = 64, unavailable: Int32 = 69 }

    /// Runs the bridge. Returns the exit status when it ends.
    public static func main(_ arguments: [String]) -> Int32 {
        Log.program = "touchd-web"
        ProcessMemory.protect()
        let options: CommandLineOptions
        do throws(CommandLineOptions.UsageError) { options = try CommandLineOptions(arguments, configuration: Options.configuration) } catch {
            Log.writeBeforeExit(.wrongArguments, "wrong arguments (see touchd-web --help): \(error.message)")
            ClosedPort.serve(ListeningSocket.passed(), configuration: Options.configuration)
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
        let passed = options.action == .check ? [] : ListeningSocket.passed()
        do throws(ListeningSocket.Failure) { try ListeningSocket.check(passed) } catch {
            Log.writeBeforeExit(.startFailed, error.message)
            ClosedPort.serve(passed, configuration: options.configuration)
            return SettingsFile.refusedStatus
        }
        let loaded: LoadedSettings
        do throws(SettingsFile.Refused) { loaded = try LoadedSettings(options.configuration) } catch {
            error.print()
            ClosedPort.serve(passed, configuration: options.configuration)
            return SettingsFile.refusedStatus
        }
        let pages = Pages(folder: loaded.settings.pages ?? Pages.installed)
        let complaints = pages.complaints(isAdmin: loaded.settings.isAdmin)
        if options.action == .check {
            for complaint in complaints { print("\(options.configuration): warning: \(complaint)") }
            print("\(options.configuration): ok")
            return 0
        }
        for complaint in complaints { Log.write(.pagesMissing, complaint, .file(pages.folder)) }
        // Block signals before the loop's thread is created, because threads inherit the mask. The main thread only waits for signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        signal(SIGPIPE, SIG_IGN)
        return Program(options, loaded).run(loaded, pages, passed, signals)
    }

    private let options: CommandLineOptions
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let loop: EventLoop
    private let settings: Settings
    private let notifySocket = getenv("NOTIFY_SOCKET").map { String(cString: $0) }

    private init(_ options: CommandLineOptions, _ loaded: LoadedSettings) {
        self.options = options
        settings = loaded.settings
        loop = group.next()
    }

    private func run(_ loaded: LoadedSettings, _ pages: Pages, _ passed: [Int32], _ signals: sigset_t) -> Int32 {
        let settings = loaded.settings
        let held = passed.compactMap(ListeningSocket.endpoint)
        let others = settings.listen.filter { !held.contains($0) }
        var sockets = passed
        for endpoint in others {
            do throws(ListeningSocket.Failure) { sockets.append(try ListeningSocket.bound(endpoint)) } catch {
                if passed.isEmpty {
                    Log.writeBeforeExit(.startFailed, error.message)
                    return Status.unavailable
                }
                Log.write(.portTaken, "\(error.message); the bridge continues without it")
                continue
            }
            if passed.isEmpty { continue }
            Log.write(.portNotHeld, "\(endpoint.text) of \"listen\" is not in the socket unit, so another user can take the port first")
        }
        // A channel that cannot listen closes its socket, so copies are kept.
        let spares = passed.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        let endpoints = sockets.compactMap(ListeningSocket.endpoint)
        let admission = loaded.admission(endpoints)
        let (loop, group) = (loop, group)
        let bridge: NIOLoopBound<Bridge>
        let listeners: [Channel]
        do {
            bridge = try loop.submit { NIOLoopBound(Bridge(settings, admission, pages), eventLoop: loop) }.wait()
            listeners = try sockets.map { try Listener.bootstrap(bridge, group).withBoundSocket($0).wait() }
        } catch {
            Log.writeBeforeExit(.startFailed, "cannot listen on the sockets: \(error)")
            ClosedPort.serve(spares, configuration: options.configuration)
            return Status.unavailable
        }
        for spare in spares { close(spare) }
        for endpoint in endpoints { Log.write(.listening, "listening on \(endpoint.text)") }
        notify("READY=1")
        startWatchdog()
        _ = loop.scheduleRepeatedTask(initialDelay: .seconds(10), delay: .seconds(10)) { _ in Log.writeLeftOut() }
        waitForSignals(signals, bridge, endpoints)
        notify("STOPPING=1")
        for listener in listeners { listener.close(promise: nil) }
        let stopped = loop.flatSubmit { bridge.value.stop(on: loop) }
        let deadline = loop.scheduleTask(in: .seconds(2)) {}
        let end = loop.makePromise(of: Void.self)
        stopped.whenComplete { _ in end.succeed() }
        deadline.futureResult.whenComplete { _ in end.succeed() }
        try? end.futureResult.wait()
        Log.finish()
        return 0
    }

    /// Handles signals. Returns when the program must exit.
    private func waitForSignals(_ signals: sigset_t, _ bridge: NIOLoopBound<Bridge>, _ endpoints: [Endpoint]) {
        var signals = signals
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            switch signal {
            case SIGHUP: reload(bridge, endpoints)
            case SIGCHLD: loop.execute { bridge.value.tools.reap() }
            default: return
            }
        }
    }

    private func reload(_ bridge: NIOLoopBound<Bridge>, _ endpoints: [Endpoint]) {
        notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now)")
        defer { notify("READY=1") }
        do throws(SettingsFile.Refused) {
            let loaded = try LoadedSettings(options.configuration)
            let changed = self.settings.keysOfStart(changedIn: loaded.settings)
            if !changed.isEmpty {
                // Tokens and tools were meant for this socket and these rights, so nothing of the new file is used.
                let keys = changed.map { "\"\($0)\"" }.joined(separator: ", ")
                throw SettingsFile.Refused(messages: ["\(options.configuration): error: \(keys) cannot change until you restart the bridge"])
            }
            let (settings, admission) = (loaded.settings, loaded.admission(endpoints))
            loop.execute { bridge.value.reload(settings, admission) }
            Log.write(.settingsInForce, "reloaded \(options.configuration)", .file(options.configuration))
        } catch {
            for message in error.messages { Log.write(.settingsFault, message, .file(options.configuration)) }
            Log.write(.settingsRefused, "the old settings stay in force", .file(options.configuration))
        }
    }

    private func notify(_ state: String) {
        if let notifySocket { Datagram.send(state, to: notifySocket) }
    }

    private func startWatchdog() {
        guard let notifySocket, let text = getenv("WATCHDOG_USEC"), let interval = Int64(String(cString: text)), interval > 0 else { return }
        let half = TimeAmount.microseconds(interval / 2)
        _ = loop.scheduleRepeatedTask(initialDelay: half, delay: half) { _ in Datagram.send("WATCHDOG=1", to: notifySocket) }
    }
}
