import ArgumentParser
import Configuration
import Glibc
import Sockets
import Text

struct Recover: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs the recovery command that the configuration has for a panel.",
        discussion: """
            The command runs as the user who calls touchctl, with $TOUCHD_PANEL set, and its exit status is that of touchctl. The service runs this \
            as root if opening the panel again has not helped. Root runs no command from a file that other users may write.

              sudo touchctl recover main-0
            """)

    @Argument(help: "The panel's id, such as main-0; - reads it from standard input.") var panel: String
    @Option(help: "The configuration.", completion: .file()) var config: String?
    @OptionGroup var chosen: InstanceOption

    func run() throws {
        let asked = panel == "-" ? try PanelOfInstance(line: Self.line()) : PanelOfInstance(id: panel, instance: chosen.instance)
        let (id, file) = (asked.id, config ?? asked.instance?.configuration ?? chosen.configuration)
        if geteuid() == 0, let why = othersMayWrite(file) {
            complain("touchctl: root runs no command from \(file): \(why)")
            throw Exit.permission
        }
        let panels = try settings(from: file).screens.flatMap(\.panels)
        guard let panel = panels.first(where: { $0.id == id }) else {
            complain("touchctl: \(file) has no panel \(id); it has \(panels.map(\.id).joined(separator: ", "))")
            throw Exit.noInput
        }
        guard let program = panel.recovery.command.first else {
            complain("touchctl: panel \(id) has no recovery command in \(file)")
            throw Exit.noInput
        }
        complain("touchctl: panel \(id): running \(panel.recovery.command.joined(separator: " "))")
        setenv("TOUCHD_PANEL", id, 1)
        // The command gets no input, in particular not the bytes of the peer that asked for it.
        let nothing = open("/dev/null", O_RDONLY)
        dup2(nothing, STDIN_FILENO)
        if nothing > STDERR_FILENO { close(nothing) }
        let arguments = panel.recovery.command.map { strdup($0) } + [nil]
        execv(program, arguments)
        complain("touchctl: cannot run \(program): \(String(cString: strerror(errno)))")
        throw Exit.noInput
    }

    /// The first line of standard input. Any process may have written it.
    private static func line() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 1024, read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A panel, and the instance of touchd that has it.
struct PanelOfInstance: Equatable {
    var id: String
    var instance: Instance?
}

extension PanelOfInstance {
    /// Parses the service's line: the panel ID and, if the service has an instance name, a tab and that name. Any process may have written the line.
    init(line: String) throws {
        let parts = line.split(at: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        id = String(parts.first ?? "")
        guard parts.count == 2 else { return }
        guard let named = Instance(String(parts[1])) else {
            complain("touchctl: the request for a recovery command names no instance; an instance's name is \(Instance.rule)")
            throw Exit.usage
        }
        instance = named
    }
}
