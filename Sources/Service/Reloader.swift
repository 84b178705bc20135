import Configuration
import Server
import TouchCore
import Wire

/// Reads the configuration again when it is asked to: one file at a time, beside the loop.
final class Reloader {
    typealias Answer = (ReloadResult) -> Void

    /// How many jobs that hang there may be.
    private static let abandonedMost = 2
    private static let interval: Int64 = 100_000

    private let source: any ConfigurationSource
    private let loop: EventLoop
    /// The tree in force; whether nothing of what was made of it is to stay.
    private let tree: (_ resets: Bool) -> TreeInForce
    /// A file is about to be read; its outcome follows in `finished`.
    private let began: () -> Void
    /// Puts a configuration that was read into force, or says why there is none.
    private let finished: (Result<LoadedConfiguration, StartFailure>, ReloadOptions) -> ReloadResult
    /// Clients' edits are to wait, or need not wait any more.
    private let holdEdits: (Bool) -> Void
    /// Nothing is read any more, and those who asked have not been answered yet.
    private let settled: () -> Void
    private var job: (any ConfigurationJob)?
    private var options = ReloadOptions()
    /// How often the file has been read for those who have asked.
    private var readings = 0
    private static let mostReadings = 3
    /// Whom to tell what comes of the job.
    private var asked: [Answer] = []
    /// Who has asked since the job began: the file may be another one by now, so it is read again for them, once for all who ask alike.
    private var next: [(options: ReloadOptions, answer: Answer)] = []
    /// Jobs that hang in the kernel. There is nothing that would end them.
    private var abandoned: [any ConfigurationJob] = []
    private var timer: EventLoop.Timer!

    init(
        _ source: any ConfigurationSource, loop: EventLoop, tree: @escaping (_ resets: Bool) -> TreeInForce, began: @escaping () -> Void,
        finished: @escaping (Result<LoadedConfiguration, StartFailure>, ReloadOptions) -> ReloadResult, holdEdits: @escaping (Bool) -> Void,
        settled: @escaping () -> Void
    ) {
        self.source = source
        self.loop = loop
        self.tree = tree
        self.began = began
        self.finished = finished
        self.holdEdits = holdEdits
        self.settled = settled
        timer = loop.timer { [unowned self] in check() }
    }

    /// Answers once the new configuration, or the old one, is in force.
    func reload(_ options: ReloadOptions = ReloadOptions(), _ done: @escaping Answer) {
        next.append((options, done))
        if job == nil, asked.isEmpty { startNext() }
    }

    private func startNext() {
        guard let first = next.first else { return }
        options = first.options
        // Another text between them is another's turn.
        let end = next.firstIndex { $0.options.source != options.source } ?? next.count
        asked = next[..<end].filter { $0.options == options }.map(\.answer)
        next = next[..<end].filter { $0.options != options } + next[end...]
        readings = 0
        began()
        start()
    }

    private func start() {
        readings += 1
        // Or the loop would have to merge the trees, for as long as all else waits.
        if readings == Self.mostReadings { holdEdits(true) }
        abandoned.removeAll { $0.value != nil }
        guard abandoned.count < Self.abandonedMost else { return finish(.failure(LoadedConfiguration.hangs(source.file))) }
        let job = source.read(options.source, replacing: tree(options.resets), isDryRun: options.isDryRun)
        if let failure = job.startFailure { return finish(.failure(failure)) }
        self.job = job
        job.watch(on: loop) { [unowned self] in job.value.map(finish) }
        timer.set(after: Self.interval, every: Self.interval)
    }

    /// Called every so often while a file is read.
    private func check() {
        guard let job else { return timer.clear() }
        if let value = job.value { return finish(value) }
        guard job.hangs else { return }
        abandoned.append(job)
        finish(.failure(LoadedConfiguration.hangs(source.file)))
    }

    private func finish(_ outcome: Result<LoadedConfiguration, StartFailure>) {
        job?.unwatch(on: loop)
        timer.clear()
        // What clients have changed meanwhile is merged beside the loop as well. Their edits wait for the last reading.
        if case .success(let loaded) = outcome, !options.isDryRun, readings < Self.mostReadings, loaded.isOutdated(by: tree(options.resets).tree) {
            job = nil
            return start()
        }
        let result = finished(outcome, options)
        if readings == Self.mostReadings { holdEdits(false) }
        job = nil
        let answers = asked
        asked = []
        settled()
        for answer in answers { answer(result) }
        if job == nil, asked.isEmpty { startNext() }
    }
}
