import Configuration
import Panels
import Recordings
import TouchCore
import Wire

/// The scales of a configuration's panels on the glass. They come from recordings that stand in for panels, and from present devices that this user
/// may read and that report their size.
final class PanelScales {
    private let recordings: [Recording]
    private let present: [PanelWatcher.Device]
    /// The files of the recordings that are a panel of a configuration.
    private var matched: Set<String> = []
    /// True if a recording is a panel of none of the configurations. touchd would not start with it.
    var hasStrangers: Bool { recordings.contains { !matched.contains($0.file) } }

    /// Reads the recordings. Exits with 66 if one cannot be read.
    ///
    /// - Parameter paths: the paths of recordings.
    init(recordings paths: [String]) throws {
        recordings = try InputFile.paths(paths).map { path in
            do { return try Recording.load(path, others: anyFile(path)) } catch {
                complain("touchctl: \(error)")
                throw Exit.noInput
            }
        }
        present = PanelWatcher().present()
    }

    /// The points per mm, by panel ID.
    func scales(_ settings: Settings, file: String) -> [String: Size] {
        var scales: [String: Size] = [:]
        for device in DeviceEntry.all(present, settings, file: file) { device.panel.map { scales[$0] = device.pointsPerMillimetre } }
        let matcher = PanelMatcher(settings, file: file)
        let identities = recordings.map { PanelIdentity(recording: $0.file, panel: $0.panel) }
        for (recording, answer) in zip(recordings, matcher.assign(identities)) {
            switch answer {
            case .refused(let why): complain("touchctl: \(recording.file) (\"\(recording.panel.name)\"): \(why)")
            case .matched(let index):
                matched.insert(recording.file)
                let entry = matcher.entries[index]
                let profile = PanelProfile(recording.panel, quirks: entry.settings.quirks)
                let mapping = PanelMapping(profile, settings: entry.settings, screen: settings.screens[entry.screen].spec.size)
                guard let scale = mapping.pointsPerMillimetre else {
                    complain("touchctl: \(recording.file): \"\(recording.panel.name)\" does not report its size, so its buttons are not measured")
                    continue
                }
                scales[entry.settings.id] = scale
            }
        }
        return scales
    }
}
