/// The reason why a configuration may not be tried: the key that differs from the file, and its place.
public struct TrialRefusal: Error, Equatable, Sendable {
    /// The key as the configuration spells it: `sensitive`, `server`, `recovery`.
    public let key: String
    /// The path of the region, if the key is of one.
    public let region: String?
    /// The end of the message: the owner of the key, and the consequence.
    private let detail: String

    init(_ key: String, region: String? = nil, _ detail: String) {
        (self.key, self.region, self.detail) = (key, region, detail)
    }
}

extension TrialRefusal: CustomStringConvertible {
    public var description: String { "a trial may not change \"\(key)\" \(detail); change the file and reload it instead" }
}
