import Configuration
import Server
import TouchCore
import Wire

/// Reads the configuration again on request: one file at a time, in a background thread.
final class Reloader {
    typealias Answer = (ReloadResult) -> Void

    /// The maximum number of abandoned jobs that still hang. No file is read while there are that many.
    private static let abandonedMost = 2
    private static let interval: Int64 = 100_000

    private let source: any ConfigurationSource
    private let loop: EventLoop
    /// Returns the tree in force. With `resets`, the next configuration discards all changes that fingers and clients have made to this tree.
    private let tree: (_ resets: Bool) -> TreeInForce
    /// Called when a configuration is about to be read. The result of reading is passed to `finished`.
    private let began: () -> Void
    /// Uses a configuration that was read, or reports why it is refused.
    private let finished: (Result<LoadedConfiguration, StartFailure>, ReloadOptions) -> ReloadResult
    /// Holds clients' edits, or releases them.
    private let holdEdits: (Bool) -> Void
    /// Called when reading is over, before the requests are answered.
    private let didFinishReading: () -> Void
    private var job: (any ConfigurationJob)?
    private var options = ReloadOptions()
    /// The number of times the file has been read for the current requests.
    private var readings = 0
    private static let mostReadings = 3
    /// The answers to the requests that the current job serves.
    private var pendingAnswers: [Answer] = []
    /// Requests that came after the job began. The file may have changed since, so it is read again, once for all requests with equal options.
    private var next: [(options: ReloadOptions, answer: Answer)] = []
    /// Jobs that hang in the kernel. Nothing can end them.
    private var abandoned: [any ConfigurationJob] = []
    private var timer: EventLoop.Timer!

    init(
        _ source: any ConfigurationSource, loop: EventLoop, tree: @escaping (_ resets: Bool) -> TreeInForce, began: @escaping () -> Void,
        finished: @escaping (Result<LoadedConfiguration, StartFailure>, ReloadOptions) -> ReloadResult, holdEdits: @escaping (Bool) -> Void,
        didFinishReading: @escaping () -> Void
    ) {
        self.source = source
        self.loop = loop
        self.tree = tree
        self.began = began
        self.finished = finished
        self.holdEdits = holdEdits
        self.didFinishReading = didFinishReading
        timer = loop.timer { [unowned self] in check() }
    }

    /// Reads the configuration. Calls `done` once the new configuration, or the old one, is in force.
    func reload(_ options: ReloadOptions = ReloadOptions(), _ done: @escaping Answer) {
        next.append((options, done))
        if job == nil, pendingAnswers.isEmpty { startNext() }
    }

    private func startNext() {
        guard let first = next.first else { return }
        options = first.options
        // Requests that came after a request for another text wait until that text has been read.
        let end = next.firstIndex { $0.options.source != options.source } ?? next.count
        pendingAnswers = next[..<end].filter { $0.options == options }.map(\.answer)
        next = next[..<end].filter { $0.options != options } + next[end...]
        readings = 0
        began()
        start()
    }

    private func start() {
        readings += 1
        // Edits during the last reading would force the loop to merge the trees, which would stall everything else.
        if readings == Self.mostReadings { holdEdits(true) }
        abandoned.removeAll { $0.value != nil }
        guard abandoned.count < Self.abandonedMost else { return finish(.failure(LoadedConfiguration.timeoutFailure(source.file))) }
        let job = source.read(options.source, replacing: tree(options.resets), isDryRun: options.isDryRun)
        if let failure = job.startFailure { return finish(.failure(failure)) }
        self.job = job
        job.watch(on: loop) { [unowned self] in job.value.map(finish) }
        timer.set(after: Self.interval, every: Self.interval)
    }

    /// Checks the current job. Called at regular intervals while a file is read.
    private func check() {
        guard let job else { return timer.clear() }
        if let value = job.value { return finish(value) }
        guard job.hangs else { return }
        abandoned.append(job)
        finish(.failure(LoadedConfiguration.timeoutFailure(source.file)))
    }

    private func finish(_ outcome: Result<LoadedConfiguration, StartFailure>) {
        job?.unwatch(on: loop)
        timer.clear()
        // If clients have changed the tree meanwhile, read again, so that their changes are merged in the background thread, too. During the last
        // reading, edits wait.
        if case .success(let loaded) = outcome, !options.isDryRun, readings < Self.mostReadings, loaded.isOutdated(by: tree(options.resets).tree) {
            job = nil
            return start()
        }
        let result = finished(outcome, options)
        if readings == Self.mostReadings { holdEdits(false) }
        job = nil
        let answers = pendingAnswers
        pendingAnswers = []
        didFinishReading()
        for answer in answers { answer(result) }
        if job == nil, pendingAnswers.isEmpty { startNext() }
    }
}
