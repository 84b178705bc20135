import ArgumentParser

/// Times on the command line.
enum Seconds {
    /// Returns the number of an argument.
    @Sendable static func read(_ text: String) throws -> Double {
        guard let number = Double(text) else { throw ValidationError("it must be a number of seconds, without a unit") }
        return number
    }
}
