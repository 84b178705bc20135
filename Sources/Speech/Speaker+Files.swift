import Glibc
import SettingsFile

extension Speaker {
    /// The settings of touchd-speak.
    public static let usualSettings = "/etc/touchd/speak.yaml"

    /// True if touchd-speak has settings on this machine.
    public static var hasUsualSettings: Bool { access(usualSettings, F_OK) == 0 }

    /// Creates a speaker with the settings and texts of touchd-speak, for programs that show what it would say. Throws what is wrong with a file.
    ///
    /// - Parameter file: the settings; nil for the usual ones, which need not exist.
    /// - Parameter shipped: the folder of the shipped texts.
    public init(file: String?, shipped: String = SpokenLanguages.shipped) throws(SettingsFile.Refused) {
        let path = file ?? Self.usualSettings
        let isThere = file != nil || Self.hasUsualSettings
        let settings = isThere ? try SettingsFile.load(path, SpeakTable.settings, SettingsReader.read) : .usual
        self.init(settings, try SpokenLanguages(settings, file: path, shipped: shipped))
    }
}
