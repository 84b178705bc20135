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
    @OptionGroup var served: ServedPage
    @OptionGroup var sockets: DaemonSockets

    func run() throws {
        let socket = Connection.adminPath(sockets)
        let edited = try Self.path(file)
        let bridge = try served.bridge(.editor, socket: absolutePath(socket), file: edited)
        defer { bridge.remove() }
        let address = try served.start(bridge)
        if access(socket, R_OK | W_OK) != 0 {
            complain("touchctl: \(socket): \(String(cString: strerror(errno))); the page cannot try the configuration")
        }
        complain("touchctl: editing \(edited); Ctrl-C ends it")
        try served.wait(bridge, address)
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
}
