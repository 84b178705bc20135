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

    private let path: String

    /// - Parameters:
    ///   - file: the absolute path of the configuration file.
    ///   - folder: a folder that only root may write.
    init?(of file: String, in folder: String? = getenv("STATE_DIRECTORY").map { String(cString: $0) } ?? usualFolder) {
        guard let folder, !folder.isEmpty, let name = lastGoodName(of: file) else { return nil }
        path = "\(folder)/\(name)"
    }

    /// Keeps the text of a file that is in force, if this is root and the service has ever kept one. So the copy has no permission that the file has
    /// taken away.
    static func update(from file: String) {
        guard geteuid() == 0, access(usualFolder, W_OK) == 0, othersMayWrite(file) == nil, let text = try? contents(ofFile: file),
            readConfiguration(text, file: file).settings != nil, let copy = LastGoodText(of: file, in: usualFolder)
        else { return }
        if let why = copy.keep(text) { complain("touchctl: cannot save the fallback copy of the configuration: \(why)") }
    }

    /// Keeps a valid text. Returns the reason why it could not; nil if the copy has this text.
    func keep(_ text: [UInt8]) -> String? {
        if (try? readFile(path, atMost: text.count)) == text { return nil }
        do throws(FileError) { try writeFile(path, text) } catch { return "\(path): \(error)" }
        return nil
    }

    /// The settings of the text; nil if there is none, or this version refuses it.
    var settings: Settings? { (try? loadConfiguration(file: path))?.settings }
}
