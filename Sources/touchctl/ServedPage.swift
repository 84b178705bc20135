import ArgumentParser
import Glibc
import Text

/// The options of commands that serve a page of touchd-web and open it.
struct ServedPage: ParsableArguments {
    @Flag(name: .customLong("no-browser"), help: "Only print the address.") var isQuiet = false
    @Option(help: "The port on 127.0.0.1; a free one by default.") var port: UInt16 = 0
    @Option(
        help: ArgumentHelp("The folder of the pages; by default that of the checkout, or the installed one.", valueName: "folder"),
        completion: .directory)
    var pages: String?

    /// - Parameters:
    ///   - socket: touchd's socket; nil for that of the touchd that `startTouchd` starts.
    ///   - file: the configuration that the page may save.
    func bridge(_ page: PageBridge.Page, socket: String?, file: String? = nil) throws -> PageBridge {
        _ = try program("touchd-web")
        PageBridge.holdSignals()
        return try PageBridge(page, socket: socket, file: file, port: port, pages: pages.map(absolutePath))
    }

    /// The path of a program that the page needs.
    func program(_ name: String) throws -> String {
        guard let path = PageBridge.program(name) else {
            complain("touchctl: cannot find \(name) beside touchctl or in the PATH; install it (docs/web.md says how)")
            throw Exit.unavailable
        }
        return path
    }

    /// Serves the page, and prints its address, which it returns.
    func start(_ bridge: PageBridge) throws -> String {
        let address = try bridge.start(program("touchd-web"))
        printLine(address)
        return address
    }

    /// Opens the page if there is a display, but no browser under sudo, which would run as root, and waits for Ctrl-C.
    func wait(_ bridge: PageBridge, _ address: String) throws {
        let isSudo = geteuid() == 0 && getenv("SUDO_USER") != nil
        if !isQuiet, !isSudo, getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil { bridge.openBrowser(address) }
        try bridge.wait()
    }
}

/// False for a pipe, a terminal or another file that can be read only once. True if there is no file, which the reader then says.
func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
}

/// The path from the root of the file system, for programs with another working folder.
func absolutePath(_ path: String) -> String {
    if path.begins(with: "/") { return path }
    var folder = [CChar](repeating: 0, count: 4096)
    guard getcwd(&folder, folder.count) != nil else { return path }
    return String(decoding: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/" + path
}
