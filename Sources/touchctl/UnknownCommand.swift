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
    /// Commands of the same name elsewhere, such as `inject tap`.
    var elsewhere: [String] = []

    var description: String {
        if !elsewhere.isEmpty {
            return "\(owner): there is no command \(quoted(word)); did you mean \(elsewhere.map(quoted).joined(separator: " or "))?"
        }
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
            guard let place = names.firstIndex(of: word) else {
                let others = owner == root._commandName ? commands.filter { $0.configuration.subcommands.contains { $0._commandName == word } } : []
                return UnknownCommand(word: word, owner: owner, known: names, elsewhere: others.map { "\($0._commandName) \(word)" })
            }
            owner += " " + word
            commands = commands[place].configuration.subcommands
        }
        return nil
    }
}
