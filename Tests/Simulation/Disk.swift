import Glibc
import Synchronization

/// The folder of kept state, as a disk that fails and loses power: it knows which bytes and names have reached the disk. Threads of the daemon write it.
final class Disk: Sendable {
    /// A fault that is due when a file has been worked on by this many calls.
    struct Plan {
        enum Kind { case failure(Int32), short, powerCut }

        var file: String
        var call: Int
        var kind: Kind
        /// A number from 0 to 1 for each decision that the fault needs.
        var chance: Double
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
        /// The contents of the files after the last power cut; nil if there was none.
        var left: [String: [UInt8]]?
        var faults: [String] = []
        var writes = 0
    }

    static let names = ["values.json", "statistics.json", "panels.json", "hours.json"]
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
            if what == "unlink" || code == EINTR && what != "write" { return nil }
            state.faults.append("\(what) \([EIO: "EIO", ENOSPC: "ENOSPC", EINTR: "EINTR", EROFS: "EROFS"][code] ?? "\(code)")")
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
