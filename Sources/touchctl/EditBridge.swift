import CLinux
import Glibc
import Wire
import Text

/// A touchd-web for one file, with a private folder for its configuration, its token and its log.
final class EditBridge {
    private let folder: String
    private let token: String
    private var process: pid_t = 0
    /// The time until the bridge must listen, in ms.
    private static let patience = 15_000
    private static let files = ["web.yaml", "token", "log", "open.html"]

    /// The path of touchctl's executable.
    static var ownPath: String {
        var name = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &name, name.count)
        return String(decoding: name.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    static var ownFolder: String { ownPath.split(at: "/").dropLast().map { "/" + $0 }.joined() }

    /// Blocks signals until `wait` asks for them, so that no signal ends the program before the folder is removed.
    static func holdSignals() {
        var held = endings
        sigaddset(&held, SIGCHLD)
        sigprocmask(SIG_BLOCK, &held, nil)
    }

    private static var endings: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        return set
    }

    init(file: String, socket: String, port: UInt16, pages: String?) throws {
        let parent = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/touchctl-edit.XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else {
            complain("touchctl: cannot create a folder in \(parent): \(String(cString: strerror(errno)))")
            throw Exit.cannotCreate
        }
        folder = String(cString: made)
        token = Self.randomToken()
        var yaml = "listen: \"127.0.0.1:\(port)\"\nadmin: true\nsocket: \(quotedYAML(socket))\n"
        yaml += "tokens: [{ name: edit, file: \(quotedYAML(folder + "/token")) }]\n"
        yaml += "tools: { touchctl: \(quotedYAML(Self.ownPath)), file: \(quotedYAML(file)) }\n"
        if let pages { yaml += "pages: \(quotedYAML(pages))\n" }
        guard write(token + "\n", to: "token"), write(yaml, to: "web.yaml") else {
            complain("touchctl: cannot write in \(folder): \(String(cString: strerror(errno)))")
            remove()
            throw Exit.cannotCreate
        }
    }

    private static func randomToken() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private func write(_ text: String, to name: String) -> Bool {
        let fd = open(folder + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if fd < 0 { return false }
        defer { close(fd) }
        let bytes = Array(text.utf8)
        return Glibc.write(fd, bytes, bytes.count) == bytes.count
    }

    /// Starts the bridge, and waits until it listens. Returns the page's address with the token.
    func start(_ program: String) throws -> String {
        // The bridge ends with this program, however this one ends: it has a token, and may have an administrator's rights.
        guard let process = Self.spawn([program, "--config", folder + "/web.yaml"], { clinux_spawn_bound($0, folder + "/log") }) else {
            complain("touchctl: cannot start \(program): \(String(cString: strerror(errno)))")
            throw Exit.unavailable
        }
        self.process = process
        let mark = "listening on 127.0.0.1:"
        for _ in 0..<Self.patience / 20 {
            if let (_, after) = log.cut(at: mark) {
                let port = String(after.unicodeScalars.prefix { ("0"..."9").contains($0) })
                return "http://127.0.0.1:\(port)/editor/#token=\(token)"
            }
            if hasEnded { break }
            usleep(20_000)
        }
        complain("touchctl: \(program) does not start: \(log)")
        throw Exit.unavailable
    }

    /// Opens the page in a browser. The browser is given a file that redirects to the page, because the address holds the token and other users can
    /// see the arguments of processes. The browser is not in this process group, so that Ctrl-C does not reach it.
    func openBrowser(_ address: String) {
        let page = "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(address)\"><title>Region editor</title>"
        if write(page, to: "open.html") {
            _ = Self.spawn(["/bin/sh", "-c", "exec xdg-open \"$0\" > /dev/null 2>&1", folder + "/open.html"], clinux_spawn)
        }
    }

    /// Waits until a signal comes or the bridge exits.
    func wait() throws {
        var awaited = Self.endings
        sigaddset(&awaited, SIGCHLD)
        while true {
            var signal: Int32 = 0
            sigwait(&awaited, &signal)
            if signal != SIGCHLD { return }
            if hasEnded {
                complain("touchctl: touchd-web has ended: \(log)")
                throw Exit.unavailable
            }
        }
    }

    /// Ends the bridge, and removes its folder.
    func remove() {
        if process > 0 {
            kill(process, SIGTERM)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        for name in Self.files { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    /// Whether the bridge has exited. Also reaps other children that have exited.
    private var hasEnded: Bool {
        var status: Int32 = 0
        while true {
            let ended = waitpid(-1, &status, WNOHANG)
            if ended <= 0 { return process == 0 }
            if ended == process { process = 0 }
        }
    }

    private var log: String {
        let fd = open(folder + "/log", O_RDONLY | O_CLOEXEC)
        if fd < 0 { return "" }
        defer { close(fd) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(fd, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Starts a program.
    ///
    /// - Parameter run: starts the program with its arguments, with nil at the end; returns the pid, or a negative error number.
    private static func spawn(_ words: [String], _ run: (UnsafePointer<UnsafePointer<CChar>?>?) -> Int32) -> pid_t? {
        let copies = words.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let process = (copies.map { UnsafePointer<CChar>($0) } + [nil]).withUnsafeBufferPointer { run($0.baseAddress) }
        if process < 0 { errno = -process }
        return process < 0 ? nil : process
    }
}
