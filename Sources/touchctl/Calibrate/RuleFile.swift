import CLinux
import Calibration
import Files
import Glibc
import Panels
import TouchCore

/// A file of udev rules that is written, tried, and put back as it was if it does not do what it should.
struct RuleFile {
    static let folder = "/etc/udev/rules.d"

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// What it was before; nil: there was none.
    private let before: [UInt8]?

    init(_ name: String) throws(Failure) {
        path = Self.folder + "/" + name
        do throws(FileError) { before = try readFile(path, atMost: 1 << 20) } catch {
            guard error.code == ENOENT else { throw Failure(description: "cannot read \(path): \(error)") }
            before = nil
        }
    }

    static var isWritable: Bool { access(folder, W_OK) == 0 }

    /// Whoever reads it meanwhile, and whoever starts after a power cut, finds the old rule or the new one.
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

    /// Has udev read its rules again and look at a node again; touchd and compositors take what has changed from udev.
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

    /// udev's matrix of a node now.
    static func matrix(of node: String) -> AffineTransform? { PanelWatcher().present().first { $0.node == node }?.calibration }
}
