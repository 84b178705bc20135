/// The command line.
struct Options: Equatable {
    enum Action: Equatable { case serve, check, version, help }

    struct UsageError: Error, Equatable { var message: String }

    static let version = "touchd-web 0.1.0"
    static let usage = """
        usage: touchd-web [--config FILE] [--check | --version | --help]

          --config FILE  the configuration (default /etc/touchd/web.yaml)
          --check        says what is wrong with it, its tokens and its pages, and ends

        SIGHUP reads the configuration and the tokens again. Exit statuses: 64 wrong arguments, 69 no socket, 78 wrong configuration.

        """

    var configuration = "/etc/touchd/web.yaml"
    var action = Action.serve

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--config":
                guard let value = rest.popFirst() else { throw UsageError(message: "--config wants a value") }
                configuration = value
            case let text where text.hasPrefix("--config="): configuration = String(text.dropFirst("--config=".count))
            case "--check": action = .check
            case "--version": action = .version
            case "--help", "-h": action = .help
            default: throw UsageError(message: "unknown argument \(argument)")
            }
        }
    }
}
