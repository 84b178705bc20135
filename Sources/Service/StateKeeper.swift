import Files
import Logging
import Server
import TouchCore

/// Keeps contents in a file of the state folder across runs of the service, if the configuration says so.
final class StateKeeper<Contents: Equatable & Sendable> {
    /// The kind of the contents, and how they are kept.
    struct Kind {
        /// The name that messages use for the contents.
        let noun: String
        /// The configuration key that turns keeping on; nil if no single key does.
        let key: String?
        /// The time in µs between two writes, so that touches do not wear out flash memory.
        let interval: Int64
        let file: @Sendable (StateFolder) -> String
        let encode: @Sendable (Contents) -> [UInt8]
    }

    /// The time in µs that the end of the service waits for the last write.
    private static var patience: Int64 { 2_000_000 }

    private let kind: Kind
    private let folder: StateFolder?
    private let loop: EventLoop
    private let log: ServiceLog
    /// Returns the contents to keep.
    private let contents: () -> Contents
    private var isOn = false
    private var timer: EventLoop.Timer!
    private var isTimerSet = false
    /// The contents of the file; nil if they are unknown.
    private var written: Contents?
    private var job: BackgroundJob<String?>?
    private var hasLoggedFailure = false
    var isWriting: Bool { job != nil }

    /// - Parameter folder: the state folder; nil if nothing is kept.
    init(_ kind: Kind, in folder: StateFolder?, loop: EventLoop, log: ServiceLog, contents: @escaping () -> Contents) {
        self.kind = kind
        self.folder = folder
        self.loop = loop
        self.log = log
        self.contents = contents
        timer = loop.timer { [unowned self] in
            isTimerSet = false
            write()
        }
    }

    /// Applies a new configuration.
    func use(keeps: Bool) {
        if keeps, folder == nil, let key = kind.key {
            log(
                .nowhereToKeep,
                "\"\(key): keep\" has no effect: there is no state folder ($STATE_DIRECTORY, set by systemd's StateDirectory=), "
                    + "or recordings are played")
        }
        isOn = keeps && folder != nil
        if isOn { return changed() }
        timer.clear()
        isTimerSet = false
        written = nil
        if !keeps, let folder { folder.remove(kind.file(folder)) }
    }

    /// Schedules a write, because there may be something new to keep.
    func changed() {
        if !isOn || isTimerSet { return }
        timer.set(after: kind.interval)
        isTimerSet = true
    }

    private func write() {
        guard let folder, isOn else { return }
        // The previous write has not finished, so it probably hangs. Try again later: the next write also has the contents of this one.
        if job != nil { return changed() }
        let new = contents()
        if new == written { return }
        let job = job(writing: new, to: folder)
        if let failure = job.failure { return logFailure("cannot save \(kind.noun): \(failure)") }
        self.job = job
        loop.add(job.fd) { [unowned self] _ in
            guard let outcome = job.value else { return }
            loop.remove(job.fd)
            self.job = nil
            if let complaint = outcome { logFailure(complaint) } else { (written, hasLoggedFailure) = (new, false) }
        }
    }

    /// Returns a job that writes the contents. Its value is the error message; nil on success.
    private func job(writing contents: Contents, to folder: StateFolder, waitingAtMost patience: Int64 = .max) -> BackgroundJob<String?> {
        let (noun, file, encode) = (kind.noun, kind.file(folder), kind.encode)
        return BackgroundJob(waitingAtMost: patience) { waits in
            do throws(FileError) { try folder.write(encode(contents), to: file, waits) } catch {
                return "cannot save \(noun): \(file): \(error)"
            }
            return nil
        }
    }

    /// Logs a failure and schedules the next attempt. Further failures are not logged until a write has succeeded.
    private func logFailure(_ what: String) {
        if !hasLoggedFailure { log(.stateNotKept, what) }
        hasLoggedFailure = true
        changed()
    }

    /// Writes the contents a last time, when the service ends.
    func finish() {
        guard isOn, let folder else { return }
        let new = contents()
        if new == written && job == nil { return }
        let last = job(writing: new, to: folder, waitingAtMost: Self.patience)
        if case let complaint?? = last.wait(unlessReadable: -1) { log(.stateNotKept, complaint) }
    }
}
