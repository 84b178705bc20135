import ArgumentParser
import Glibc
import Text

/// The options of commands that serve a page of touchd-web and open it.
struct ServedPage: ParsableArguments {
    @Flag(name: .customLong("no-browser"), help: "Only print the address.") var isQuiet = false
    @Option(help: "The port on 127.0.0.1; a free one by default.") var port: UInt16 = 0
    @Option(help: ArgumentHelp("The folder of the pages; the installed one by default.", valueName: "folder"), completion: .directory)
    var pages: String?

    /// - Parameters:
    ///   - socket: touchd's socket; nil for that of a touchd of the page's own.
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

    /// Opens the page if there is a display, and waits for Ctrl-C.
    func wait(_ bridge: PageBridge, _ address: String) throws {
        if !isQuiet, getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil { bridge.openBrowser(address) }
        try bridge.wait()
    }
}

/// The path from the root of the file system, for programs with another working folder.
func absolutePath(_ path: String) -> String {
    if path.begins(with: "/") { return path }
    var folder = [CChar](repeating: 0, count: 4096)
    guard getcwd(&folder, folder.count) != nil else { return path }
    return String(decoding: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/" + path
}
