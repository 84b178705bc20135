import Files
import Server
import TouchCore

/// Keeps the values of scroll views, sliders and switches while the service does not run (`server: state: keep`).
final class ValueKeeper {
    /// µs between two writes, so that fingers wear no flash memory out.
    private static let interval: Int64 = 5_000_000
    /// µs that the end of the service waits for the last write.
    private static let patience: Int64 = 2_000_000

    private let folder: StateFolder?
    private let loop: EventLoop
    private let log: ServiceLog
    /// What is to be kept.
    private let values: () -> [SavedValue]
    private var isOn = false
    private var timer: EventLoop.Timer!
    private var isTimerSet = false
    /// What the file has; nil: nothing is known of it.
    private var written: [SavedValue]?
    private var job: BackgroundJob<String?>?
    private var hasComplained = false
    var isWriting: Bool { job != nil }

    /// - Parameter folder: nil: nothing is kept.
    init(_ folder: StateFolder?, loop: EventLoop, log: ServiceLog, values: @escaping () -> [SavedValue]) {
        self.folder = folder
        self.loop = loop
        self.log = log
        self.values = values
        timer = loop.timer { [unowned self] in
            isTimerSet = false
            write()
        }
    }

    /// Another configuration is in force.
    func use(keeps: Bool) {
        if keeps && folder == nil {
            log.warning(
                "\"state: keep\" has no effect: there is no folder for it ($STATE_DIRECTORY, which systemd's StateDirectory= sets), "
                    + "or recordings are played")
        }
        isOn = keeps && folder != nil
        if isOn { return treeChanged() }
        timer.clear()
        isTimerSet = false
        written = nil
        if !keeps { folder?.removeValues() }
    }

    /// Some value may be another.
    func treeChanged() {
        if !isOn || isTimerSet { return }
        timer.set(after: Self.interval)
        isTimerSet = true
    }

    private func write() {
        guard let folder, isOn else { return }
        // One that is not done yet hangs; the next one has what it has, and more.
        if job != nil { return treeChanged() }
        let new = values()
        if new == written { return }
        let job = job(writing: new, to: folder)
        if let failure = job.failure { return complain("cannot keep the values of the regions: \(failure)") }
        self.job = job
        loop.add(job.fd) { [unowned self] _ in
            guard let outcome = job.value else { return }
            loop.remove(job.fd)
            self.job = nil
            if let complaint = outcome { complain(complaint) } else { (written, hasComplained) = (new, false) }
        }
    }

    /// Its value is what has gone wrong; nil: nothing.
    private func job(writing values: [SavedValue], to folder: StateFolder, waitingAtMost patience: Int64 = .max) -> BackgroundJob<String?> {
        BackgroundJob(waitingAtMost: patience) { waits in
            do throws(FileError) { try folder.write(SavedValues.write(values), to: folder.values, waits) } catch {
                return "cannot keep the values of the regions: \(folder.values): \(error)"
            }
            return nil
        }
    }

    /// Once for each time that it goes wrong after it has gone well.
    private func complain(_ what: String) {
        if !hasComplained { log.error(what) }
        hasComplained = true
        treeChanged()
    }

    /// The service ends.
    func finish() {
        guard isOn, let folder else { return }
        let new = values()
        if new == written && job == nil { return }
        let last = job(writing: new, to: folder, waitingAtMost: Self.patience)
        if case let complaint?? = last.wait(unlessReadable: -1) { log.error(complaint) }
    }
}
