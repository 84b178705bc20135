import ArgumentParser
import Configuration
import Files
import Glibc
import Sockets
import Wire
import Text

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens a configuration in the region editor, in the browser, and saves it in place.",
        usage: "touchctl edit [<options>] <file>",
        discussion: """
            Starts touchd-web for this file only, on a port of 127.0.0.1 and with a new token. Prints the address of the page, and opens it \
            if there is a display. Press Ctrl-C to end it. If touchd runs and this user may open its admin socket, the page can try \
            the configuration for a minute. docs/web.md describes the page.

              touchctl edit /etc/touchd/touchd.yaml
            """)

    @Argument(help: "The configuration.", completion: .file()) var file: String
    @Flag(name: .customLong("no-browser"), help: "Only print the address.") var isQuiet = false
    @Option(help: "The port on 127.0.0.1; a free one by default.") var port: UInt16 = 0
    @Option(help: ArgumentHelp("The folder of the pages; the installed one by default.", valueName: "folder"), completion: .directory)
    var pages: String?
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let socket = Connection.adminPath(sockets)
        let edited = try Self.path(file)
        guard let program = Self.bridge else {
            complain("touchctl: cannot find touchd-web beside touchctl or in the PATH; install it (docs/web.md says how)")
            throw Exit.unavailable
        }
        EditBridge.holdSignals()
        let bridge = try EditBridge(file: edited, socket: absolute(socket), port: port, pages: pages.map(absolute))
        defer { bridge.remove() }
        let address = try bridge.start(program)
        printLine(address)
        if access(socket, R_OK | W_OK) != 0 {
            complain("touchctl: \(socket): \(String(cString: strerror(errno))); the page cannot try the configuration")
        }
        complain("touchctl: editing \(edited); Ctrl-C ends it")
        if !isQuiet, getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil { bridge.openBrowser(address) }
        try bridge.wait()
    }

    /// The path of the file itself, with links resolved, because saving replaces the file.
    private static func path(_ file: String) throws -> String {
        guard let resolved = realpath(file, nil) else {
            complain("touchctl: \(file): \(String(cString: strerror(errno)))")
            throw Exit.noInput
        }
        defer { free(resolved) }
        let path = String(cString: resolved)
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            complain("touchctl: \(file) is not a regular file")
            throw Exit.noInput
        }
        return path
    }

    /// The path of touchd-web: beside this program, otherwise in `PATH`.
    private static var bridge: String? {
        let folders = [EditBridge.ownFolder] + (getenv("PATH").map { String(cString: $0) } ?? "").split(at: ":").map(String.init)
        return folders.map { $0 + "/touchd-web" }.first { access($0, X_OK) == 0 }
    }

    private func absolute(_ path: String) -> String {
        if path.begins(with: "/") { return path }
        var folder = [CChar](repeating: 0, count: 4096)
        guard getcwd(&folder, folder.count) != nil else { return path }
        return String(decoding: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/" + path
    }
}
