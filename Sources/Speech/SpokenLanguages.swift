import Files
import Glibc
import SettingsFile
import Text

/// The texts of all languages.
public struct SpokenLanguages {
    private static let filesMax = 100
    private static let bytesMax = 1 << 20

    private let texts: [String: SpokenTexts]
    /// The texts of elements that name no language, or one without texts.
    let usual: SpokenTexts

    /// Creates the set; nil if it has no texts for the usual language.
    init?(_ all: [SpokenTexts], usual language: String) {
        var texts: [String: SpokenTexts] = [:]
        for one in all { texts[one.language] = texts[one.language]?.replaced(by: one) ?? one }
        guard let usual = Self.find(language, in: texts) else { return nil }
        (self.texts, self.usual) = (texts, usual)
    }

    /// Reads the shipped texts and the administrator's own, which count where both have a text.
    public init(_ settings: SpeakSettings, file: String, shipped: String = Self.shipped) throws(SettingsFile.Refused) {
        var all: [SpokenTexts] = []
        for folder in [shipped, settings.texts].compactMap(\.self) { all += try Self.read(folder, isRequired: folder != shipped) }
        guard let languages = SpokenLanguages(all, usual: settings.language) else {
            let found = all.map(\.language).sorted().joined(separator: ", ")
            throw SettingsFile.Refused(messages: [
                "\(file): error: there are no texts for the language \"\(settings.language)\"; found \(found.isEmpty ? "none" : found). "
                    + "Write them, and set \"texts\" to their folder"
            ])
        }
        self = languages
    }

    /// Returns the texts for a language: those of the whole tag, those of its first part (`de` for `de-AT`), or the usual ones.
    subscript(language: String?) -> SpokenTexts { language.flatMap { Self.find($0, in: texts) } ?? usual }

    private static func find(_ language: String, in texts: [String: SpokenTexts]) -> SpokenTexts? {
        texts[language] ?? language.split(at: "-").first.flatMap { texts[String($0)] }
    }

    /// The folder of the shipped texts: share/touchd/speak beside the program's bin.
    public static var shipped: String {
        var name = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &name, name.count)
        if length <= 0 { return "/usr/share/touchd/speak" }
        let path = String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(at: "/").dropLast(2).map { "/" + $0 }.joined() + "/share/touchd/speak"
    }

    private static func read(_ folder: String, isRequired: Bool) throws(SettingsFile.Refused) -> [SpokenTexts] {
        guard let stream = opendir(folder) else {
            if !isRequired { return [] }
            throw SettingsFile.Refused(messages: ["\(folder): error: cannot read the folder of texts: \(String(cString: strerror(errno)))"])
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream), names.count < filesMax {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.ends(with: ".yaml"), !name.begins(with: ".") { names.append(name) }
        }
        var all: [SpokenTexts] = []
        for name in names.sorted() { all.append(try SettingsFile.load("\(folder)/\(name)", SpeakTextsTable.settings, SpokenTexts.init)) }
        return all
    }
}
