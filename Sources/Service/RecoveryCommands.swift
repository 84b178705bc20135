import CLinux
import Configuration
import Glibc
import Logging
import Server
import Sockets

/// Runs the recovery commands of panels for which reopening has not helped.
///
/// In the shipped service, the daemon lacks the rights that such a command needs. It sends the panel ID to a socket of systemd, whose unit runs the
/// configured command as root. In other setups, the command runs as a child of the daemon.
final class RecoveryCommands: CommandRunner {
    /// The time in µs that a child may take. The systemd unit has its own limit.
    private static let limit: Int64 = 30_000_000

    private struct Child {
        let panel: String
        let command: String
        let pid: Int32
        /// A pidfd, readable when the child has ended.
        let fd: Int32
        let deadline: Int64
    }

    private let instance: Instance?
    private let loop: EventLoop
    private var timer: EventLoop.Timer!
    private var children: [Child] = []

    /// - Parameter instance: the instance whose configuration has the commands.
    init(instance: Instance?, loop: EventLoop) {
        self.instance = instance
        self.loop = loop
        timer = loop.timer { [unowned self] in killLateChildren() }
    }

    func run(_ settings: PanelSettings) {
        if let path = SocketPath.recoveryInEnvironment { ask(path, settings.id) } else { spawn(settings) }
    }

    /// Sends the panel ID to systemd's socket, so that `touchd-recover@.service` runs the command. The result is in that unit's journal.
    private func ask(_ path: String, _ panel: String) {
        do {
            let socket = try UnixSocket(path: path)
            var line = Array((panel + (instance.map { "\t" + $0.name } ?? "") + "\n").utf8)
            socket.send(&line)
            Log.write(
                .recoveryAsked, "panel \(panel): asked \(path) to run its recovery command; see journalctl -u \"touchd-recover@*\"",
                .panel(panel), .file(path))
        } catch {
            let why = String(cString: strerror(error.code))
            Log.write(
                .recoveryNotAsked,
                "panel \(panel): cannot ask \(path) to run its recovery command: \(why); run systemctl start touchd-recover.socket",
                .panel(panel), .file(path), .reason(why))
        }
    }

    private func spawn(_ settings: PanelSettings) {
        let (panel, command) = (settings.id, settings.recovery.command.joined(separator: " "))
        let arguments = settings.recovery.command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        let pid = (arguments.map { UnsafePointer<CChar>($0) } + [nil]).withUnsafeBufferPointer { clinux_spawn($0.baseAddress) }
        guard pid > 0 else {
            let why = String(cString: strerror(-pid))
            return Log.write(.recoveryNotRun, "panel \(panel): cannot run \(command): \(why)", .panel(panel), .command(command), .reason(why))
        }
        Log.write(.recoveryRuns, "panel \(panel): running \(command)", .panel(panel), .command(command))
        let fd = clinux_pidfd(pid)
        guard fd >= 0 else {
            let why = String(cString: strerror(errno))
            return Log.write(
                .recoveryUnwatched, "panel \(panel): cannot wait for the end of \(command): \(why)", .panel(panel), .command(command),
                .reason(why))
        }
        children.append(Child(panel: panel, command: command, pid: pid, fd: fd, deadline: loop.now() + Self.limit))
        loop.add(fd) { [unowned self] _ in ended(fd) }
        setTimer()
    }

    private func ended(_ fd: Int32) {
        guard let index = children.firstIndex(where: { $0.fd == fd }) else { return }
        let child = children.remove(at: index)
        let status = clinux_reap(child.pid)
        if status == 0 {
            Log.write(.recoveryEnded, "panel \(child.panel): \(child.command) has ended", .panel(child.panel), .command(child.command))
        } else {
            let why = status < 0 ? "signal \(-status)" : "exit status \(status)"
            Log.write(
                .recoveryFailed, "panel \(child.panel): \(child.command) has failed: \(why)", .panel(child.panel), .command(child.command),
                .reason(why))
        }
        loop.remove(fd)
        close(fd)
        setTimer()
    }

    /// Kills children that take too long, with all processes that they have started. A pid is not reused before its child is reaped.
    private func killLateChildren() {
        let now = loop.now()
        for child in children where child.deadline <= now {
            Log.write(
                .recoveryKilled, "panel \(child.panel): \(child.command) did not end within \(Self.limit / 1_000_000) s; killed it",
                .panel(child.panel), .command(child.command))
            kill(-child.pid, SIGKILL)
        }
        setTimer()
    }

    private func setTimer() {
        let next = children.map(\.deadline).filter { $0 > loop.now() }.min()
        if let next { timer.set(after: next - loop.now()) } else { timer.clear() }
    }
}
