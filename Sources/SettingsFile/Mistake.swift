import Text

/// A mistake for which a settings file is refused, and its place.
public struct Mistake: Error, Equatable, Sendable {
    public var mark: Mark
    public var message: String

    public init(mark: Mark, message: String) {
        self.mark = mark
        self.message = message
    }
}
