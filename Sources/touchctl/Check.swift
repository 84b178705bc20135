import ArgumentParser
import Configuration
import Wire

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates configurations; 0 when all are valid, else 78.",
        discussion: "A user or group that this system does not know is a warning here, and an error to touchd.")

    @Argument(help: "Configurations.") var files: [String] = [defaultConfiguration]
    @OptionGroup var json: JSONOutput

    func run() throws {
        var isValid = true
        var isThere = true
        for file in files {
            let result: ConfigurationResult
            do { result = try loadConfiguration(file: file, others: anyFile(file)) } catch {
                complain("touchctl: \(error)")
                isThere = false
                continue
            }
            let accounts = result.settings?.unknownAccounts(file: file, severity: .warning) ?? []
            for diagnostic in result.diagnostics + accounts { json.isOn ? output(diagnostic.json) : complain(diagnostic.description) }
            if result.settings == nil { isValid = false } else if !json.isOn { printLine("\(file): ok") }
        }
        if !isValid { throw Exit.configuration }
        if !isThere { throw Exit.noInput }
    }
}
