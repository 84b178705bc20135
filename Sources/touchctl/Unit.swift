import ArgumentParser
import CLinux
import Glibc

struct Unit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts the systemd units for an event on a screen.",
        discussion: """
            touchd-units.service runs it as root, with the daemon's messages. It starts touchd-wake@SCREEN.service when a finger touches a dark \
            display, touchd-idle@SCREEN.target and touchd-idle@SCREEN:SECONDS.target when nobody has touched for that time, and \
            touchd-active@SCREEN.target when somebody touches again, and touchd-gesture@SCREEN:ID.service for a gesture with "do: { unit: true }".

              touchctl unit "wake main"
              touchctl unit "idle 600 main"
              touchctl unit "active 60,600 main"
              touchctl unit "gesture main/home"
            """)

    @Argument(help: "The event and its screen; - reads messages from standard input, a socket, until no more come.") var event: String
    @Flag(help: "Print the command instead of running it.") var dryRun = false

    func run() throws {
        if event != "-" { return try start(event) }
        // One after the other, because the last message decides.
        while let message = Self.message() { try? start(message) }
    }

    private func start(_ message: String) throws {
        guard let units = ScreenUnitNames(message)?.units else {
            complain("touchctl: \"\(message)\" is not a wake, idle, active or gesture event of a screen")
            throw Exit.usage
        }
        let command = ["/usr/bin/systemctl", "--no-block", "start", "--"] + units
        if dryRun { return printLine(command.joined(separator: " ")) }
        complain("touchctl: \(message): \(units.joined(separator: " "))")
        let arguments = command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        let pid = (arguments.map { UnsafePointer<CChar>($0) } + [nil]).withUnsafeBufferPointer { clinux_spawn($0.baseAddress) }
        var status: Int32 = 0
        guard pid > 0, waitpid(pid, &status, 0) == pid, status == 0 else {
            complain("touchctl: \(command[0]) has failed\(pid > 0 ? "" : ": \(String(cString: strerror(-pid)))")")
            throw Exit.unavailable
        }
    }

    /// The next message of the socket; nil if none has come for 5 s.
    private static func message() -> String? {
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 5000) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) : nil
    }
}
