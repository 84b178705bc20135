import Configuration
import Files
import Glibc

/// The last valid text of a configuration file, for the process that opens the daemon's devices as root.
///
/// The daemon starts with its own copy if the file is wrong. That copy says nothing to root, because somebody who has taken over the daemon may have
/// written it. Without a copy of root's, the keyboard and all devices that only the configuration names would be refused until the file is right.
struct LastGoodText {
    /// The folder of the shipped unit (`StateDirectory`), so that `touchctl open NODE` says what the service does.
    private static let usualFolder = "/var/lib/touchctl"
    /// The folder of this process.
    static var folder: String { getenv("STATE_DIRECTORY").map { String(cString: $0) } ?? usualFolder }

    private let path: String

    /// - Parameters:
    ///   - file: the absolute path of the configuration file.
    ///   - folder: a folder that only root may write.
    init?(of file: String, in folder: String = folder) {
        guard !folder.isEmpty, let name = lastGoodName(of: file) else { return nil }
        path = "\(folder)/\(name)"
    }

    /// Keeps the text of a file that has just come into force, if this is root and the service has ever kept one. So the copy has no permission that
    /// the file has taken away.
    static func update(from file: String) {
        if geteuid() == 0, access(usualFolder, W_OK) == 0 { keep(file, in: usualFolder, suffix: ".reload") }
    }

    /// Keeps the text of a file, if it is valid and only root may write it.
    ///
    /// - Parameter suffix: as for `writeFile`: the service and `touchctl reload` may write at the same time.
    static func keep(_ file: String, in folder: String, suffix: String) {
        guard othersMayWrite(file) == nil, let text = try? contents(ofFile: file, others: .refused), let copy = LastGoodText(of: file, in: folder),
            !copy.has(text), readConfiguration(text, file: file).settings != nil
        else { return }
        if let why = copy.keep(text, suffix: suffix) { complain("touchctl: cannot save the fallback copy of the configuration: \(why)") }
    }

    private func has(_ text: [UInt8]) -> Bool { (try? readFile(path, atMost: text.count)) == text }

    /// Keeps a valid text. Returns the reason why it could not; nil if the copy has this text.
    func keep(_ text: [UInt8], suffix: String) -> String? {
        do throws(FileError) { try writeFile(path, text, suffix: suffix) } catch { return "\(path): \(error)" }
        return nil
    }

    /// The settings of the text; nil if there is none, or this version refuses it.
    var settings: Settings? { (try? loadConfiguration(file: path))?.settings }
}
