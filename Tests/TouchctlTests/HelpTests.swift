import ArgumentParser
import Testing

@testable import touchctl

@Suite struct HelpTests {
    /// All runnable commands with their words.
    private static func leaves(
        of command: ParsableCommand.Type = Touchctl.self, _ name: String = "touchctl"
    ) -> [(name: String, type: ParsableCommand.Type)] {
        let below = command.configuration.subcommands
        return below.isEmpty ? [(name, command)] : below.flatMap { leaves(of: $0, "\(name) \($0._commandName)") }
    }

    @Test func `the help of each command fits into 80 columns`() {
        for (name, type) in Self.leaves() + [("touchctl", Touchctl.self), ("touchctl inject", Inject.self)] {
            let help = Touchctl.helpMessage(for: type, columns: 80)
            for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(name): \(line)") }
        }
    }

    @Test func `the help of each command has an example that the command takes`() throws {
        for (name, type) in Self.leaves() {
            let examples = type.configuration.discussion.split(separator: "\n").filter {
                $0.hasPrefix("  touchctl ") || $0.hasPrefix("  sudo touchctl ")
            }
            #expect(!examples.isEmpty, "\(name)")
            for example in examples {
                let words = Self.words(example)
                var command: (any ParsableCommand)?
                do { command = try Touchctl.parseAsRoot(NegativeNumber.protected(words)) } catch {
                    Issue.record("\(example): \(Touchctl.fullMessage(for: error))")
                }
                #expect(command.map { ObjectIdentifier(Swift.type(of: $0)) } == ObjectIdentifier(type), "\(example)")
            }
        }
    }

    /// The arguments of an example, without a following comment (after two spaces), pipe or other program.
    private static func words(_ example: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var spaces = 0
        for character in example.drop(while: { $0 == " " }) + "  " {
            if character == " ", !isQuoted {
                spaces += 1
                if spaces == 2 { break }
                words.append(word)
                word = ""
            } else {
                spaces = 0
                if character == "\"" { isQuoted.toggle() } else { word.append(character) }
            }
        }
        words = Array(words.prefix { $0 != "|" && $0 != "&&" })
        return Array(words.drop { $0 == "sudo" }.dropFirst())
    }
}
