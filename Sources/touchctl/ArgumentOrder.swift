import ArgumentParser
import Text

/// The order of the command line. ArgumentParser takes the options of a command only after its name; people also write them before it.
enum ArgumentOrder {
    /// The options of most commands that have a value.
    static let valued = ["--socket", "--admin-socket", "--instance", "--config", "--screen", "--output", "-o", "--color"]
    /// The options of most commands without a value.
    static let flags = ["--json"]

    /// Returns the arguments with these options behind the words of the command. Also spells `-V` as `--version`.
    static func commandFirst(_ arguments: [String], of root: ParsableCommand.Type) -> [String] {
        if arguments.first == "-V" { return ["--version"] + arguments.dropFirst() }
        var options: [String] = []
        var rest = arguments[...]
        while let argument = rest.first, argument.begins(with: "-") {
            let name = argument.split(at: "=", maxSplits: 1).first.map(String.init) ?? argument
            let isWhole = flags.contains(argument) || valued.contains(name) && name != argument
            let count = isWhole ? 1 : 2
            guard isWhole || valued.contains(argument), rest.count > count else { return arguments }
            options += rest.prefix(count)
            rest = rest.dropFirst(count)
        }
        if options.isEmpty || rest.first == "help" { return arguments }
        var words: [String] = []
        var commands: [ParsableCommand.Type] = [root]
        while let next = rest.first, let command = commands.last?.configuration.subcommands.first(where: { $0._commandName == next }) {
            words.append(next)
            commands.append(command)
            rest = rest.dropFirst()
        }
        return words.isEmpty ? Array(rest) + options : words + options + rest
    }

    /// The words of the command at the start of the arguments: `inject tap`.
    static func words(_ arguments: [String], of root: ParsableCommand.Type) -> [String] {
        var words: [String] = []
        var command = root
        for word in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            words.append(word)
            command = next
        }
        return words
    }
}
