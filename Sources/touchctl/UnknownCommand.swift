import ArgumentParser
import Configuration
import StrictYAML
import Text

/// A word on the command line in the place of a command that is not one.
struct UnknownCommand: CustomStringConvertible {
    let word: String
    /// The command that has no such subcommand, such as `touchctl inject`.
    let owner: String
    let known: [String]

    var description: String {
        let meant = probableWord(word, among: known + ["help"]).map { "did you mean \(quoted($0))?" }
        return "\(owner): there is no command \(quoted(word)); " + (meant ?? "there are \(known.joined(separator: ", "))")
    }

    /// The first unknown command of the arguments; nil if all commands are known.
    static func first(in arguments: [String], of root: ParsableCommand.Type) -> UnknownCommand? {
        // "help" is followed by the command to explain.
        let words = arguments.drop { $0 == "help" }
        var owner = root._commandName
        var commands: [ParsableCommand.Type] = root.configuration.subcommands
        for word in words {
            if commands.isEmpty || word.begins(with: "-") { return nil }
            let names = commands.map { $0._commandName }
            guard let place = names.firstIndex(of: word) else { return UnknownCommand(word: word, owner: owner, known: names) }
            owner += " " + word
            commands = commands[place].configuration.subcommands
        }
        return nil
    }
}
