@testable import TouchCore

/// In a tree that nobody has edited a region is called by its place in pre-order.
extension RegionID: ExpressibleByIntegerLiteral {
    public init(integerLiteral slot: Int) { self.init(slot: slot) }
}

extension GestureID: ExpressibleByIntegerLiteral {
    public init(integerLiteral slot: Int) { self.init(slot: slot) }
}

extension PanelID: ExpressibleByIntegerLiteral {
    public init(integerLiteral slot: Int) { self.init(slot: slot) }
}
