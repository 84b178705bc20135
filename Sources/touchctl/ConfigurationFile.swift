import ArgumentParser
import Configuration
import Files

/// Where touchd's configuration is when nobody says otherwise.
let defaultConfiguration = "/etc/touchd/touchd.yaml"

/// A path that names a pipe or a terminal is read to its end, as `/dev/stdin` is; who waits for it is told so.
func anyFile(_ path: String) -> OtherFiles {
    .read { complain("touchctl: waiting for what is to be read from \(path), which is no regular file") }
}

/// Reads a configuration, or says what is wrong with it and exits with 78, or 66 when there is no file.
func settings(from path: String) throws -> Settings {
    let result: ConfigurationResult
    do { result = try loadConfiguration(file: path, others: anyFile(path)) } catch {
        complain("touchctl: \(error)")
        throw Exit.noInput
    }
    guard let settings = result.settings else {
        for diagnostic in result.diagnostics { complain(diagnostic.description) }
        throw Exit.configuration
    }
    return settings
}
