import ArgumentParser
import Text

/// Negative numbers on the command line. ArgumentParser reads `-5` as an option; with a minus sign instead of the hyphen it is a value.
enum NegativeNumber {
    private static let minus = "\u{2212}"
    /// The commands that have numbers among their arguments.
    private static let commands: Set<String> = ["hit", "inject"]

    /// The arguments, with a minus sign instead of the hyphen before numbers of these commands.
    static func protected(_ arguments: [String]) -> [String] {
        guard let command = arguments.first, commands.contains(command) else { return arguments }
        return arguments.map { $0.first == "-" && Double($0) != nil ? minus + $0.dropFirst() : $0 }
    }

    /// Returns the number of an argument with a hyphen or a minus sign.
    @Sendable static func read(_ text: String) throws -> Double {
        guard let number = Double(text.begins(with: minus) ? "-" + text.dropFirst() : text) else { throw ValidationError("it must be a number") }
        return number
    }
}
