/// Which receivers have a client that answers for them, and since when: the only record of it. The pipeline owns it, and the server asks
/// it. What it means for the regions of a tree is in `Ownership`.
public struct ClaimTable: Sendable {
    public struct Claim: Hashable, Sendable {
        /// The client's number.
        public let owner: Int
        /// The first touch that is the owner's alone; older ones stay with those who know them.
        public let since: TouchID
    }

    /// By id. A receiver need not be in the tree.
    private var claims: [String: Claim] = [:]

    public init() {}

    public var isEmpty: Bool { claims.isEmpty }
    public var count: Int { claims.count }
    public subscript(receiver: String) -> Claim? { claims[receiver] }
    /// In no order.
    public var receivers: some Sequence<String> { claims.keys }

    /// Those who have claimed anything.
    public var owners: Set<Int> { Set(claims.values.lazy.map(\.owner)) }
    public func isOwner(_ client: Int) -> Bool { claims.values.contains { $0.owner == client } }
    public func isOwner(_ client: Int, of receiver: String) -> Bool { claims[receiver]?.owner == client }

    /// What a client has claimed, in the order of the ids.
    public func receivers(of owner: Int) -> [String] { claims.filter { $0.value.owner == owner }.keys.sorted() }

    // MARK: Changes, by the pipeline

    /// Whoever has claimed a receiver keeps it.
    mutating func claim(_ receiver: String, by owner: Int, since: TouchID) {
        if claims[receiver] == nil { claims[receiver] = Claim(owner: owner, since: since) }
    }

    mutating func release(_ receiver: String) { claims[receiver] = nil }

    public func forEach(_ body: (_ receiver: String, Claim) -> Void) { for (receiver, claim) in claims { body(receiver, claim) } }

    /// - Parameter nextTouch: the id that the next touch gets.
    func checkInvariants(nextTouch: TouchID) {
        assert(claims.values.allSatisfy { $0.since <= nextTouch }, "a claim begins with a touch that is not the next")
    }
}
