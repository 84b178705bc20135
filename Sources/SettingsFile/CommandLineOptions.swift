import Text

/// The command line of a bridge: its settings file and the requested action.
public struct CommandLineOptions: Equatable, Sendable {
    public enum Action: Equatable, Sendable { case serve, check, version, help }

    public struct UsageError: Error, Equatable { public var message: String }

    /// The settings file.
    public private(set) var configuration: String
    public private(set) var action = Action.serve

    /// - Parameters:
    ///   - arguments: the arguments after the program's name.
    ///   - configuration: the settings file, unless `--config` names another.
    public init(_ arguments: [String], configuration: String) throws(UsageError) {
        self.configuration = configuration
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--config":
                guard let value = rest.popFirst() else { throw UsageError(message: "--config needs a value") }
                self.configuration = value
            case let text where text.begins(with: "--config="): self.configuration = String(text.dropFirst("--config=".count))
            case "--check": action = .check
            case "--version", "-V": action = .version
            case "--help", "-h": action = .help
            default:
                let meant = probableWord(argument, among: ["--config", "--check", "--version", "--help"]).map { "; did you mean \($0)?" } ?? ""
                throw UsageError(message: "unknown argument \(argument)\(meant)")
            }
        }
    }
}
