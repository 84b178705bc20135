import CSpawn
import Glibc

/// A program that runs in a folder, with its output on a pipe and its errors in a file of that folder.
struct ChildProcess {
    static let errors = "errors.txt"

    let pid: pid_t
    /// The reading end of the pipe. The caller closes it.
    let output: Int32

    struct Failure: Error { var message: String }

    init(_ program: String, _ arguments: [String], in folder: String, input: String?) throws(Failure) {
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var (started, reading): (pid_t, Int32) = (0, -1)
        let problem = cspawn(program, &words, folder, input, Self.errors, &started, &reading)
        guard problem == 0 else { throw Failure(message: "\(program): \(String(cString: strerror(problem)))") }
        (pid, output) = (started, reading)
    }

    /// Kills the program and the processes that it has started.
    func kill() { _ = Glibc.kill(-pid, SIGKILL) }

    /// The exit status; nil while the program runs. Must be called until it has exited.
    func status() -> Int32? {
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        // The number of a signal is encoded as in a shell.
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Waits until a killed program has exited; at most a second, because it may wait for a file system that does not answer.
    func waitBriefly() -> Int32? {
        for _ in 0..<1000 {
            if let status = status() { return status }
            usleep(1000)
        }
        return nil
    }
}
