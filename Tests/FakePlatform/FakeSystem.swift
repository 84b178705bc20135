import Configuration
import Panels
import Server
import Service
import TouchCore
import Wire

/// A simulated system, in which the service notices only the changes that the test makes.
public final class FakeSystem {
    public let panels = FakePanels()
    public let outputs = FakeOutputs()
    public let interruptions = FakeInterruptions()
    public let configuration: FakeConfiguration
    public let commands = FakeCommands()
    public let virtualPanels: FakeVirtualPanels
    public let units = FakeUnits()
    /// Seconds since 1970 on the machine's wall clock.
    public var wallClock: Int64 = 1_795_391_999
    /// The folder of the state that survives the service.
    public var state: StateFolder?
    /// The log, line by line.
    public private(set) var log: [String] = []
    /// The notifications sent to the service manager.
    public private(set) var notes: [String] = []

    /// - Parameters:
    ///   - read: Returns the contents of the configuration's file each time it is read again.
    ///   - virtualPanels: The virtual panels that an earlier run of the service may have left.
    public init(
        virtualPanels: FakeVirtualPanels = FakeVirtualPanels(), _ read: @escaping (TreeInForce) -> Result<LoadedConfiguration, StartFailure>
    ) {
        self.virtualPanels = virtualPanels
        configuration = FakeConfiguration(read)
    }

    public var platform: Platform {
        Platform(
            panels: panels, outputs: outputs, interruptions: interruptions, configuration: configuration, commands: commands,
            units: units, virtualPanels: virtualPanels, log: ServiceLog { [unowned self] in log.append("\($0.level): \($0.text)") },
            state: state, wallClock: { [unowned self] in wallClock },
            notify: { [unowned self] in notes.append($0) }, discard: { _ in })
    }

    /// Forgets the handlers of a service that has ended.
    public func forgetService() {
        for device in panels.touchscreens as [FakeDevice] + panels.keypads { device.forgetReader() }
        panels.forgetService()
        outputs.forgetHandler()
        configuration.forgetJobs()
    }

    /// Returns the lines of the log since the last call.
    public func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

public final class FakeOutputs: OutputSource {
    /// The states of outputs; missing ones are unknown.
    public var states: [String: OutputWatcher.State] = [:]
    /// The state of the display's backlight; nil if it has none.
    public var backlight: OutputWatcher.State?
    /// The number of queries.
    public private(set) var looks = 0
    private var handler: (() -> Void)?
    public var isWatched: Bool { handler != nil }

    /// Plugs a connector in or out.
    public func change() { handler?() }

    public func state(of output: String) -> OutputWatcher.State {
        looks += 1
        return states[output] ?? .unknown(states.keys.sorted())
    }

    public func backlight(under outputs: [String], isOnlyScreen: Bool) -> OutputWatcher.State? { backlight }
    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) { self.handler = handler }
    public func unwatch(on loop: EventLoop) { handler = nil }
    func forgetHandler() { handler = nil }
}

public final class FakeInterruptions: InterruptionSource {
    public private(set) var suspendedTime: ClosedRange<Int64> = 0...0
    private var slept: Int64 = 0
    public private(set) var shownTerminal = Array("tty1".utf8)
    private var clockSet: (() -> Void)?
    private var terminalChanged: (() -> Void)?

    /// Simulates a sleep of this many µs; 0 only sets the clock. The two clocks are read this many µs apart.
    public func sleep(_ time: Int64, apart: Int64 = 0) {
        slept += time
        suspendedTime = slept - apart...slept + apart
        clockSet?()
    }

    public func show(_ terminal: String) {
        shownTerminal = Array(terminal.utf8)
        terminalChanged?()
    }

    public func watch(on loop: EventLoop, clockSet: @escaping () -> Void, terminalChanged: @escaping () -> Void) {
        self.clockSet = clockSet
        self.terminalChanged = terminalChanged
    }
}

public final class FakeConfiguration: ConfigurationSource {
    public let file = "test.yaml"
    /// Whether reading lasts until `finish` instead of until the loop's next turn.
    public var isSlow = false
    /// The error with which the last text of the file is refused after a trial; nil if it is valid.
    public var keptRefusal: StartFailure?
    private let result: (TreeInForce) -> Result<LoadedConfiguration, StartFailure>
    public private(set) var jobs: [FakeConfigurationJob] = []

    init(_ result: @escaping (TreeInForce) -> Result<LoadedConfiguration, StartFailure>) { self.result = result }

    func forgetJobs() { jobs = [] }

    public func read(_ text: ReloadOptions.Source, replacing tree: TreeInForce, isDryRun: Bool) -> any ConfigurationJob {
        let job =
            switch text {
            case .file: FakeConfigurationJob(isSlow: isSlow, tree, result)
            case .trial(let text, _):
                FakeConfigurationJob(isSlow: isSlow, tree) {
                    LoadedConfiguration.read(text, named: LoadedConfiguration.nameOfTrial, replacing: $0, isTrial: true)
                }
            case .kept(let text):
                FakeConfigurationJob(isSlow: isSlow, tree) { [file, keptRefusal] tree in
                    keptRefusal.map { .failure($0) } ?? LoadedConfiguration.read(text, named: file, replacing: tree)
                }
            }
        jobs.append(job)
        return job
    }
}

public final class FakeConfigurationJob: ConfigurationJob {
    public private(set) var value: Result<LoadedConfiguration, StartFailure>?
    public var startFailure: StartFailure? { nil }
    public var hangs = false
    private let isSlow: Bool
    private let tree: TreeInForce
    private let result: (TreeInForce) -> Result<LoadedConfiguration, StartFailure>
    private var handler: (() -> Void)?

    fileprivate init(isSlow: Bool, _ tree: TreeInForce, _ result: @escaping (TreeInForce) -> Result<LoadedConfiguration, StartFailure>) {
        self.isSlow = isSlow
        self.tree = tree
        self.result = result
    }

    public func watch(on loop: EventLoop, _ handler: @escaping () -> Void) {
        self.handler = handler
        if !isSlow { loop.later { [self] in finish() } }
    }

    public func unwatch(on loop: EventLoop) { handler = nil }

    /// Finishes reading the file.
    public func finish() {
        value = result(tree)
        handler?()
    }
}

public final class FakeCommands: CommandRunner {
    /// The panels whose command was run.
    public private(set) var run: [String] = []

    public func run(_ settings: PanelSettings) { run.append(settings.id) }
}

public final class FakeUnits: ScreenUnits {
    /// The events for which units were started: `wake main`.
    public private(set) var started: [String] = []

    public func start(for event: ScreenEvent, of screen: String) { started.append(Self.message(event, screen)) }

    /// Returns the events since the last call.
    public func takeStarted() -> [String] {
        defer { started = [] }
        return started
    }
}
