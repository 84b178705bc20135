import SettingsFile
import StrictYAML

/// Reads read.yaml, and finds the mistakes that its table cannot express.
enum SettingsReader {
    /// The most surfaces. Each takes two of the 32 patterns of a subscription.
    static let surfacesMax = 16

    static func read(_ root: YAMLNode, _ log: DiagnosticLog) -> ReadSettings {
        var settings = ReadSettings()
        settings.window = root.text("window").flatMap(ReadSettings.Window.init) ?? settings.window
        settings.socket = root.path("socket") ?? settings.socket
        guard let items = root["surfaces"]?.items else { return settings }
        if items.count > surfacesMax {
            log.error(root["surfaces"]!.mark, "\"surfaces\": expected at most \(surfacesMax) surfaces, found \(items.count)")
        }
        var surfaces: [ReadSettings.Surface] = []
        for item in items {
            let id = log.read(item["id"], "id", expected: "the id of a surface, without \"*\" and \"/\"") {
                $0.utf8.contains { "*/".utf8.contains($0) } ? nil : $0
            }
            guard let id else { continue }
            if surfaces.contains(where: { $0.id == id }) { log.error(item.mark, "the surface \"\(id)\" is there twice") }
            surfaces.append(ReadSettings.Surface(id: id, application: item.text("application")))
        }
        settings.surfaces = surfaces
        return settings
    }
}
