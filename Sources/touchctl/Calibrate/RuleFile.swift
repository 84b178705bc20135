import CLinux
import Calibration
import Files
import Glibc
import Panels
import TouchCore

/// A file of udev rules that is written and tried, and restored if the rules do not work.
struct RuleFile {
    static let folder = "/etc/udev/rules.d"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// The previous contents; nil if there was no file.
    private let before: [UInt8]?

    init(_ name: String) throws(Failure) {
        path = Self.folder + "/" + name
        do throws(FileError) { before = try readFile(path, atMost: 1 << 20) } catch {
            guard error.code == ENOENT else { throw Failure(description: "cannot read \(path): \(error)") }
            before = nil
        }
    }

    static var isWritable: Bool { access(folder, W_OK) == 0 }

    /// Writes the file atomically: a reader, even after a power cut, finds the old rule or the new one.
    func write(_ text: String) throws(Failure) {
        do throws(FileError) { try writeFile(path, Array(text.utf8), mode: 0o644) } catch {
            throw Failure(description: "cannot write \(path): \(error)")
        }
    }

    func restore() {
        if let before {
            try? writeFile(path, before, mode: 0o644)
        } else {
            unlink(path)
        }
    }

    /// Makes udev read its rules again and re-examine a node; touchd and compositors get the changes from udev.
    static func reload(_ node: String) throws(Failure) {
        for arguments in [["control", "--reload"], ["trigger", "--action=change", "--settle", "--name-match=\(node)"]] {
            let command = ["/usr/bin/udevadm"] + arguments
            let words = command.map { strdup($0) }
            defer { for word in words { free(word) } }
            let pid = (words.map { UnsafePointer<CChar>($0) } + [nil]).withUnsafeBufferPointer { clinux_spawn($0.baseAddress) }
            var status: Int32 = 0
            guard pid > 0, waitpid(pid, &status, 0) == pid, status == 0 else {
                throw Failure(description: "\(command.joined(separator: " ")) has failed")
            }
        }
    }

    /// udev's current matrix of a node.
    static func matrix(of node: String) -> AffineTransform? { PanelWatcher().present().first { $0.node == node }?.calibration }
}
