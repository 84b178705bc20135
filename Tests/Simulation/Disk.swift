import Configuration
import Glibc
import Synchronization

/// The folder of kept state, as a disk that fails and loses power: it knows which bytes and names have reached the disk. Threads of the daemon write it.
final class Disk: Sendable {
    /// A fault that is due when a file has been worked on by this many calls.
    struct Plan {
        enum Kind { case failure(Int32), short, powerCut }

        /// The name of the file, or `folder` for the folder itself.
        var file: String
        var call: Int
        var kind: Kind
        /// A number from 0 to 1 for each decision that the fault needs.
        var chance: Double

        static let folder = ""
    }

    /// A fault of reading a file, which is due at this call: 0 for `stat`, 1 for `open`, then each `read`.
    struct ReadPlan {
        var file: String
        var call: Int
        /// The error; nil if a part is read.
        var code: Int32?
    }

    private struct File {
        /// The number of calls since the daemon began to write the file.
        var calls = 0
        /// Whether the new name may not have reached the disk, and the contents before.
        var hasUnsyncedName = false
        var before: [UInt8]?
    }

    private struct State {
        var files: [String: File] = [:]
        /// The names of the files, temporary ones too, whose bytes may not have reached the disk.
        var unsynced: Set<String> = []
        var running = 0
        var plan: Plan?
        var readPlan: ReadPlan?
        /// The number of calls that have read the file of the plan.
        var readCalls = 0
        /// The file whose reading has failed.
        var unread: String?
        /// The contents of the files after the last power cut; nil if there was none.
        var left: [String: [UInt8]]?
        var faults: [String] = []
        var writes = 0
    }

    /// The path of a configuration file, of which the folder keeps a copy.
    static let configuration = "/etc/touchd/config.yaml"
    static let lastGood = lastGoodName(of: configuration)!
    static let names = ["values.json", "statistics.json", "panels.json", "hours.json", lastGood]
    let folder: String
    private let state = Mutex(State())

    init(_ folder: String) {
        self.folder = folder
        mkdir(folder, 0o700)
        empty()
    }

    // MARK: The simulation's side

    /// Plans a fault, instead of the last one if that is still to come.
    func plan(_ plan: Plan) { state.withLock { $0.plan = plan } }

    func forgetPlan() { state.withLock { $0.plan = nil } }

    /// Whether a fault is planned for a file, or for the folder.
    func hasPlan(for file: String) -> Bool { state.withLock { $0.plan.map { $0.file == file || $0.file == Plan.folder } ?? false } }

    /// Plans a fault of the next reading of a file.
    func plan(_ plan: ReadPlan) { state.withLock { ($0.readPlan, $0.readCalls, $0.unread) = (plan, 0, nil) } }

    /// Forgets the plan of reading. Returns the file whose reading has failed.
    func endReadPlan() -> String? {
        state.withLock { state in
            defer { (state.readPlan, state.unread) = (nil, nil) }
            return state.unread
        }
    }

    /// Waits for the threads that write files.
    func awaitThreads() { while state.withLock({ $0.running != 0 }) { usleep(20) } }

    /// Returns the names of the faults since the last call, sorted, because threads do not come in one order.
    func takeFaults() -> [String] {
        state.withLock { state in
            defer { state.faults = [] }
            return state.faults.sorted()
        }
    }

    /// The number of files replaced.
    var writes: Int { state.withLock(\.writes) }

    /// Returns the contents of the files after a power cut in the middle of a write; nil if there was none since the last call.
    func takeLeft() -> [String: [UInt8]]? {
        state.withLock { state in
            defer { state.left = nil }
            return state.left
        }
    }

    /// Returns the contents of the files after a power cut now.
    func cutPower(_ chance: Double) -> [String: [UInt8]] { state.withLock { remains($0, chance) } }

    /// Replaces the contents of the folder.
    func restore(_ files: [String: [UInt8]]) {
        empty()
        for (name, bytes) in files {
            guard let file = fopen("\(folder)/\(name)", "w") else { continue }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
        state.withLock { ($0.files, $0.unsynced) = ([:], []) }
    }

    func contents(_ name: String) -> [UInt8]? {
        guard let file = fopen("\(folder)/\(name)", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    var all: [String: [UInt8]] { Dictionary(uniqueKeysWithValues: Self.everyName.compactMap { name in contents(name).map { (name, $0) } }) }

    private static var everyName: [String] { names.flatMap { [$0, $0 + ".new"] } }

    func empty() { for name in Self.everyName { remove("\(folder)/\(name)") } }

    func removeFolder() {
        empty()
        rmdir(folder)
    }

    // MARK: The daemon's side

    func began() { state.withLock { $0.running += 1 } }

    func finished() { state.withLock { $0.running -= 1 } }

    /// Returns the path of an open descriptor in the folder, or of the folder; nil for others.
    func path(of fd: Int32) -> String? {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = readlink("/proc/self/fd/\(fd)", &bytes, bytes.count - 1)
        let path = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.hasPrefix(folder) ? path : nil
    }

    func unlink(_ path: String) {
        guard path.hasPrefix(folder) else { return }
        state.withLock {
            $0.files[name(path), default: File()].calls = 0
            $0.unsynced.remove(last(path))
            _ = step("unlink", path, &$0)
        }
    }

    /// Returns the error of opening a file or the folder; nil if it succeeds.
    func open(_ path: String, isNew: Bool) -> Int32? {
        guard path.hasPrefix(folder) else { return nil }
        if path == folder { return state.withLock { code(folderFault("open", &$0)) } }
        if isNew { return call("open", path) }
        if case .failure(let code) = read("open", path) { return code }
        return nil
    }

    var isReadPlanned: Bool { state.withLock { $0.readPlan != nil } }

    /// Returns the outcome of a call that reads a file.
    func read(_ what: String, _ path: String) -> Faults.Outcome {
        guard path.hasPrefix(folder + "/") else { return .all }
        return state.withLock { state in
            guard let plan = state.readPlan, last(path) == plan.file else { return .all }
            defer { state.readCalls += 1 }
            if state.readCalls != plan.call { return .all }
            if let code = plan.code {
                state.faults.append("\(what) of a kept file \(Faults.name(code))")
                state.unread = plan.file
                return .failure(code)
            }
            if what != "read" { return .all }
            state.faults.append("read of a kept file short")
            return .part(1)
        }
    }

    func call(_ what: String, _ path: String) -> Int32? { state.withLock { code(step(what, path, &$0)) } }

    func write(_ path: String, _ count: Int) -> Faults.Outcome {
        state.withLock {
            guard let plan = step("write", path, &$0) else { return .all }
            if case .short = plan.kind { return .part(max(1, Int(Double(count) * plan.chance))) }
            return code(plan).map { .failure($0) } ?? .all
        }
    }

    func didWrite(_ path: String, _ count: Int) -> Int {
        state.withLock { _ = $0.unsynced.insert(last(path)) }
        return count
    }

    func sync(_ path: String) -> Int32? {
        state.withLock {
            if path == folder {
                if let code = code(folderFault("fsync", &$0)) { return code }
                for name in $0.files.keys { $0.files[name]!.hasUnsyncedName = false }
                return nil
            }
            if let code = code(step("fsync", path, &$0)) { return code }
            $0.unsynced.remove(last(path))
            return nil
        }
    }

    func rename(_ old: String, _ new: String) -> Int32? {
        guard new.hasPrefix(folder) else { return nil }
        return state.withLock {
            if let code = code(step("rename", old, &$0)) { return code }
            $0.writes += 1
            if $0.unsynced.remove(last(old)) != nil { $0.unsynced.insert(last(new)) } else { $0.unsynced.remove(last(new)) }
            $0.files[name(new), default: File()].hasUnsyncedName = true
            $0.files[name(new)]!.before = contents(name(new))
            return nil
        }
    }

    /// Returns the fault that is due if one of the folder is planned. The daemon opens the folder and synchronises it after each write.
    private func folderFault(_ what: String, _ state: inout State) -> Plan? {
        guard let plan = state.plan, plan.file == Plan.folder, case .failure(let code) = plan.kind, plan.chance < 0.5 || what == "fsync" else {
            return nil
        }
        state.faults.append("\(what) of the folder \(Faults.name(code))")
        state.plan = nil
        return plan
    }

    private func last(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }

    /// Returns the name of the file that a path, or the path of its temporary file, stands for.
    private func name(_ path: String) -> String {
        let name = last(path)
        return name.hasSuffix(".new") ? String(name.dropLast(4)) : name
    }

    /// Counts a call, and returns the fault that is due.
    private func step(_ what: String, _ path: String, _ state: inout State) -> Plan? {
        let name = name(path)
        defer { state.files[name, default: File()].calls += 1 }
        guard let plan = state.plan, plan.file == name, plan.call == state.files[name]?.calls ?? 0 else { return nil }
        switch plan.kind {
        case .powerCut:
            state.left = remains(state, plan.chance)
            state.faults.append("power cut before \(what)")
        case .short:
            if what != "write" { return nil }
            state.faults.append("write short")
        case .failure(let code):
            if what == "unlink" || code == EINTR && what != "write" || code == EMFILE && what != "open" { return nil }
            state.faults.append("\(what) \(Faults.name(code))")
        }
        state.plan = nil
        return plan
    }

    private func code(_ plan: Plan?) -> Int32? { if case .failure(let code) = plan?.kind { code } else { nil } }

    /// Returns what may be left of the files: bytes that were not synchronised in part, names that were not synchronised or not.
    private func remains(_ state: State, _ chance: Double) -> [String: [UInt8]] {
        var files = all
        for name in state.unsynced { files[name] = files[name].map { Array($0.prefix(Int(Double($0.count) * chance))) } }
        for name in Self.names {
            let file = state.files[name] ?? File()
            if file.hasUnsyncedName, Int(chance * 1000) % 2 == 0 { files[name] = file.before }
            if files[name + ".new"] != nil, Int(chance * 500) % 2 == 0 { files[name + ".new"] = nil }
        }
        return files
    }
}
