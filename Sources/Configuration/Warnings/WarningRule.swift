/// Something in a configuration that is valid and cannot work, or not as it was meant. It reads the configuration, and nothing else.
protocol WarningRule: Sendable {
    static var id: WarningID { get }

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void)
}

/// All that a check looks for.
enum WarningRules {
    static let all: [any WarningRule.Type] = [
        UnmatchedGlob.self, UnmatchedReference.self, NeverHitRegion.self, SurfaceNotGrabbed.self, SmallButton.self,
        EdgeWithoutEdges.self, EdgeOutOfReach.self, UnscrollableView.self, NeverWinningGesture.self,
    ]
}
