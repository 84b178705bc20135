import Text

/// Why a settings file is refused, and where.
public struct Mistake: Error, Equatable, Sendable {
    public var mark: Mark
    public var message: String

    public init(mark: Mark, message: String) {
        self.mark = mark
        self.message = message
    }
}
