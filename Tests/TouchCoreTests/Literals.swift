@testable import TouchCore

/// A region's pre-order position as its id, in a tree without edits.
extension RegionID: ExpressibleByIntegerLiteral {
    public init(integerLiteral slot: Int) { self.init(slot: slot) }
}

extension GestureID: ExpressibleByIntegerLiteral {
    public init(integerLiteral slot: Int) { self.init(slot: slot) }
}

extension PanelID: ExpressibleByIntegerLiteral {
    public init(integerLiteral slot: Int) { self.init(slot: slot) }
}
