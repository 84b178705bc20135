import ArgumentParser
import Configuration
import Files

/// Lets a path name a pipe or a terminal, such as `/dev/stdin`, which is read to its end. A message says that touchctl waits for it.
func anyFile(_ path: String) -> OtherFiles {
    .read { complain("touchctl: waiting for input from \(path), which is not a regular file") }
}

/// Reads a configuration, or prints its errors and exits with 78, or with 66 if there is no file.
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
