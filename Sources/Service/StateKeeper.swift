import Files
import Logging
import Server
import TouchCore

/// Keeps something in a file of the state folder while the service does not run, if the configuration says so.
final class StateKeeper<Contents: Equatable & Sendable> {
    /// What is kept, and how.
    struct Kind {
        /// What it is, for messages.
        let noun: String
        /// The key of the configuration that turns it on.
        let key: String
        /// µs between two writes, so that fingers wear no flash memory out.
        let interval: Int64
        let file: @Sendable (StateFolder) -> String
        let encode: @Sendable (Contents) -> [UInt8]
    }

    /// µs that the end of the service waits for the last write.
    private static var patience: Int64 { 2_000_000 }

    private let kind: Kind
    private let folder: StateFolder?
    private let loop: EventLoop
    private let log: ServiceLog
    /// What is to be kept.
    private let contents: () -> Contents
    private var isOn = false
    private var timer: EventLoop.Timer!
    private var isTimerSet = false
    /// What the file has; nil: nothing is known of it.
    private var written: Contents?
    private var job: BackgroundJob<String?>?
    private var hasComplained = false
    var isWriting: Bool { job != nil }

    /// - Parameter folder: nil: nothing is kept.
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

    /// Another configuration is in force.
    func use(keeps: Bool) {
        if keeps && folder == nil {
            log(
                .nowhereToKeep,
                "\"\(kind.key): keep\" has no effect: there is no folder for it ($STATE_DIRECTORY, which systemd's StateDirectory= sets), "
                    + "or recordings are played")
        }
        isOn = keeps && folder != nil
        if isOn { return changed() }
        timer.clear()
        isTimerSet = false
        written = nil
        if !keeps, let folder { folder.remove(kind.file(folder)) }
    }

    /// There may be something new to keep.
    func changed() {
        if !isOn || isTimerSet { return }
        timer.set(after: kind.interval)
        isTimerSet = true
    }

    private func write() {
        guard let folder, isOn else { return }
        // One that is not done yet hangs; the next one has what it has, and more.
        if job != nil { return changed() }
        let new = contents()
        if new == written { return }
        let job = job(writing: new, to: folder)
        if let failure = job.failure { return complain("cannot keep \(kind.noun): \(failure)") }
        self.job = job
        loop.add(job.fd) { [unowned self] _ in
            guard let outcome = job.value else { return }
            loop.remove(job.fd)
            self.job = nil
            if let complaint = outcome { complain(complaint) } else { (written, hasComplained) = (new, false) }
        }
    }

    /// Its value is what has gone wrong; nil: nothing.
    private func job(writing contents: Contents, to folder: StateFolder, waitingAtMost patience: Int64 = .max) -> BackgroundJob<String?> {
        let (noun, file, encode) = (kind.noun, kind.file(folder), kind.encode)
        return BackgroundJob(waitingAtMost: patience) { waits in
            do throws(FileError) { try folder.write(encode(contents), to: file, waits) } catch {
                return "cannot keep \(noun): \(file): \(error)"
            }
            return nil
        }
    }

    /// Once for each time that it goes wrong after it has gone well.
    private func complain(_ what: String) {
        if !hasComplained { log(.stateNotKept, what) }
        hasComplained = true
        changed()
    }

    /// The service ends.
    func finish() {
        guard isOn, let folder else { return }
        let new = contents()
        if new == written && job == nil { return }
        let last = job(writing: new, to: folder, waitingAtMost: Self.patience)
        if case let complaint?? = last.wait(unlessReadable: -1) { log(.stateNotKept, complaint) }
    }
}
