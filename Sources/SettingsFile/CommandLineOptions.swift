import Text

/// The command line of a program beside touchd: which file of settings it reads, and for what.
public struct CommandLineOptions: Equatable, Sendable {
    public enum Action: Equatable, Sendable { case serve, check, version, help }

    public struct UsageError: Error, Equatable { public var message: String }

    /// The file of settings.
    public private(set) var configuration: String
    public private(set) var action = Action.serve

    /// - Parameters:
    ///   - arguments: those behind the program's name.
    ///   - configuration: the file, unless `--config` names another.
    public init(_ arguments: [String], configuration: String) throws(UsageError) {
        self.configuration = configuration
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--config":
                guard let value = rest.popFirst() else { throw UsageError(message: "--config wants a value") }
                self.configuration = value
            case let text where text.begins(with: "--config="): self.configuration = String(text.dropFirst("--config=".count))
            case "--check": action = .check
            case "--version": action = .version
            case "--help", "-h": action = .help
            default: throw UsageError(message: "unknown argument \(argument)")
            }
        }
    }
}
