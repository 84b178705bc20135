import ArgumentParser
import Configuration

/// Reads a configuration, or prints its errors and exits with 78, or with 66 if there is no file.
func settings(from argument: String) throws -> Settings {
    let path = InputFile.path(argument)
    let result: ConfigurationResult
    do { result = try loadConfiguration(file: path, others: anyFile(path)) } catch {
        complain("touchctl: \(error)")
        throw Exit.noInput
    }
    guard let settings = result.settings else {
        for diagnostic in result.diagnostics { complain(diagnostic) }
        throw Exit.configuration
    }
    return settings
}
