/// The claims on receivers, with their owners and the first touch that each covers: the only record of claims. The pipeline owns it, and
/// the server reads it. `Ownership` applies it to the regions of a tree.
public struct ClaimTable: Sendable {
    public struct Claim: Hashable, Sendable {
        /// The client's number.
        public let owner: Int
        /// The first touch that belongs to the owner alone. Older touches stay with the clients that know them.
        public let since: TouchID
    }

    /// The claims, by the receiver's id. A receiver need not be in the tree.
    private var claims: [String: Claim] = [:]

    public init() {}

    public var isEmpty: Bool { claims.isEmpty }
    public var count: Int { claims.count }
    public subscript(receiver: String) -> Claim? { claims[receiver] }
    /// The claimed receivers, in no order.
    public var receivers: some Sequence<String> { claims.keys }

    /// The clients with at least one claim.
    public var owners: Set<Int> { Set(claims.values.lazy.map(\.owner)) }
    public func isOwner(_ client: Int) -> Bool { claims.values.contains { $0.owner == client } }
    public func isOwner(_ client: Int, of receiver: String) -> Bool { claims[receiver]?.owner == client }

    /// Returns the receivers that a client has claimed, ordered by id.
    public func receivers(of owner: Int) -> [String] { claims.filter { $0.value.owner == owner }.keys.sorted() }

    // MARK: Changes, by the pipeline

    /// Records a claim. A receiver that is already claimed keeps its owner.
    mutating func claim(_ receiver: String, by owner: Int, since: TouchID) {
        if claims[receiver] == nil { claims[receiver] = Claim(owner: owner, since: since) }
    }

    mutating func release(_ receiver: String) { claims[receiver] = nil }

    public func forEach(_ body: (_ receiver: String, Claim) -> Void) { for (receiver, claim) in claims { body(receiver, claim) } }

    /// - Parameter nextTouch: the id that the next touch gets.
    func checkInvariants(nextTouch: TouchID) {
        assert(claims.values.allSatisfy { $0.since <= nextTouch }, "a claim begins after the next touch")
    }
}
