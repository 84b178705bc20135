import Glibc
import Recordings

/// The file of a recording. It always ends with a whole line, even after an error, so that it can be replayed.
struct RecordingFile {
    /// The path on the command line.
    private let name: String
    private let fd: Int32

    /// Replaces the file. `-` is standard output.
    init(_ name: String) throws {
        self.name = name
        fd = try OutputFile.open(name)
    }

    /// Writes the recorded lines and empties the writer, which holds only whole lines. Exits with 74 if they cannot be written.
    func append(_ writer: inout EvemuWriter) throws {
        let bytes = writer.bytes
        writer.bytes.removeAll(keepingCapacity: true)
        let written = OutputFile.send(bytes, to: fd)
        if written == bytes.count { return }
        let reason = String(cString: strerror(errno))
        let kept = endWithWholeLine(bytes[..<written])
        complain(
            "touchctl: cannot write \(name): \(reason); the recording ends there, and \(Self.events(in: bytes[kept...])) events that "
                + "were read are not in it")
        throw Exit.inputOutput
    }

    /// Removes a partial last line from a regular file. Returns how many bytes of the last write are kept.
    private func endWithWholeLine(_ written: ArraySlice<UInt8>) -> Int {
        let kept = written.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if kept < written.count {
            let end = lseek(fd, 0, SEEK_CUR)
            let size = end - off_t(written.count - kept)
            if end < 0 || ftruncate(fd, size) != 0 || lseek(fd, size, SEEK_SET) < 0 {
                complain("touchctl: \(name) ends in the middle of a line: \(String(cString: strerror(errno)))")
            }
        }
        return kept
    }

    private static func events(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: Array("E:".utf8)) }
    }
}
