import ArgumentParser
import Configuration

/// Where touchd's configuration is when nobody says otherwise.
let defaultConfiguration = "/etc/touchd/touchd.yaml"

/// Reads a configuration, or says what is wrong with it and exits with 78, or 66 when there is no file.
func settings(from path: String) throws -> Settings {
    let result: ConfigurationResult
    do { result = try loadConfiguration(file: path) } catch {
        complain("touchctl: \(error)")
        throw Exit.noInput
    }
    guard let settings = result.settings else {
        for diagnostic in result.diagnostics { complain(diagnostic.description) }
        throw Exit.configuration
    }
    return settings
}
