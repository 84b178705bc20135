import CLinux
import Glibc
import Wire
import Text

/// A touchd-web for one page, and for `touchctl live --recording` a touchd. They have a private folder for their files, and end with touchctl.
final class PageBridge {
    /// A page of the bridge.
    struct Page {
        /// The path below the bridge's address.
        var path: String
        var title: String

        static let editor = Page(path: "editor", title: "Region editor")
        static let live = Page(path: "live", title: "Live view")
    }

    /// The bridge of this process. Everything runs on one thread.
    private nonisolated(unsafe) static var current: PageBridge?

    private let folder: String
    private let page: Page
    private let token: String
    /// The programs that run, with their names.
    private var running: [pid_t: String] = [:]
    /// The time until a program must serve, in ms.
    private static let patience = 15_000
    private static let files = ["web.yaml", "token", "touchd-web.log", "open.html", "touchd.yaml", "touchd.log", "events.sock", "admin.sock"]

    /// The sockets of a touchd in the folder.
    private var ownEvents: String { folder + "/events.sock" }
    private var ownAdmin: String { folder + "/admin.sock" }

    /// The path of a program of touchd: beside touchctl, in the checkout that touchctl was built in, or in `PATH`.
    static func program(_ name: String) -> String? {
        let folders = [ownFolder] + (checkout.map { [$0 + "/bridges/web/.build/release"] } ?? [])
        let path = (getenv("PATH").map { String(cString: $0) } ?? "").split(at: ":").map(String.init)
        return (folders + path).map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }

    /// The path of touchctl's executable.
    static var ownPath: String {
        var name = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &name, name.count)
        return String(decoding: name.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    /// The folder of the checkout in which touchctl was built, if its owner is touchctl's: CHECKOUT/.build/TRIPLE/release/touchctl.
    private static var checkout: String? {
        let parts = ownFolder.split(at: "/")
        guard parts.count > 3, parts[parts.count - 3] == ".build" else { return nil }
        let folder = parts.dropLast(3).map { "/" + $0 }.joined()
        var (own, pages) = (stat(), stat())
        guard stat(ownPath, &own) == 0, stat(folder + "/pages/live", &pages) == 0, own.st_uid == pages.st_uid else { return nil }
        return folder
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

    /// - Parameters:
    ///   - socket: touchd's socket; nil for that of `startTouchd`.
    ///   - file: the configuration that the page may save.
    ///   - pages: the folder of the pages; nil for those of the checkout that touchctl was built in, or else the installed ones.
    init(_ page: Page, socket: String?, file: String? = nil, port: UInt16, pages: String?) throws {
        self.page = page
        let parent = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/touchctl-\(page.path).XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else {
            complain("touchctl: cannot create a folder in \(parent): \(String(cString: strerror(errno)))")
            throw Exit.cannotCreate
        }
        folder = String(cString: made)
        token = Self.randomToken()
        // `exit` comes before `defer` if nobody reads the output any more.
        Self.current = self
        atexit { PageBridge.current?.remove() }
        var yaml = "listen: \"127.0.0.1:\(port)\"\nadmin: true\nsocket: \(quotedYAML(socket ?? ownAdmin))\n"
        yaml += "tokens: [{ name: \(page.path), file: \(quotedYAML(folder + "/token")) }]\n"
        yaml += "tools: { touchctl: \(quotedYAML(Self.ownPath))\(file.map { ", file: \(quotedYAML($0))" } ?? "") }\n"
        if let pages = pages ?? Self.checkout { yaml += "pages: \(quotedYAML(pages))\n" }
        guard write(token + "\n", to: "token"), write(yaml, to: "web.yaml") else { throw unwritable() }
    }

    private func unwritable() -> any Error {
        complain("touchctl: cannot write in \(folder): \(String(cString: strerror(errno)))")
        remove()
        return Exit.cannotCreate
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
        try run(program, "touchd-web", ["--config", folder + "/web.yaml"]) {
            guard let (_, after) = log(of: "touchd-web").cut(at: "listening on 127.0.0.1:") else { return nil }
            let port = String(after.unicodeScalars.prefix { ("0"..."9").contains($0) })
            return "http://127.0.0.1:\(port)/\(page.path)/#token=\(token)"
        }
    }

    /// Starts a touchd that plays a recording again and again, and waits until it serves.
    ///
    /// - Parameter configuration: the path of a configuration, or the text of one.
    func startTouchd(_ program: String, playing recording: String, _ configuration: Configuration) throws {
        let file: String
        switch configuration {
        case .file(let path): file = path
        case .text(let text):
            file = folder + "/touchd.yaml"
            guard write(text, to: "touchd.yaml") else { throw unwritable() }
        }
        let arguments = ["--config", file, "--socket", ownEvents, "--admin-socket", ownAdmin, "--recording", recording, "--loop", "--no-devices"]
        try run(program, "touchd", arguments) { access(ownAdmin, R_OK | W_OK) == 0 ? () : nil }
    }

    enum Configuration {
        case file(String)
        case text(String)
    }

    /// Starts a program with a log, and waits until it serves.
    ///
    /// - Parameter answer: returns what the caller waits for; nil as long as the program does not serve.
    private func run<Answer>(_ program: String, _ name: String, _ arguments: [String], until answer: () -> Answer?) throws -> Answer {
        // The program ends with this one, however this one ends: it has a token, and may have an administrator's rights.
        guard let process = Self.spawn([program] + arguments, { clinux_spawn_bound($0, folder + "/\(name).log") }) else {
            complain("touchctl: cannot start \(program): \(String(cString: strerror(errno)))")
            throw Exit.unavailable
        }
        running[process] = name
        for _ in 0..<Self.patience / 20 {
            if let found = answer() { return found }
            if let gone = ended {
                complain("touchctl: \(gone) has ended: \(log(of: gone))")
                throw Exit.unavailable
            }
            usleep(20_000)
        }
        complain("touchctl: \(program) does not start: \(log(of: name))")
        throw Exit.unavailable
    }

    /// Opens the page in a browser. The browser is given a file that redirects to the page, because the address holds the token and other users can
    /// see the arguments of processes. The browser is not in this process group, so that Ctrl-C does not reach it.
    func openBrowser(_ address: String) {
        let page = "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(address)\"><title>\(page.title)</title>"
        if write(page, to: "open.html") {
            _ = Self.spawn(["/bin/sh", "-c", "exec xdg-open \"$0\" > /dev/null 2>&1", folder + "/open.html"], clinux_spawn)
        }
    }

    /// Waits until a signal comes or a program exits.
    func wait() throws {
        var awaited = Self.endings
        sigaddset(&awaited, SIGCHLD)
        while true {
            var signal: Int32 = 0
            sigwait(&awaited, &signal)
            if signal != SIGCHLD { return }
            if let name = ended {
                complain("touchctl: \(name) has ended: \(log(of: name))")
                throw Exit.unavailable
            }
        }
    }

    /// Ends the programs, and removes the folder.
    func remove() {
        for process in running.keys {
            kill(process, SIGTERM)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        running = [:]
        for name in Self.files { unlink(folder + "/" + name) }
        rmdir(folder)
        Self.current = nil
    }

    /// The name of a program that has exited. Also reaps other children that have exited.
    private var ended: String? {
        var status: Int32 = 0
        var name: String?
        while true {
            let process = waitpid(-1, &status, WNOHANG)
            if process <= 0 { return name }
            if let known = running.removeValue(forKey: process) { name = known }
        }
    }

    private func log(of name: String) -> String {
        let fd = open(folder + "/\(name).log", O_RDONLY | O_CLOEXEC)
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
