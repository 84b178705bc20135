import ArgumentParser
import Text

/// Numbers below 0 on the command line. ArgumentParser takes `-5` for an option; with a minus sign that is no hyphen it is a value.
enum NegativeNumber {
    private static let minus = "\u{2212}"
    /// Commands with numbers among their arguments.
    private static let commands: Set<String> = ["hit", "inject"]

    /// The arguments, with another minus sign before numbers of commands that take numbers.
    static func protected(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, commands.contains(command) else { return arguments }
        return arguments.map { $0.first == "-" && Double($0) != nil ? minus + $0.dropFirst() : $0 }
    }

    /// The number of an argument, whichever minus sign it has.
    @Sendable static func read(_ text: String) throws -> Double {
        guard let number = Double(text.begins(with: minus) ? "-" + text.dropFirst() : text) else { throw ValidationError("a number is wanted") }
        return number
    }
}
